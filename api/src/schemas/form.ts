import { z } from 'zod';

/** A file of a form. */
export interface FormFile {
  /** As the sender calls it; empty when it does not. */
  name: string;
  body: AsyncIterable<Uint8Array>;
}

export interface FormLimits {
  /** Files that are taken. As many again are handed over to be refused each for itself; a form with more is refused. */
  maxFiles: number;
  /** Names of the fields beside the files: each may come once before each file, and no other. */
  fields: readonly string[];
}

/** A form with files in it, read as it comes: no file is held in memory. */
export abstract class FilesForm {
  /**
   * The same text for every repeat of a request under its Idempotency-Key, from which ids of what is made are derived;
   * undefined when a repeat is another request.
   */
  abstract readonly seed: string | undefined;

  /**
   * Hands each file over as soon as it begins, with the fields that came before it, and answers what became of all of
   * them, in the order of the form.
   *
   * @param take begins to read the file before it waits, or refuses the whole form by throwing; what is left is read past
   */
  abstract receive<Item>(
    limits: FormLimits,
    take: (fields: Record<string, string>, file: FormFile, index: number) => Promise<Item>,
  ): Promise<Item[]>;
}

/** The body of operations that take files as `files` of a form, each after a field `id` of its own if it has one. */
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
