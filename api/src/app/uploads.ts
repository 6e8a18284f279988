import { z } from 'zod';
import { appOperation } from '../operation.js';
import { id, one, optionalId, success, text } from '../schemas/common.js';
import { document } from '../schemas/documents.js';
import { byteStream, fileBytes, filesForm, partOffset, refusedFile } from '../schemas/form.js';

const audit = { subject: 'document' };
const params = z.strictObject({ id: id('Upload') });
const project = { project_id: id('Project') };

export const uploadDocuments = appOperation({
  id: 'uploadDocuments',
  method: 'post',
  path: '/documents',
  summary: 'Upload files',
  description:
    '`project_id` and `category`, then at most 100 files; one result per file. An `id` (UUID v7) before a file becomes its document’s id: a repeat with the same bytes returns the existing document. If all files fail with a transient error, the response is 503 or 504.',
  audit,
  body: filesForm('PDFs, pictures or ZIPs.'),
  consumes: 'multipart/form-data',
  status: 201,
  answer: one(z.array(z.union([z.strictObject({ document }), refusedFile]))),
});

export const getUpload = appOperation({
  id: 'getUpload',
  method: 'get',
  path: '/document-uploads/{id}',
  summary: 'How much of a resumable upload is stored',
  description: 'The id (UUID v7) becomes the document’s. Only the user who started an upload may use it.',
  audit,
  params,
  query: z.strictObject(project),
  answer: one(z.strictObject({ offset: z.int(), document: document.nullable() })),
});

export const uploadPart = appOperation({
  id: 'uploadPart',
  method: 'put',
  path: '/document-uploads/{id}',
  summary: 'Store a part of at most 16 MiB',
  description: '409 `upload_offset` for another offset than the stored one.',
  audit,
  params,
  query: z.strictObject({ ...project, offset: partOffset }),
  body: byteStream,
  consumes: 'application/octet-stream',
  answer: one(z.strictObject({ offset: z.int() })),
});

export const discardUpload = appOperation({
  id: 'discardUpload',
  method: 'delete',
  path: '/document-uploads/{id}',
  summary: 'Remove the stored parts',
  audit,
  params,
  query: z.strictObject(project),
  answer: success,
});

export const finishUpload = appOperation({
  id: 'finishUpload',
  method: 'post',
  path: '/document-uploads/{id}/complete',
  summary: 'Make a document of the stored parts',
  audit,
  params,
  body: z.strictObject({
    project_id: optionalId('Project', 'The project.'),
    file_name: text,
    category: text,
    size: fileBytes,
    sha256: text,
  }),
  status: 201,
  answer: one(z.strictObject({ document })),
});
