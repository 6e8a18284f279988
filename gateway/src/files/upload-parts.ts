/** Resumable uploads: a broken connection or a closed tab loses at most one part. */
import { about } from '../http/audit/audit-subject.js';
import { type Router, type Request } from 'express';
import { AppError, invalidFields } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { UploadPartRequest } from '@symbio/proto/document';
import type { Clients } from '../clients.js';
import { pathId, requiredId } from '../http/input.js';
import { presentDocument } from '../present/documents.js';
import { parentOf, query } from '../http/request.js';
import { methods, strictRouter } from '../http/routing.js';

/** Maximum bytes of a message to the service; network chunks are smaller. */
const MAX_CHUNK = 1024 * 1024;

function offsetOf(request: Request): number {
  const offset = Number(query(request, 'offset') ?? NaN);
  if (Number.isSafeInteger(offset) && offset >= 0) return offset;
  throw invalidFields({ offset: 'offset must be a number of bytes' });
}

async function* messages(header: { id: string; projectId: string; offset: number }, body: AsyncIterable<Buffer>) {
  yield { part: { $case: 'header', value: header } } satisfies UploadPartRequest;
  for await (const chunk of body)
    for (let from = 0; from < chunk.length; from += MAX_CHUNK)
      yield { part: { $case: 'chunk', value: chunk.subarray(from, from + MAX_CHUNK) } } satisfies UploadPartRequest;
}

const targetOf = (request: Request) => ({
  id: pathId(request, 'Upload'),
  projectId: requiredId(request, 'project_id', 'Project'),
});

const withoutDeadline = (request: Request): CallParent => parentOf(request, { unlimited: true });

/**
 * `/api/document-uploads/{id}?project_id=`; the id (UUID v7) becomes the document's. GET returns `{data: {offset,
 * document}}`. PUT with `&offset=` stores a part of at most 16 MiB (application/octet-stream); 409 `upload_offset` for
 * another offset. DELETE removes the parts. Only the user who started an upload may use it. `POST .../complete` is in
 * spa/documents.ts.
 */
export function uploadParts({ document }: Pick<Clients, 'document'>): Router {
  const router = strictRouter();
  methods(router, '/document-uploads/:id', about('document', { by: { project_id: 'project' } }), {
    get: [
      async (request, response) => {
        const { offset, document: made } = await document.getUpload(targetOf(request), parentOf(request));
        response.json({ data: { offset, document: made ? presentDocument(made) : null } });
      },
    ],
    put: [
      async (request, response) => {
        if (!request.is('application/octet-stream'))
          throw new AppError('INVALID_ARGUMENT', 'unsupported_type', 'Send the bytes as application/octet-stream.');
        const header = { ...targetOf(request), offset: offsetOf(request) };
        const { offset } = await document.uploadPart(messages(header, request), withoutDeadline(request));
        response.json({ data: { offset } });
      },
    ],
    delete: [
      async (request, response) => {
        await document.discardUpload(targetOf(request), parentOf(request));
        response.json({ success: true });
      },
    ],
  });
  return router;
}
