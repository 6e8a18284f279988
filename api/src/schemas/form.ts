import { z } from 'zod';

export interface FormFile {
  /** Client's `id` before the file, else derived from the Idempotency-Key, else new. */
  id: string;
  name: string;
  fields: Readonly<Record<string, string>>;
  body: AsyncIterable<Uint8Array>;
}

export interface RefusedFile {
  file_name: string;
  error: string;
  code: string;
}

export interface FormRules {
  /** Maximum files; up to twice as many are refused individually. */
  maxFiles: number;
  /** Allowed fields that apply to all files after them. */
  fields?: readonly string[];
  /** Allowed fields that apply to the next file only; always `id`. */
  fileFields?: readonly string[];
  /** Name of a file without one. */
  defaultName: string;
  /** Name of the file parts; default `files`. */
  part?: string;
  /** Further error codes that refuse the whole form. */
  fatal?: readonly string[];
}

/** Multipart form, streamed: files are not held in memory. */
export abstract class FilesForm {
  /**
   * Passes each file on as it begins and returns the results in form order.
   * @param take starts reading synchronously, or throws synchronously to refuse the form
   */
  abstract receive<Item extends object>(
    rules: FormRules,
    take: (file: FormFile) => Promise<Item>,
  ): Promise<(Item | RefusedFile)[]>;
}

/** Form body with one `file`, after its `id` and other fields. */
export const fileForm = (description: string, fields: Record<string, { type: 'string'; description: string }>) =>
  z
    .custom<FilesForm>((value) => value instanceof FilesForm)
    .meta({
      override: {
        type: 'object',
        required: ['file'],
        properties: {
          id: { type: 'string', format: 'uuid', description: 'Your own id for the file.' },
          ...fields,
          file: { type: 'string', format: 'binary', description },
        },
      },
    });

/** Form body with `files`, each optionally preceded by its `id` field. */
export const filesForm = (description: string) =>
  z
    .custom<FilesForm>((value) => value instanceof FilesForm)
    .meta({
      override: {
        type: 'object',
        required: ['files'],
        properties: {
          id: { type: 'string', format: 'uuid', description: 'Your own id for the next file.' },
          files: { type: 'array', minItems: 1, items: { type: 'string', format: 'binary' }, description },
        },
      },
    });

export const refusedFile = z
  .strictObject({ file_name: z.string(), error: z.string(), code: z.string() })
  .meta({ id: 'RefusedFile', description: 'Result of a file that was not accepted.' });

/** Body of bytes, streamed. */
export const byteStream = z
  .custom<AsyncIterable<Uint8Array>>((value) => typeof value === 'object' && value !== null)
  .meta({ override: { type: 'string', format: 'binary' } });

/** Bytes of the file before a part. */
export const partOffset = z
  .string({ error: 'offset must be a number of bytes' })
  .transform(Number)
  .refine((offset) => Number.isSafeInteger(offset) && offset >= 0, 'offset must be a number of bytes')
  .meta({ override: { type: 'integer', minimum: 0 } });

const size = 'size must be a number of bytes';
export const fileBytes = z.int({ message: size }).min(0, size);
