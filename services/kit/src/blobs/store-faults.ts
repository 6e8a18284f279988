import { AppError } from '../errors.js';
import { codeOf } from './folder-files.js';

/** The store has no room. Nothing of what was to be written is left behind. */
export const storeFull = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'storage_full',
    'There is no room left to store files. Nothing was saved; please tell whoever runs Symbio, and try again later.',
    { cause },
  );

/** The store cannot be used at the moment. */
export const storeUnavailable = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'storage_unavailable',
    'The store of files cannot be reached right now. Please try again in a moment.',
    { cause },
  );

/** Whether a write to a disk found no room left, on it or for this user. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));
