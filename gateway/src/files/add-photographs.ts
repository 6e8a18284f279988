import type { Request, RequestHandler } from 'express';
import { invalidFields, newId, normalizeError, type CallParent, type KeyValue } from '@symbio/kit';
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

/** Photographs of one form. */
const MAX_FILES = 50;

export interface AddPhotographsParts {
  document: Pick<Clients['document'], 'addPhotograph'>;
  callers: Pick<Callers, 'tokenFor'>;
  /** What is kept under Idempotency-Keys. */
  answers: KeyValue;
}

type Item = { photo: unknown } | { error: string; code: string; file_name: string };

async function* messages(header: PhotographHeader, file: FormFile['body']) {
  yield { part: { $case: 'header', value: header } } satisfies AddPhotographRequest;
  for await (const chunk of file)
    yield { part: { $case: 'chunk', value: chunk as Buffer } } satisfies AddPhotographRequest;
}

/** What concerns the whole form and not one file of it. */
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

/** @param seed from which ids are derived that the form does not give; undefined when a repeat adds others */
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
    // a token lives for two minutes, a form from a phone may take longer: each file has its own
    const parent = { ...parentOf(request, { unlimited: true }), token: await callers.tokenFor(callerOf(request)) };
    const sent = await pass(document, header, file.body, parent);
    // the id is the key's own: other bytes under it are another body under the same key
    if (!given && seed && 'code' in sent && sent.code === 'id_taken') throw keyReused();
    return sent;
  });
}

/**
 * POST /api/projects/{id}/site-visits/{visit_id}/photos: one item a file, none held in memory. An optional `id` (UUID v7)
 * and `caption` before a file are that photograph's: sent again under its id with the same bytes it answers the photograph
 * there is. Under an Idempotency-Key files without an id get one from the key and their place.
 */
export function addPhotographs(parts: AddPhotographsParts): RequestHandler {
  return async (request, response) => {
    refuseOtherForms(request);
    const items = await receive(parts, request, await idempotencySeed(parts.answers, request));
    if (items.length === 0) throw invalidFields({ files: 'Choose at least one photograph' });
    response.status(201).json({ data: items });
  };
}
