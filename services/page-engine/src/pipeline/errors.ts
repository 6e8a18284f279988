import { documentFailures, PageFailure, pageFailures } from '../children/failures.js';
import { PdfiumError } from '../pdf/page.js';

/** What libvips and Node say when a file cannot be written: the machine's fault, not the page's. */
const STORAGE_TROUBLE =
  /ENOSPC|EDQUOT|EROFS|EACCES|ENOTDIR|EIO\b|no space left|read-only file system|unable to open for write/i;
const MEMORY_TROUBLE = /out of memory|memory allocation|cannot enlarge memory|Array buffer allocation failed/i;

/** An error in words, for the log. */
export const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** A trap (RuntimeError) or an exhausted stack (RangeError) inside WASM. */
export const isTrap = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError);
export const isStorageTrouble = (error: unknown): boolean => STORAGE_TROUBLE.test(describe(error));

/** Tells a machine that cannot store from a page that cannot be made. @throws PipelineFailure `storage` */
export async function storing<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isStorageTrouble(error)) throw documentFailures.storage(describe(error));
    throw error;
  }
}

/** What people read about a page that an error ended. */
export function pageFailureOf(error: unknown, pageNumber: number): PageFailure {
  if (error instanceof PageFailure) return error;
  const memory = error instanceof PdfiumError ? error.kind === 'memory' : MEMORY_TROUBLE.test(describe(error));
  if (memory) return pageFailures.outOfMemory(pageNumber);
  if (/timeout/i.test(describe(error))) return pageFailures.timeout(pageNumber);
  return pageFailures.broken(pageNumber, error);
}
