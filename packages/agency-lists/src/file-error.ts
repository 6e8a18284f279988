/** A file that cannot be read, in a sentence for the person who sent it. */
export class ListFileError extends Error {
  override readonly name = 'ListFileError';
}

/** Rows of a list. */
export interface Table {
  header: readonly string[];
  rows: AsyncIterable<readonly string[]>;
}

export const MAX_COLUMNS = 200;
export const MAX_ROWS = 10_000_000;
export const MAX_UNPACKED_BYTES = 20 * 1_024 ** 3;
