import { AppError, type AppErrorCode } from '../errors.js';
import { isMongoPassing } from '../mongo.js';

/** Failures of others that pass by themselves. */
const PASSING = new Set<AppErrorCode>(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'RESOURCE_EXHAUSTED']);

/**
 * Whether work failed for want of something it needs, another service or the database: that says nothing about the work, passes
 * by itself, and may take any time.
 */
export const isPassing = (error: unknown): boolean =>
  (error instanceof AppError && PASSING.has(error.code)) || isMongoPassing(error);
