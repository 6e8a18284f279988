import type { RequestHandler } from 'express';
import { AppError, invalidFields, notFound } from '@symbio/runtime';
import type { KeyValue } from '@symbio/events';
import type { Callers } from '../http/auth/callers.js';
import type { Clients } from '../clients.js';
import { idempotencySeed } from '../http/idempotency.js';
import { fileMessages, receiveFiles, refuseOtherForms } from '../http/multipart.js';
import { callerOf, idOrNone, parentOf } from '../http/request.js';
import { presentDocument } from '../present/documents.js';

interface UploadDeps {
  document: Pick<Clients['document'], 'uploadDocument'>;
  callers: Pick<Callers, 'tokenFor'>;
  answers: KeyValue;
}

const FORM = { maxFiles: 100, fields: ['project_id', 'category'], defaultName: 'document.pdf' };

const TRANSIENT: readonly AppError['code'][] = ['UNAVAILABLE', 'DEADLINE_EXCEEDED'];

/**
 * POST /api/documents: project_id, category, then at most 100 files, streamed; one result per file. An optional `id`
 * (UUID v7) before a file becomes its document's id: a repeat with the same bytes returns the existing document, others
 * `id_taken`. If all files fail with a transient error, responds 503 with Retry-After, or 504 on a timeout.
 */
export const uploadDocuments =
  ({ document, callers, answers }: UploadDeps): RequestHandler =>
  async (request, response) => {
    refuseOtherForms(request);
    let taken = 0;
    const transient: AppError[] = [];

    async function upload(
      header: { id: string; projectId: string; fileName: string; category: string },
      body: AsyncIterable<Uint8Array>,
    ) {
      // a malformed project id gets the service's not-found error
      if (!header.projectId) throw notFound('Project', 'project_id');
      try {
        // service tokens live two minutes: issue one per file
        const parent = { ...parentOf(request, { unlimited: true }), token: await callers.tokenFor(callerOf(request)) };
        const answer = await document.uploadDocument(fileMessages(header, body), parent);
        return { document: answer.document && presentDocument(answer.document) };
      } catch (error) {
        if (error instanceof AppError && TRANSIENT.includes(error.code)) transient.push(error);
        throw error;
      }
    }

    const seed = await idempotencySeed(answers, request);
    const data = await receiveFiles(request, seed, FORM, ({ id, name, fields, body }) => {
      const { project_id: projectId, category = '' } = fields;
      if (!projectId) throw invalidFields({ project_id: 'project_id is required, before the files' });
      taken++;
      return upload({ id, projectId: idOrNone(projectId), fileName: name, category }, body);
    });
    if (data.length === 0) throw invalidFields({ files: 'Choose at least one file' });
    const [first] = transient;
    if (first && transient.length === taken) throw first;
    response.status(201).json({ data });
  };
