import { z } from 'zod';

/** An uploaded file. */
export interface FormFile {
  /** Original name; may be empty. */
  name: string;
  body: AsyncIterable<Uint8Array>;
}

export interface FormLimits {
  /** Maximum accepted files. Up to twice as many are refused individually; a larger form is refused as a whole. */
  maxFiles: number;
  /** Allowed fields, each at most once before each file. */
  fields: readonly string[];
}

/** A multipart form, streamed: files are not held in memory. */
export abstract class FilesForm {
  /** Seed for derived ids, equal for repeats with the same Idempotency-Key; undefined without one. */
  abstract readonly seed: string | undefined;

  /**
   * Passes each file on when it begins, with the preceding fields, and returns the results in form order.
   *
   * @param take starts reading the file synchronously, or throws to refuse the whole form; unread data is skipped
   */
  abstract receive<Item>(
    limits: FormLimits,
    take: (fields: Record<string, string>, file: FormFile, index: number) => Promise<Item>,
  ): Promise<Item[]>;
}

/** Form body with `files`, each optionally preceded by its `id` field. */
export const filesForm = (description: string) =>
  z
    .custom<FilesForm>((value) => value instanceof FilesForm)
    .meta({
      override: {
        type: 'object',
        required: ['files'],
        properties: {
          id: { type: 'string', format: 'uuid', description: 'Your own id for the file that comes next.' },
          files: { type: 'array', minItems: 1, items: { type: 'string', format: 'binary' }, description },
        },
      },
    });
