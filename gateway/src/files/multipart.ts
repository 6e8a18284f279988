/** Forms with files in them, read as they come: no file is held in memory. */
import { PassThrough, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { FilesForm, type FormFile, type FormLimits } from '@symbio/api';
import { AppError, invalidFields, normalizeError } from '@symbio/kit';

/** Bytes of a form field: a caption's 500 characters have up to four each. */
const MAX_FIELD_BYTES = 2_048;

/** How often as many files as are taken are read of one form: those too many are told each for itself. */
const READ_TIMES = 2;

/** Why a file is refused that comes after as many as one form may hold, and a form with very many. */
export const tooManyFiles = (maxFiles: number): AppError => {
  const sentence = `A form can hold at most ${maxFiles} files. Send the others in another one.`;
  return new AppError('INVALID_ARGUMENT', 'too_many_files', sentence, { fields: { files: sentence } });
};

/** What is wrong with a field of a form. */
function fieldProblem(name: string, isCut: boolean, known: readonly string[]): string | undefined {
  if (name === 'files') return 'files must be files, not text';
  if (!known.includes(name)) return `Unknown field "${name}"`;
  return isCut ? `${name} is too long` : undefined;
}

/** @throws AppError INVALID_ARGUMENT for a body that is no form */
export function refuseOtherForms(request: Request): void {
  if (!request.is('multipart/form-data'))
    throw new AppError('INVALID_ARGUMENT', 'unsupported_type', 'Send the files as multipart/form-data.');
  if (!/;\s*boundary=./i.test(request.get('content-type') ?? ''))
    throw new AppError(
      'INVALID_ARGUMENT',
      'invalid_form',
      'The Content-Type of the form names no boundary: let your HTTP client write that header.',
    );
}

/**
 * Hands each file called `files` over as soon as it begins, with the fields that came before it, and answers what became of
 * all of them, in the order of the form. Files are on their way by the time that a later one shows to be too many: each of
 * those is handed over as well, with its place in the form, to be refused for itself ({@link tooManyFiles}).
 *
 * @param take begins to read the file before it waits, or refuses the whole form by throwing; what is left is read past
 * @throws AppError INVALID_ARGUMENT for a broken form, unknown fields and a form with very many files, CANCELLED when it breaks
 * off, and what `take` threw
 */
export function receiveFiles<Item>(
  request: Request,
  { maxFiles, fields: known }: FormLimits,
  take: (fields: Record<string, string>, file: FormFile, index: number) => Promise<Item>,
): Promise<Item[]> {
  const read = READ_TIMES * maxFiles;
  return new Promise((resolve, reject) => {
    const form = busboy({
      headers: request.headers,
      // file names are UTF-8 in every browser
      defParamCharset: 'utf8',
      limits: { files: read, fieldSize: MAX_FIELD_BYTES, fields: read * known.length },
    });
    const fields: Record<string, string> = {};
    const items: Promise<Item>[] = [];
    let isRefused = false;
    const fail = (error: unknown): void => {
      isRefused = true;
      request.unpipe(form);
      request.resume();
      reject(normalizeError(error));
    };
    form.on('field', (name, value, { valueTruncated }) => {
      const problem = fieldProblem(name, valueTruncated, known);
      if (problem === undefined) fields[name] = value;
      else fail(invalidFields({ [name]: problem }));
    });
    form.on('filesLimit', () => fail(tooManyFiles(maxFiles)));
    form.on('fieldsLimit', () =>
      fail(new AppError('INVALID_ARGUMENT', 'invalid_form', 'The form has more fields than its files can need.')),
    );
    form.on('file', (name, body, { filename }) => {
      // what came in one piece with the reason of a refusal is not begun
      if (isRefused) return void body.resume();
      try {
        if (name !== 'files') throw invalidFields({ [name]: `Unknown field "${name}"` });
        const handed = untilLeft(body);
        // whoever refused the file has not read it
        const item = take(fields, { name: filename ?? '', body: handed }, items.length).finally(() => handed.destroy());
        // looked at when the form ends; a rejection before that is not lost
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
      fail(new AppError('INVALID_ARGUMENT', 'invalid_form', 'The upload is not a complete multipart form.', { cause })),
    );
    request.on('aborted', () => fail(new AppError('CANCELLED', 'cancelled', 'The upload was cancelled.')));
    request.pipe(form);
  });
}

/**
 * A file of a form for somebody who may leave it before its end. Reading it by a loop that ends early destroys what is read, and
 * a file that is destroyed under it holds busboy up for ever: what is destroyed here is a stream of its own, and the rest of the
 * file is read past.
 */
function untilLeft(file: Readable): PassThrough {
  const read = new PassThrough();
  file.once('error', (error) => read.destroy(error));
  read.once('close', () => {
    file.unpipe(read);
    file.resume();
  });
  return file.pipe(read);
}

/** The form that a request is. */
export class RequestForm extends FilesForm {
  readonly #request: Request;

  constructor(
    request: Request,
    readonly seed: string | undefined,
  ) {
    super();
    this.#request = request;
  }

  receive<Item>(
    limits: FormLimits,
    take: (fields: Record<string, string>, file: FormFile, index: number) => Promise<Item>,
  ): Promise<Item[]> {
    return receiveFiles(this.#request, limits, take);
  }
}
