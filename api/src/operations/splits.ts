import { DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { MAX_SPLIT_DOCUMENTS, RESTORABLE_DAYS } from '@symbio/proto/limits';
import { z } from 'zod';
import { clientId, id, one } from '../schemas/common.js';
import { documentSplit } from '../schemas/splits.js';
import { operation } from '../operation.js';
import { about } from './documents.js';

const { tag } = about;
const DOCUMENT_ID = '01980a4d-11f2-7d34-8e21-5a0c6f3f9a01';
const SPLIT_ID = '01980a5b-3d02-7c11-8f6e-2b9d4e7a1c55';
const ofDocument = z.strictObject({ id: id('Document') });
const ofSplit = z.strictObject({ id: id('Document'), split_id: id('Split') });
const example = { params: { id: DOCUMENT_ID, split_id: SPLIT_ID } };
const answer = { description: 'The split.', schema: one(documentSplit) };

export const proposeSplit = operation({
  id: 'proposeSplit',
  method: 'post',
  path: '/documents/{id}/split-proposals',
  tag,
  summary: 'Propose the documents of a package',
  description:
    'Reads a PDF of up to 2,000 pages, such as a vendor’s package, and proposes where its documents begin, each with category, years, confidence and reasons. Nothing is changed until a person confirms it. It replaces earlier proposals of the document. Requires the editor role in the project; the key of an agent is accepted.',
  access: 'write',
  params: ofDocument,
  body: z.strictObject({ id: clientId }),
  answer: { ...answer, status: 201 },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: DOCUMENT_ID }, body: { id: SPLIT_ID } },
});

export const listSplits = operation({
  id: 'listSplits',
  method: 'get',
  path: '/documents/{id}/split-proposals',
  tag,
  summary: 'Splits of a document',
  description: 'Proposed, confirmed and undone ones, newest first.',
  access: 'read',
  params: ofDocument,
  answer: { description: 'The splits.', schema: z.strictObject({ data: z.array(documentSplit) }) },
  refusals: ['not_found'],
  example: { params: { id: DOCUMENT_ID } },
});

export const saveSplit = operation({
  id: 'saveSplit',
  method: 'put',
  path: '/documents/{id}/split-proposals/{split_id}',
  tag,
  summary: 'Change a proposed split',
  description:
    'Replaces the documents of a proposed split: each ends before the next one begins. Requires the editor role in the project; the key of an agent is refused, except for its own proposal that no person has changed.',
  access: 'write',
  params: ofSplit,
  body: z.strictObject({
    documents: z
      .array(
        z.strictObject({
          from_page: z.int({ error: 'from_page must be a whole number' }).meta({ description: 'First page, from 1.' }),
          category: z
            .enum(DOCUMENT_CATEGORIES, { error: `category must be one of ${DOCUMENT_CATEGORIES.join(', ')}` })
            .nullish()
            .meta({ description: 'Absent: unknown; the document is classified by its own content.' }),
          title: z.string().nullish().meta({
            description: 'Absent: by category, years, pages and address.',
          }),
          year: z
            .int({ error: 'year must be a whole number' })
            .nullish()
            .meta({ description: 'Of all its sheets. Absent: as read.' }),
          address: z.string().nullish().meta({ description: 'Added to title and description.' }),
        }),
        { error: 'documents must be a list' },
      )
      .min(1, 'Give at least one document')
      .max(MAX_SPLIT_DOCUMENTS, `A PDF can be split into at most ${MAX_SPLIT_DOCUMENTS} documents`)
      .meta({ description: 'In order; the first one begins at page 1.' }),
    revision: z.int32().min(0).nullish().meta({
      description: 'The split’s `revision` that you read: if it has another one, the response is 409.',
    }),
  }),
  answer,
  refusals: ['not_found', 'conflict'],
  example: {
    ...example,
    body: {
      documents: [
        { from_page: 1, category: 'regulatory_database' },
        { from_page: 182, category: 'sanborn_maps' },
      ],
    },
  },
});

export const confirmSplit = operation({
  id: 'confirmSplit',
  method: 'post',
  path: '/documents/{id}/split-proposals/{split_id}/confirm',
  tag,
  summary: 'Split a document',
  description:
    'Makes a PDF of each proposed document, which keeps pictures, fonts and links as they are and names its source in `derived_from`. The split PDF stays, hidden from lists and searches. A repeat completes an interrupted call. Requires the editor role in the project; the key of an agent is refused.',
  access: 'write',
  params: ofSplit,
  answer: { ...answer, description: 'The split, with the ids of the documents.' },
  refusals: ['not_found', 'conflict'],
  example,
});

export const undoSplit = operation({
  id: 'undoSplit',
  method: 'post',
  path: '/documents/{id}/split-proposals/{split_id}/undo',
  tag,
  summary: 'Undo a split',
  description: `Shows the PDF in lists again and deletes the documents made of it, which can be restored for ${RESTORABLE_DAYS} days; possible for ${RESTORABLE_DAYS} days. A repeat returns the same response. Requires the editor role in the project; the key of an agent is refused.`,
  access: 'write',
  params: ofSplit,
  answer,
  refusals: ['not_found', 'conflict'],
  example,
});
