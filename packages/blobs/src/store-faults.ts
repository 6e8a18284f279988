import { AppError } from '@symbio/runtime';
import { codeOf } from './folder-files.js';

/** The store is full; nothing was written. */
export const storeFull = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'storage_full',
    'There is no room left to store files. Nothing was saved; please tell whoever runs Symbio, and try again later.',
    { cause },
  );

export const storeUnavailable = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'storage_unavailable',
    'The store of files cannot be reached right now. Please try again in a moment.',
    { cause },
  );

/** Whether the disk or the user's quota is full. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(String(codeOf(error)));
