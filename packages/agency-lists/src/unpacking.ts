/** Limits of packed files, against bombs. */
import { ListFileError, MAX_UNPACKED_BYTES } from './file-error.js';

const MAX_RATIO = 200;
/** Bytes that any ratio may unpack to. */
const RATIO_FROM = 16 * 1_024 * 1_024;

/** @throws ListFileError for a list that is too large, or far larger than its file */
export function checkUnpacked(kind: 'zip' | 'gzip file', packed: number, unpacked: number): void {
  if (unpacked > MAX_UNPACKED_BYTES)
    throw new ListFileError(`The list in the ${kind} has more than 20 GB. Send it in parts, each as a list.`);
  if (unpacked > RATIO_FROM && unpacked > packed * MAX_RATIO)
    throw new ListFileError(
      `The ${kind} unpacks to more than 200 times its size, so it was not read. Send the list itself.`,
    );
}
