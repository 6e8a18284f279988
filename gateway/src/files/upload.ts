import type { Request, RequestHandler } from 'express';
import {
  invalidFields,
  newId,
  normalizeError,
  notFound,
  type AppError,
  type CallParent,
  type KeyValue,
} from '@symbio/kit';
import type { FormFile } from '@symbio/api';
import type { UploadDocumentRequest } from '@symbio/proto/document';
import type { Callers } from '../auth/callers.js';
import type { Clients } from '../clients.js';
import { idempotencySeed, keyReused, seededId } from '../idempotency.js';
import { presentDocument } from '../present/documents.js';
import { callerOf, idOrNone, parentOf } from '../request.js';
import { refusedFile } from '../spa/documents.js';
import { receiveFiles, refuseOtherForms, tooManyFiles } from './multipart.js';

/** Files of one batch. */
const MAX_FILES = 100;

export interface UploadParts {
  document: Pick<Clients['document'], 'uploadDocument'>;
  callers: Pick<Callers, 'tokenFor'>;
  /** What is kept under Idempotency-Keys. */
  answers: KeyValue;
}

/** What a store or a service ends in that is full, away or slow: the same file may be taken a little later. */
const PASSING: readonly AppError['code'][] = ['UNAVAILABLE', 'DEADLINE_EXCEEDED'];

type Item = { document: unknown } | { error: string; code: string; file_name: string };

/** An item, and why it could not be taken at the moment: the store is full, or the service away. */
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

/** One file, from the browser straight on to the document service. */
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

/** @param seed from which ids are derived that the form does not give; undefined when a repeat is another upload */
function receive({ document, callers }: UploadParts, request: Request, seed: string | undefined): Promise<Received[]> {
  // a token lives for two minutes, a batch may take an hour: each file has its own
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
      // a project of another form is answered as the service answers for one that is not there
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
        // the id is the key's own: other bytes under it are another body under the same key
        if (!given && seed && 'code' in sent.item && sent.item.code === 'id_taken') throw keyReused();
        return sent;
      });
    },
  );
}

/**
 * POST /api/documents: project_id first, then category, then at most {@link MAX_FILES} files; one item a file, none held in
 * memory; the item of a file too many says `too_many_files`. An optional
 * `id` (UUID v7) before a file is that file's document's: sent again with the same bytes it answers the document there
 * is, with other bytes the item says `id_taken`. Under an Idempotency-Key files without an id get one from the key and
 * their place, so that a repeat of the form answers the same documents. Where not one file could be taken and that passes (a
 * store that is full, a service that is away), the answer is 503 with Retry-After; 504 where a service took too long.
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
