import { documentFailures, PageFailure, pageFailures } from '../children/failures.js';
import { PdfiumError } from '../pdf/page.js';

/** Failed writes of libvips and Node: the machine's fault. */
const STORAGE_TROUBLE =
  /ENOSPC|EDQUOT|EROFS|EACCES|ENOTDIR|EIO\b|no space left|read-only file system|unable to open for write/i;
const MEMORY_TROUBLE =
  /out of memory|memory allocation|cannot enlarge memory|Array buffer allocation failed|failed to allocate memory/i;

export const describe = (error: unknown): string => (error instanceof Error ? error.message : String(error));
/** Trap (RuntimeError) or stack overflow (RangeError) in WASM. */
export const isWasmTrap = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'RuntimeError' || error instanceof RangeError);
export const isStorageTrouble = (error: unknown): boolean => STORAGE_TROUBLE.test(describe(error));

/** @throws PipelineFailure `storage` for storage errors */
export async function storing<T>(write: Promise<T>): Promise<T> {
  try {
    return await write;
  } catch (error) {
    if (isStorageTrouble(error)) throw documentFailures.storage(describe(error));
    throw error;
  }
}

export function pageFailureOf(error: unknown, pageNumber: number): PageFailure {
  if (error instanceof PageFailure) return error;
  const memory = error instanceof PdfiumError ? error.kind === 'memory' : MEMORY_TROUBLE.test(describe(error));
  if (memory) return pageFailures.outOfMemory(pageNumber);
  if (/timeout/i.test(describe(error))) return pageFailures.timeout(pageNumber);
  return pageFailures.broken(pageNumber, error);
}
