import { AppError, type AppErrorCode } from '../errors.js';
import { isMongoPassing } from '../mongo.js';

/** Transient failures of dependencies. */
const PASSING = new Set<AppErrorCode>(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'RESOURCE_EXHAUSTED']);

/**
 * Whether work failed because a service or the database is unavailable: transient, for any length of time, and
 * independent of the work.
 */
export const isPassing = (error: unknown): boolean =>
  (error instanceof AppError && PASSING.has(error.code)) || isMongoPassing(error);
