import type { Request, RequestHandler } from 'express';
import { invalidFields, newId, normalizeError } from '@symbio/runtime';
import type { CallParent } from '@symbio/rpc';
import type { KeyValue } from '@symbio/events';
import type { FormFile } from '@symbio/api';
import type { AddPhotographRequest, PhotographHeader } from '@symbio/proto/document';
import type { Callers } from '../auth/callers.js';
import type { Clients } from '../clients.js';
import { idempotencySeed, keyReused, seededId } from '../idempotency.js';
import { pathId } from '../input.js';
import { presentPhotograph } from '../present/photographs.js';
import { callerOf, parentOf } from '../request.js';
import { refusedFile } from '../spa/documents.js';
import { receiveFiles, refuseOtherForms, tooManyFiles } from './multipart.js';

const MAX_FILES = 50;

export interface AddPhotographsParts {
  document: Pick<Clients['document'], 'addPhotograph'>;
  callers: Pick<Callers, 'tokenFor'>;
  answers: KeyValue;
}

type Item = { photo: unknown } | { error: string; code: string; file_name: string };

async function* messages(header: PhotographHeader, file: FormFile['body']) {
  yield { part: { $case: 'header', value: header } } satisfies AddPhotographRequest;
  for await (const chunk of file)
    yield { part: { $case: 'chunk', value: chunk as Buffer } } satisfies AddPhotographRequest;
}

const OF_THE_FORM: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'CANCELLED', 'PERMISSION_DENIED', 'NOT_FOUND']);

async function pass(
  document: AddPhotographsParts['document'],
  header: PhotographHeader,
  file: FormFile['body'],
  parent: CallParent,
): Promise<Item> {
  try {
    const { photograph } = await document.addPhotograph(messages(header, file), parent);
    return { photo: photograph && presentPhotograph(photograph) };
  } catch (thrown) {
    const error = normalizeError(thrown);
    if (OF_THE_FORM.has(error.code)) throw error;
    return refusedFile(header.fileName, error);
  }
}

/** @param seed base for derived ids; undefined if a repeat must add new photographs */
async function receive({ document, callers }: AddPhotographsParts, request: Request, seed: string | undefined) {
  const named = { projectId: pathId(request, 'Project'), visitId: pathId(request, 'Site visit', 'visit_id') };
  return receiveFiles(request, { maxFiles: MAX_FILES, fields: ['id', 'caption'] }, async (fields, file, index) => {
    const { id: given, caption = '' } = fields;
    delete fields['id'];
    delete fields['caption'];
    const fileName = file.name || 'photo.jpg';
    if (index >= MAX_FILES) return refusedFile(fileName, tooManyFiles(MAX_FILES));
    const header = {
      ...named,
      id: given ?? (seed ? seededId(seed, index) : newId()),
      fileName,
      caption,
    };
    // a service token lives two minutes, a phone upload may take longer: issue one per file
    const parent = { ...parentOf(request, { unlimited: true }), token: await callers.tokenFor(callerOf(request)) };
    const sent = await pass(document, header, file.body, parent);
    // the id derives from the key: different bytes mean a different body under the same key
    if (!given && seed && 'code' in sent && sent.code === 'id_taken') throw keyReused();
    return sent;
  });
}

/**
 * POST /api/projects/{id}/site-visits/{visit_id}/photos: one result per file; files are streamed. An optional `id`
 * (UUID v7) and `caption` before a file apply to it: the same id with the same bytes returns the existing photograph.
 * Under an Idempotency-Key, files without an id get one derived from the key and their position.
 */
export function addPhotographs(parts: AddPhotographsParts): RequestHandler {
  return async (request, response) => {
    refuseOtherForms(request);
    const items = await receive(parts, request, await idempotencySeed(parts.answers, request));
    if (items.length === 0) throw invalidFields({ files: 'Choose at least one photograph' });
    response.status(201).json({ data: items });
  };
}
