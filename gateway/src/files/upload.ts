import type { Request, RequestHandler } from 'express';
import { invalidFields, newId, normalizeError, notFound, type AppError } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { KeyValue } from '@symbio/events';
import type { FormFile } from '@symbio/api';
import type { UploadDocumentRequest } from '@symbio/proto/document';
import type { Callers } from '../auth/callers.js';
import type { Clients } from '../clients.js';
import { idempotencySeed, keyReused, seededId } from '../idempotency.js';
import { presentDocument } from '../present/documents.js';
import { callerOf, idOrNone, parentOf } from '../request.js';
import { refusedFile } from '../spa/documents.js';
import { receiveFiles, refuseOtherForms, tooManyFiles } from './multipart.js';

const MAX_FILES = 100;

export interface UploadParts {
  document: Pick<Clients['document'], 'uploadDocument'>;
  callers: Pick<Callers, 'tokenFor'>;
  answers: KeyValue;
}

/** Transient errors: storage or service full, unavailable or slow; the same file may succeed later. */
const PASSING: readonly AppError['code'][] = ['UNAVAILABLE', 'DEADLINE_EXCEEDED'];

type Item = { document: unknown } | { error: string; code: string; file_name: string };

/** A result, and the transient error if the file could not be stored. */
interface Received {
  item: Item;
  passing?: AppError;
}

interface FileHeader {
  id: string;
  projectId: string;
  fileName: string;
  category: string;
}

async function* messages(header: FileHeader, file: FormFile['body']) {
  yield { part: { $case: 'header', value: header } } satisfies UploadDocumentRequest;
  for await (const chunk of file)
    yield { part: { $case: 'chunk', value: chunk as Buffer } } satisfies UploadDocumentRequest;
}

async function pass(
  document: UploadParts['document'],
  header: FileHeader,
  file: FormFile['body'],
  parent: () => Promise<CallParent>,
): Promise<Received> {
  try {
    const answer = await document.uploadDocument(messages(header, file), await parent());
    return { item: { document: answer.document && presentDocument(answer.document) } };
  } catch (thrown) {
    const error = normalizeError(thrown);
    if (error.code === 'UNAUTHENTICATED' || error.code === 'CANCELLED') throw error;
    return { item: refusedFile(header.fileName, error), ...(PASSING.includes(error.code) && { passing: error }) };
  }
}

/** @param seed base for derived ids; undefined if a repeat is a new upload */
function receive({ document, callers }: UploadParts, request: Request, seed: string | undefined): Promise<Received[]> {
  // a service token lives two minutes, a batch may take an hour: issue one per file
  const parent = async (): Promise<CallParent> => ({
    ...parentOf(request, { unlimited: true }),
    token: await callers.tokenFor(callerOf(request)),
  });
  return receiveFiles(
    request,
    { maxFiles: MAX_FILES, fields: ['project_id', 'category', 'id'] },
    (fields, file, index) => {
      if (!fields['project_id']) throw invalidFields({ project_id: 'project_id is required, before the files' });
      const given = fields['id'];
      delete fields['id'];
      const fileName = file.name || 'document.pdf';
      const projectId = idOrNone(fields['project_id']);
      // a malformed project id gets the service's not-found error
      const refusal =
        index >= MAX_FILES ? tooManyFiles(MAX_FILES) : projectId ? undefined : notFound('Project', 'project_id');
      if (refusal) return Promise.resolve({ item: refusedFile(fileName, refusal) });
      const header = {
        id: given ?? (seed ? seededId(seed, index) : newId()),
        projectId,
        fileName,
        category: fields['category'] ?? '',
      };
      return pass(document, header, file.body, parent).then((sent) => {
        // the id derives from the key: different bytes mean a different body under the same key
        if (!given && seed && 'code' in sent.item && sent.item.code === 'id_taken') throw keyReused();
        return sent;
      });
    },
  );
}

/**
 * POST /api/documents: project_id first, then category, then at most {@link MAX_FILES} files, streamed. Returns one
 * result per file; excess files get `too_many_files`. An optional `id` (UUID v7) before a file becomes its document's
 * id: a repeat with the same bytes returns the existing document, with other bytes `id_taken`. Under an
 * Idempotency-Key, files without an id get one derived from the key and their position, so a repeat returns the same
 * documents. If all files fail with a transient error (storage full, service unavailable), responds 503 with
 * Retry-After; 504 on a timeout.
 */
export function uploadDocuments(parts: UploadParts): RequestHandler {
  return async (request, response) => {
    refuseOtherForms(request);
    const received = await receive(parts, request, await idempotencySeed(parts.answers, request));
    const [first] = received;
    if (!first) throw invalidFields({ files: 'Choose at least one file' });
    if (first.passing && received.slice(0, MAX_FILES).every(({ passing }) => passing !== undefined))
      throw first.passing;
    response.status(201).json({ data: received.map(({ item }) => item) });
  };
}
