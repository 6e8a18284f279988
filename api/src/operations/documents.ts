import { BULK_ACTIONS, DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { MAX_DOCUMENT_BATCH } from '@symbio/proto/limits';
import { z } from 'zod';
import { clientId, cursorPaging, followedList, id, one, updatedAfter } from '../schemas/common.js';
import { bulkChange, document, page } from '../schemas/documents.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Documents',
  description: 'PDFs of a project, their pages and their text.',
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
  description: 'Newest first; 20 per page unless `per_page` is given.',
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
  description: 'With the URL of its PDF and its processing progress.',
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
  description: 'In document order.',
  access: 'read',
  audit: { subject: 'page' },
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
  description: 'With the URLs of its image, and the recognized text and metadata.',
  access: 'read',
  audit: { subject: 'page' },
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
  audit: { subject: 'page' },
  selector: 'id',
  insteadUse: 'getDocumentPage',
  query: z.strictObject({ id: id('Page') }),
  answer: { description: 'The page.', schema: one(page) },
  refusals: ['not_found'],
  example: { query: { id: PAGE_ID } },
});

const WRONG_INDEX = 'index must be a whole number from 0 to 9999';

export const takeAttachment = operation({
  id: 'takeAttachment',
  method: 'post',
  path: '/documents/{id}/attachments/{index}',
  tag,
  summary: 'Make a document of an attached file',
  description:
    'The file becomes a document of the same project, which is classified by its own content and names the PDF in its description. A repeat returns the same document. Requires the editor role in the project; the key of an agent is refused.',
  access: 'write',
  params: z.strictObject({
    id: id('Document'),
    index: z.coerce
      .number({ error: WRONG_INDEX })
      .int(WRONG_INDEX)
      .min(0, WRONG_INDEX)
      .max(9_999, WRONG_INDEX)
      .meta({ description: 'As in `attachments` of the document.' }),
  }),
  answer: { description: 'The document made of the file.', schema: one(document) },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: DOCUMENT_ID, index: '0' } },
});

export const unlockDocument = operation({
  id: 'unlockDocument',
  method: 'post',
  path: '/documents/{id}/unlock',
  tag,
  summary: 'Enter the password of a protected PDF',
  description:
    'The password is used once, to make a copy of the PDF that needs none; it is not stored. The copy is then read like an upload; the file as sent stays. Only for documents with `needs_password`. Requires the editor role in the project. At most 10 attempts per minute.',
  access: 'write',
  rate: ['filePasswords'],
  params: z.strictObject({ id: id('Document') }),
  body: z.strictObject({
    password: z
      .string({ error: 'Enter the password of the file' })
      .min(1, 'Enter the password of the file')
      .max(127, 'A password of a PDF has at most 127 characters'),
  }),
  answer: { description: 'The document.', schema: one(document) },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: DOCUMENT_ID }, body: { password: 'plum-7-orchard' } },
});

const CHANGE_ID = '01980a55-2c11-7a3e-9b1f-64d0c2e8f7a1';

export const changeDocuments = operation({
  id: 'changeDocuments',
  method: 'post',
  path: '/documents/batch',
  tag,
  summary: `Change up to ${MAX_DOCUMENT_BATCH} documents`,
  description:
    'Deletes, restores, processes or categorizes documents, or sets their year and provider, each independently of the others. The operation completes even if you do not wait for the response. Deleted documents can be restored for 30 days. Requires the editor role in the project. The whole change can be undone by its `id`.',
  access: 'write',
  body: z.strictObject({
    id: clientId,
    project_id: id('Project'),
    action: z.enum(BULK_ACTIONS, { error: `action must be one of ${BULK_ACTIONS.join(', ')}` }),
    ids: z
      .array(z.string().min(1), { error: 'ids must be a list of ids' })
      .max(MAX_DOCUMENT_BATCH, `At most ${MAX_DOCUMENT_BATCH} documents can be changed at once`)
      .nullish()
      .meta({ description: 'Ids of documents; duplicates count once.' }),
    category: z
      .enum(DOCUMENT_CATEGORIES, { error: `category must be one of ${DOCUMENT_CATEGORIES.join(', ')}` })
      .nullish()
      .meta({ description: 'With `set_category` and `set_details` only.' }),
    year: z
      .string({ error: 'year must be a text' })
      .nullish()
      .meta({ description: 'With `set_details`: the year of the documents and their sheets; empty removes it.' }),
    provider: z
      .string({ error: 'provider must be a text' })
      .nullish()
      .meta({ description: 'With `set_details`: who published or delivered them; empty removes it.' }),
    all_maps: z
      .boolean()
      .nullish()
      .meta({
        description: `With \`process\`, instead of \`ids\`: all maps and aerial images not yet submitted for processing, at most ${MAX_DOCUMENT_BATCH}.`,
      }),
  }),
  answer: { description: 'The result of each document.', schema: one(bulkChange) },
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
  summary: 'Undo a bulk change of documents',
  description:
    'Reverts the change of each document that has not changed since, for 30 days: a document with a newer category keeps it, a running job continues. A repeat returns the same response. The `id` of the response identifies the undo.',
  access: 'write',
  params: z.strictObject({ id: id('Change') }),
  answer: { description: 'The result of each document.', schema: one(bulkChange) },
  refusals: ['not_found', 'conflict'],
  example: { params: { id: CHANGE_ID } },
});
