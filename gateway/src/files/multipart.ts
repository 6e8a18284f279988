/** Streaming multipart parser: no file is held in memory. */
import { PassThrough, type Readable } from 'node:stream';
import busboy from 'busboy';
import type { Request } from 'express';
import { FilesForm, type FormFile, type FormLimits } from '@symbio/api';
import { AppError, invalidFields, normalizeError } from '@symbio/runtime';

/** Maximum bytes of a form field: a caption's 500 characters at up to four bytes each. */
const MAX_FIELD_BYTES = 2_048;

/** Files parsed per form, as a multiple of the limit; each excess file gets a separate error. */
const READ_TIMES = 2;

/** Error for a file above the form's limit, and for a form with far too many. */
export const tooManyFiles = (maxFiles: number): AppError => {
  const sentence = `A form can hold at most ${maxFiles} files. Send the others in another one.`;
  return new AppError('INVALID_ARGUMENT', 'too_many_files', sentence, { fields: { files: sentence } });
};

function fieldProblem(name: string, isCut: boolean, known: readonly string[]): string | undefined {
  if (name === 'files') return 'files must be files, not text';
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
      'The Content-Type of the form names no boundary: let your HTTP client write that header.',
    );
}

/**
 * Passes each file field `files` to `take` as soon as it begins, with the fields before it, and returns the results in
 * form order. Earlier files are already in transit when too many arrive, so each excess file is passed on too, with its
 * position, to be rejected individually ({@link tooManyFiles}).
 * @param take starts reading synchronously, or rejects the whole form by throwing; unread data is drained
 * @throws AppError INVALID_ARGUMENT for a broken form, unknown fields and a form with far too many files, CANCELLED if
 * the connection breaks, and errors of `take`
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
      // browsers send UTF-8 file names
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
      // skip files parsed from the same chunk after a rejection
      if (isRefused) return void body.resume();
      try {
        if (name !== 'files') throw invalidFields({ [name]: `Unknown field "${name}"` });
        const handed = untilLeft(body);
        // after a rejection `take` has not read the file
        const item = take(fields, { name: filename ?? '', body: handed }, items.length).finally(() => handed.destroy());
        // awaited at the end of the form; prevents an unhandled rejection before that
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
 * A file stream whose reader may stop early. A `for await` loop that exits destroys its stream, and destroying busboy's
 * file stream stalls the parser forever: this wrapper is destroyed instead, and the rest of the file is drained.
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
