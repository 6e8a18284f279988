import type { Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request, RequestHandler } from 'express';
import { AppError, invalidFields, newId, normalizeError, type CallParent } from '@symbio/kit';
import type { UploadDocumentRequest } from '@symbio/proto/document';
import type { Clients } from '../clients.js';
import { presentDocument } from '../present.js';
import { idOrNone, parentOf } from '../request.js';
import { refusedFile } from '../spa/documents.js';

/** Files of one batch. */
const MAX_FILES = 100;
/** Bytes of a form field. */
const MAX_FIELD_BYTES = 1_000;

type Item = { document: unknown } | { error: string; code: string; file_name: string };

async function* messages(header: { projectId: string; fileName: string; category: string }, file: Readable) {
  yield { part: { $case: 'header', value: { id: newId(), ...header } } } satisfies UploadDocumentRequest;
  for await (const chunk of file)
    yield { part: { $case: 'chunk', value: chunk as Buffer } } satisfies UploadDocumentRequest;
}

/** One file, from the browser straight on to the document service; what is left of a refused one is read past. */
async function pass(
  document: Clients['document'],
  header: Parameters<typeof messages>[0],
  file: Readable,
  parent: CallParent,
): Promise<Item> {
  try {
    const answer = await document.uploadDocument(messages(header, file), parent);
    return { document: answer.document && presentDocument(answer.document) };
  } catch (thrown) {
    const error = normalizeError(thrown);
    if (error.code === 'UNAUTHENTICATED' || error.code === 'CANCELLED') throw error;
    return refusedFile(header.fileName, error);
  } finally {
    file.resume();
  }
}

function receive(document: Clients['document'], request: Request): Promise<Item[]> {
  const parent = parentOf(request, { unlimited: true });
  return new Promise((resolve, reject) => {
    const form = busboy({
      headers: request.headers,
      // file names are UTF-8 in every browser
      defParamCharset: 'utf8',
      limits: { files: MAX_FILES, fieldSize: MAX_FIELD_BYTES, fields: 10 },
    });
    const fields: Record<string, string> = {};
    const items: Promise<Item>[] = [];
    const fail = (error: unknown): void => {
      request.unpipe(form);
      request.resume();
      reject(normalizeError(error));
    };
    form.on('field', (name, value) => (fields[name] = value));
    form.on('file', (name, file, { filename }) => {
      if (name !== 'files') {
        file.resume();
        return fail(invalidFields({ [name]: `Unknown field "${name}"` }));
      }
      if (!fields['project_id']) {
        file.resume();
        return fail(invalidFields({ project_id: 'project_id is required, before the files' }));
      }
      const header = {
        projectId: idOrNone(fields['project_id']),
        fileName: filename || 'document.pdf',
        category: fields['category'] ?? '',
      };
      const item = pass(document, header, file, parent);
      // looked at when the form ends; a rejection before that is not lost
      item.catch(() => undefined);
      items.push(item);
    });
    form.on('close', () => {
      Promise.all(items).then(resolve, fail);
    });
    form.on('error', (cause) =>
      fail(new AppError('INVALID_ARGUMENT', 'invalid_form', 'The upload is not a complete multipart form.', { cause })),
    );
    request.on('aborted', () => fail(new AppError('CANCELLED', 'cancelled', 'The upload was cancelled.')));
    request.pipe(form);
  });
}

/** POST /api/documents: project_id first, then category, then files; one item a file, none held in memory. */
export function uploadDocuments({ document }: Pick<Clients, 'document'>): RequestHandler {
  return async (request, response) => {
    if (!request.is('multipart/form-data'))
      throw new AppError('INVALID_ARGUMENT', 'unsupported_type', 'Send the files as multipart/form-data.');
    const items = await receive(document, request);
    if (items.length === 0) throw invalidFields({ files: 'Choose at least one file' });
    response.status(201).json({ data: items });
  };
}
