import { DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { cursorPaging, id, list, one, updatedAfter } from '../schemas/common.js';
import { document, page } from '../schemas/documents.js';
import { operation } from '../operation.js';

/** Its heading in the document. */
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
  answer: { description: 'Documents.', schema: list(document) },
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
  answer: { description: 'Pages.', schema: list(page) },
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
