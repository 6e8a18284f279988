/** Streaming multipart parser: no file is held in memory. */
import { PassThrough, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { FilesForm, type FormFile, type FormRules, type RefusedFile } from '@symbio/api';
import { AppError, invalidFields, newId, normalizeError } from '@symbio/runtime';
import { keyReused, seededId } from './idempotency.js';

/** Maximum bytes of a form field: a caption's 500 characters at up to four bytes each. */
const MAX_FIELD_BYTES = 2_048;

/** Files parsed per form, as a multiple of the limit. */
const READ_TIMES = 2;

const tooManyFiles = (maxFiles: number): AppError => {
  const sentence = `A form can hold at most ${maxFiles} files. Send the others in another one.`;
  return new AppError('INVALID_ARGUMENT', 'too_many_files', sentence, { fields: { files: sentence } });
};

function fieldProblem(name: string, isCut: boolean, known: readonly string[], part: string): string | undefined {
  if (name === part) return part === 'files' ? 'files must be files, not text' : `${part} must be a file, not text`;
  if (!known.includes(name)) return `Unknown field "${name}"`;
  return isCut ? `${name} is too long` : undefined;
}

/** @throws AppError INVALID_ARGUMENT if the body is not multipart */
export function refuseOtherForms(request: Request): void {
  if (!request.is('multipart/form-data'))
    throw new AppError('INVALID_ARGUMENT', 'unsupported_type', 'Send the files as multipart/form-data.');
  if (!/;\s*boundary=./i.test(request.get('content-type') ?? ''))
    throw new AppError(
      'INVALID_ARGUMENT',
      'invalid_form',
      'The form’s Content-Type has no boundary: let your HTTP client set that header.',
    );
}

export async function* fileMessages<Header>(header: Header, body: FormFile['body']) {
  yield { part: { $case: 'header' as const, value: header } };
  for await (const chunk of body) yield { part: { $case: 'chunk' as const, value: chunk as Buffer } };
}

/** Error codes that always refuse the whole form. */
const FATAL: readonly string[] = ['UNAUTHENTICATED', 'CANCELLED'];

const refusedFile = (fileName: string, { message, reason }: AppError): RefusedFile => ({
  file_name: fileName,
  error: message,
  code: reason,
});

/**
 * Passes each file to `take` as it begins and returns the results in form order.
 * @param seed base for derived ids ({@link idempotencySeed}); undefined if a repeat adds new files
 * @param take starts reading synchronously, or throws synchronously to refuse the form; unread data is drained
 * @throws AppError INVALID_ARGUMENT for an invalid form, CANCELLED if the connection breaks, and fatal errors of `take`
 */
export function receiveFiles<Item extends object>(
  request: Request,
  seed: string | undefined,
  { maxFiles, fields: formFields = [], fileFields = [], defaultName, part = 'files', fatal = [] }: FormRules,
  take: (file: FormFile) => Promise<Item>,
): Promise<(Item | RefusedFile)[]> {
  const known = ['id', ...formFields, ...fileFields];
  const read = READ_TIMES * maxFiles;
  const fields: Record<string, string> = {};

  function receive(name: string, body: FormFile['body'], index: number): Promise<Item | RefusedFile> {
    const { id: given, ...ofFile } = { ...fields };
    for (const field of ['id', ...fileFields]) delete fields[field];
    if (index >= maxFiles) return Promise.resolve(refusedFile(name, tooManyFiles(maxFiles)));
    const id = given ?? (seed ? seededId(seed, index) : newId());
    return take({ id, name, fields: ofFile, body }).catch((thrown: unknown) => {
      const error = normalizeError(thrown);
      if (FATAL.includes(error.code) || fatal.includes(error.code)) throw error;
      // the id derives from the key: different bytes mean a different body under the same key
      if (given === undefined && seed && error.reason === 'id_taken') throw keyReused();
      return refusedFile(name, error);
    });
  }

  return new Promise((resolve, reject) => {
    const form = busboy({
      headers: request.headers,
      // browsers send UTF-8 file names
      defParamCharset: 'utf8',
      limits: { files: read, fieldSize: MAX_FIELD_BYTES, fields: read * known.length },
    });
    const items: Promise<Item | RefusedFile>[] = [];
    let isRefused = false;
    const fail = (error: unknown): void => {
      isRefused = true;
      request.unpipe(form);
      request.resume();
      reject(normalizeError(error));
    };
    form.on('field', (name, value, { valueTruncated }) => {
      const problem = fieldProblem(name, valueTruncated, known, part);
      if (problem === undefined) fields[name] = value;
      else fail(invalidFields({ [name]: problem }));
    });
    form.on('filesLimit', () => fail(tooManyFiles(maxFiles)));
    form.on('fieldsLimit', () =>
      fail(new AppError('INVALID_ARGUMENT', 'invalid_form', 'The form has too many fields.')),
    );
    form.on('file', (name, body, { filename }) => {
      // skip files parsed from the same chunk after a rejection
      if (isRefused) return void body.resume();
      try {
        if (name !== part) throw invalidFields({ [name]: `Unknown field "${name}"` });
        const detached = detach(body);
        // after a rejection `take` has not read the file
        const item = receive(filename || defaultName, detached, items.length).finally(() => detached.destroy());
        // prevents an unhandled rejection; awaited at the end of the form
        item.catch(() => undefined);
        items.push(item);
      } catch (error) {
        body.resume();
        fail(error);
      }
    });
    form.on('close', () => {
      Promise.all(items).then(resolve, fail);
    });
    form.on('error', (cause) =>
      fail(new AppError('INVALID_ARGUMENT', 'invalid_form', 'The multipart form is incomplete.', { cause })),
    );
    request.on('aborted', () => fail(new AppError('CANCELLED', 'cancelled', 'The upload was cancelled.')));
    request.pipe(form);
  });
}

/** File stream whose reader may stop early: destroying busboy's own stream would stall the parser forever. */
function detach(file: Readable): PassThrough {
  const read = new PassThrough();
  file.once('error', (error) => read.destroy(error));
  read.once('close', () => {
    file.unpipe(read);
    file.resume();
  });
  return file.pipe(read);
}

export class RequestForm extends FilesForm {
  readonly #request: Request;
  readonly #seed: string | undefined;

  constructor(request: Request, seed: string | undefined) {
    super();
    this.#request = request;
    this.#seed = seed;
  }

  receive<Item extends object>(
    rules: FormRules,
    take: (file: FormFile) => Promise<Item>,
  ): Promise<(Item | RefusedFile)[]> {
    return receiveFiles(this.#request, this.#seed, rules, take);
  }
}
