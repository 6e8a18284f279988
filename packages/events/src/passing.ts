import { normalizeError, type AppErrorCode } from '@symbio/runtime';

/** Transient failures of dependencies. */
const PASSING = new Set<AppErrorCode>(['UNAVAILABLE', 'DEADLINE_EXCEEDED', 'CANCELLED', 'RESOURCE_EXHAUSTED']);

/** Whether work failed because a service is unavailable: transient, for any length of time, and independent of the work. */
export const isPassing = (error: unknown): boolean => PASSING.has(normalizeError(error).code);
