import { DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { z } from 'zod';
import { appOperation } from '../operation.js';
import { flag, id, moment, one, optionalId, paging, seen, success, text, word } from '../schemas/common.js';
import { document, page } from '../schemas/documents.js';
import { plainList } from './common.js';
import { jobProgress, queuePlace } from './jobs.js';

const activeJob = z
  .strictObject({
    id: z.string(),
    type: z.string(),
    status: z.string(),
    progress: jobProgress.nullable(),
    queue: queuePlace.nullable(),
  })
  .meta({ id: 'ActiveJob' });

const documentWithJob = document
  .extend({ active_job: activeJob.nullable() })
  .meta({ id: 'DocumentWithJob', description: 'A document and its current job.' });
export type DocumentWithJobJson = z.output<typeof documentWithJob>;

const deletedDocument = z
  .strictObject({
    id: z.string(),
    project_id: z.string(),
    category: word(DOCUMENT_CATEGORIES),
    title: z.string(),
    file_name: z.string(),
    file_size: z.int(),
    total_pages: z.int(),
    created_at: moment.nullable(),
    deleted_at: moment.nullable(),
    deleted_by_name: z.string(),
    purge_at: moment.nullable(),
  })
  .meta({ id: 'DeletedDocument' });
export type DeletedDocumentJson = z.output<typeof deletedDocument>;

const category = z
  .strictObject({
    value: z.string(),
    label: z.string(),
    description: z.string(),
    group: z.string(),
    color: z.string().meta({ description: '`#rrggbb`' }),
  })
  .meta({ id: 'Category' });

const audit = { subject: 'document' };
const params = z.strictObject({ id: id('Document') });

/** Names stay camelCase (DATA-19). */
const reference = {
  documentId: id('Document'),
  projectId: optionalId('Project', 'Its project.'),
  jobType: text,
};

export const listProjectDocuments = appOperation({
  id: 'listProjectDocuments',
  method: 'get',
  path: '/documents',
  summary: 'Documents of a project with their current jobs',
  audit,
  query: z.strictObject({
    project_id: id('Project'),
    ...paging,
    search: z.string().optional(),
    category: z.string().optional(),
    sort: z.string().optional(),
    order: z.string().optional(),
    to_process: flag('to_process', 'Only maps and aerial images not yet submitted for processing.'),
  }),
  answer: plainList(documentWithJob),
});

export const findKnownDocuments = appOperation({
  id: 'findKnownDocuments',
  method: 'post',
  path: '/documents/known',
  summary: 'Documents of a project with one of the given hashes',
  audit: { ...audit, records: 'opened' },
  body: z.strictObject({
    project_id: optionalId('Project', 'The project.'),
    sha256: z.array(z.string(), { message: 'sha256 must be a list of hashes' }),
  }),
  answer: one(z.array(document)),
});

export const getDocumentWithJob = appOperation({
  id: 'getDocumentWithJob',
  method: 'get',
  path: '/documents/{id}',
  summary: 'A document with its current job',
  audit,
  params,
  answer: one(documentWithJob),
});

export const updateDocument = appOperation({
  id: 'updateDocument',
  method: 'put',
  path: '/documents/{id}',
  summary: 'Change title, description and category',
  audit,
  params,
  body: z.strictObject({ title: text, description: text, category: text, updated_at: seen }),
  answer: one(document),
});

export const deleteDocument = appOperation({
  id: 'deleteDocument',
  method: 'delete',
  path: '/documents/{id}',
  summary: 'Delete a document; it can be restored',
  audit,
  params,
  answer: success,
});

export const restoreDocument = appOperation({
  id: 'restoreDocument',
  method: 'post',
  path: '/documents/{id}/restore',
  summary: 'Restore a deleted document',
  audit,
  params,
  answer: one(document),
});

export const listDeletedDocuments = appOperation({
  id: 'listDeletedDocuments',
  method: 'get',
  path: '/deleted-documents',
  summary: 'Deleted documents of a project',
  audit,
  query: z.strictObject({ project_id: id('Project'), ...paging }),
  answer: plainList(deletedDocument),
});

export const eraseDocument = appOperation({
  id: 'eraseDocument',
  method: 'delete',
  path: '/deleted-documents/{id}',
  summary: 'Erase a deleted document permanently',
  audit,
  params,
  answer: success,
});

export const createDownloadUrl = appOperation({
  id: 'createDownloadUrl',
  method: 'get',
  path: '/documents/{id}/download-url',
  summary: 'A signed address of the file',
  audit: { ...audit, records: { action: 'exported', operation: 'download' } },
  params,
  query: z.strictObject({
    expires_in: z.string().optional().meta({ description: 'Seconds.' }),
    original: z.string().optional().meta({ description: '`true`: the file as sent.' }),
  }),
  answer: one(z.strictObject({ url: z.string(), expires_at: moment.nullable() })),
});

export const listDocumentPages = appOperation({
  id: 'listPagesOfDocument',
  method: 'get',
  path: '/documents/{id}/pages',
  summary: 'Pages of a document',
  audit,
  params,
  query: z.strictObject(paging),
  answer: plainList(page),
});

export const processPage = appOperation({
  id: 'processPage',
  method: 'post',
  path: '/documents/{id}/pages/{page_number}/process',
  summary: 'Process one page again',
  audit,
  params: z.strictObject({ id: id('Document'), page_number: z.string() }),
  status: 202,
  answer: one(z.strictObject({ job_id: z.string() })),
});

export const setGroundScale = appOperation({
  id: 'setGroundScale',
  method: 'put',
  path: '/pages/{id}/ground-scale',
  summary: 'Set the scale that a person measured on a page',
  audit: { subject: 'page' },
  params: z.strictObject({ id: id('Page') }),
  body: z.strictObject({
    feet_per_pixel: z.number({ message: 'feet_per_pixel must be a number, or null' }).nullable(),
  }),
  answer: one(page),
});

export const listDocumentCategories = appOperation({
  id: 'listDocumentCategories',
  method: 'get',
  path: '/document-categories',
  summary: 'Categories of documents',
  audit: { ...audit, records: 'nothing' },
  query: z.strictObject(paging),
  answer: plainList(category),
});

export const classifyDocument = appOperation({
  id: 'classifyDocument',
  method: 'post',
  path: '/document-classifier',
  summary: 'Classify a document',
  audit,
  rate: ['classifications'],
  body: z.strictObject(reference),
  answer: z.strictObject({
    data: z
      .strictObject({
        suggestedCategory: z.string(),
        confidence: z.number(),
        reasoning: z.string(),
        alternatives: z.array(z.strictObject({ category: z.string(), confidence: z.number() })),
      })
      .optional(),
    error: z.null(),
  }),
});

export const processDocument = appOperation({
  id: 'processDocument',
  method: 'post',
  path: '/document-processor',
  summary: 'Start processing a document',
  audit,
  body: z.strictObject(reference),
  answer: z.strictObject({
    data: document.nullable(),
    success: z.literal(true),
    jobId: z.string(),
    jobType: z.string(),
    error: z.null(),
  }),
});

export const ingestPdf = appOperation({
  id: 'ingestPdf',
  method: 'post',
  path: '/ingest-generic-pdf',
  summary: 'Make the pages of a document and wait for them',
  audit,
  body: z.strictObject(reference),
  answer: z.strictObject({
    success: z.boolean(),
    error: z.string().nullable(),
    result: z.strictObject({
      documentId: z.string(),
      totalPages: z.int(),
      pagesProcessed: z.int(),
      pagesSkipped: z.int(),
    }),
  }),
});
