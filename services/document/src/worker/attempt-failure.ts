import { AppError, isNotFound, type AppErrorCode } from '@symbio/runtime';
import { PipelineFailure } from '@symbio/page-engine/pipeline';

/** For users, for engineers, and whether a retry may succeed. */
export interface AttemptFailure {
  message: string;
  details: string;
  permanent: boolean;
  /** A dependency is unavailable, full or locked: neither file nor attempt is at fault. */
  blocked: boolean;
}

const AWAY = new Set<AppErrorCode>(['UNAVAILABLE', 'DEADLINE_EXCEEDED']);

const isAway = (error: unknown): boolean =>
  error instanceof AppError && (AWAY.has(error.code) || error.reason === 'document_busy');

const SURPRISE = 'Something went wrong on our side while this document was processed. Try to process it again.';

export function attemptFailure(error: unknown): AttemptFailure {
  if (error instanceof PipelineFailure) {
    const { message, detail: details = '', retryable, reason } = error;
    return { message, details, permanent: !retryable, blocked: reason === 'storage' };
  }
  if (isNotFound(error)) return { message: 'The document was deleted.', details: '', permanent: true, blocked: false };
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const message = error instanceof AppError ? error.message : SURPRISE;
  return { message, details, permanent: false, blocked: isAway(error) };
}

/** Whether the lease expired and another worker has the job. */
export const isLeaseLost = (error: unknown): boolean => error instanceof AppError && error.reason === 'lease_lost';
