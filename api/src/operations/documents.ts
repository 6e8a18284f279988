import { BULK_ACTIONS, DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { MAX_DOCUMENT_BATCH } from '@symbio/proto/limits';
import { z } from 'zod';
import { clientId, cursorPaging, followedList, id, one, updatedAfter } from '../schemas/common.js';
import { bulkChange, document, page } from '../schemas/documents.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Documents',
  description: 'PDFs of a project, their pages, and what is written on them.',
};
const { tag } = about;
const PROJECT_ID = '01980a40-11aa-7c01-9d20-7f2e3b4c5d6e';
const DOCUMENT_ID = '01980a4e-6a02-7d11-8f3b-51c9a7e0b2f4';
const PAGE_ID = '01980a4e-7c1d-7b7e-9c5e-0f3a52d7c1aa';

export const listDocuments = operation({
  id: 'listDocuments',
  method: 'get',
  path: '/documents',
  tag,
  summary: 'List documents',
  description: 'Newest first; 20 a page where `per_page` does not say otherwise.',
  access: 'read',
  query: z.strictObject({
    ...cursorPaging,
    project_id: id('Project'),
    search: z.string().optional().meta({ description: 'Part of the title, the description or the file name.' }),
    category: z
      .enum(DOCUMENT_CATEGORIES, { error: `category must be one of ${DOCUMENT_CATEGORIES.join(', ')}` })
      .optional()
      .meta({ description: 'Only documents of this category.' }),
    updated_after: updatedAfter,
  }),
  answer: { description: 'Documents.', schema: followedList(document) },
  refusals: ['not_found'],
  example: { query: { project_id: PROJECT_ID } },
});

export const getDocument = operation({
  id: 'getDocument',
  method: 'get',
  path: '/documents/{id}',
  tag,
  summary: 'One document',
  description: 'With an address of its PDF, and how far its processing is.',
  access: 'read',
  params: z.strictObject({ id: id('Document') }),
  answer: { description: 'The document.', schema: one(document) },
  refusals: ['not_found'],
  example: { params: { id: DOCUMENT_ID } },
});

export const getDocumentById = operation({
  id: 'getDocumentById',
  method: 'get',
  path: '/documents',
  tag,
  summary: 'One document, by query',
  description: 'The same as `GET /documents/{id}`.',
  access: 'read',
  selector: 'id',
  insteadUse: 'getDocument',
  query: z.strictObject({ id: id('Document') }),
  answer: { description: 'The document.', schema: one(document) },
  refusals: ['not_found'],
  example: { query: { id: DOCUMENT_ID } },
});

export const listDocumentPages = operation({
  id: 'listDocumentPages',
  method: 'get',
  path: '/document-pages',
  tag,
  summary: 'List pages of a document',
  description: 'In their order.',
  access: 'read',
  query: z.strictObject({ ...cursorPaging, document_id: id('Document'), updated_after: updatedAfter }),
  answer: { description: 'Pages.', schema: followedList(page) },
  refusals: ['not_found'],
  example: { query: { document_id: DOCUMENT_ID } },
});

export const getDocumentPage = operation({
  id: 'getDocumentPage',
  method: 'get',
  path: '/document-pages/{id}',
  tag,
  summary: 'One page',
  description: 'With addresses of its picture, and what was read off it.',
  access: 'read',
  params: z.strictObject({ id: id('Page') }),
  answer: { description: 'The page.', schema: one(page) },
  refusals: ['not_found'],
  example: { params: { id: PAGE_ID } },
});

export const getDocumentPageById = operation({
  id: 'getDocumentPageById',
  method: 'get',
  path: '/document-pages',
  tag,
  summary: 'One page, by query',
  description: 'The same as `GET /document-pages/{id}`.',
  access: 'read',
  selector: 'id',
  insteadUse: 'getDocumentPage',
  query: z.strictObject({ id: id('Page') }),
  answer: { description: 'The page.', schema: one(page) },
  refusals: ['not_found'],
  example: { query: { id: PAGE_ID } },
});

const CHANGE_ID = '01980a55-2c11-7a3e-9b1f-64d0c2e8f7a1';

export const changeDocuments = operation({
  id: 'changeDocuments',
  method: 'post',
  path: '/documents/batch',
  tag,
  summary: `Change up to ${MAX_DOCUMENT_BATCH} documents`,
  description:
    'Deletes documents, restores deleted ones, has them processed or gives them a category: one operation of the service, each document for itself. What has begun ends, whether or not you wait for the answer. Deleted documents can be restored for 30 days. Needs an editor of the project. Undone as one by its `id`.',
  access: 'write',
  body: z.strictObject({
    id: clientId,
    project_id: id('Project'),
    action: z.enum(BULK_ACTIONS, { error: `action must be one of ${BULK_ACTIONS.join(', ')}` }),
    ids: z
      .array(z.string().min(1), { error: 'ids must be a list of ids' })
      .max(MAX_DOCUMENT_BATCH, `At most ${MAX_DOCUMENT_BATCH} documents can be changed at once`)
      .nullish()
      .meta({ description: 'Documents; one that is named twice counts once.' }),
    category: z
      .enum(DOCUMENT_CATEGORIES, { error: `category must be one of ${DOCUMENT_CATEGORIES.join(', ')}` })
      .nullish()
      .meta({ description: 'With `set_category` only.' }),
    all_maps: z
      .boolean()
      .nullish()
      .meta({
        description: `With \`process\` and in the place of \`ids\`: the topographic and Sanborn maps that nobody has had processed yet, at most ${MAX_DOCUMENT_BATCH} of them.`,
      }),
  }),
  answer: { description: 'What became of each document.', schema: one(bulkChange) },
  refusals: ['not_found', 'conflict'],
  example: {
    body: {
      id: CHANGE_ID,
      project_id: PROJECT_ID,
      action: 'set_category',
      ids: [DOCUMENT_ID],
      category: 'site_survey',
    },
  },
});

export const undoChangeOfDocuments = operation({
  id: 'undoChangeOfDocuments',
  method: 'post',
  path: '/documents/batch/{id}/undo',
  tag,
  summary: 'Undo a change of several documents',
  description:
    'Takes it back for each document that it changed, where that still holds, for 30 days: a document that has another category since keeps it, a job that has begun goes on. Asked again it answers the same. The `id` of the answer is the undoing’s own.',
  access: 'write',
  params: z.strictObject({ id: id('Change') }),
  answer: { description: 'What became of each document.', schema: one(bulkChange) },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: CHANGE_ID } },
});
