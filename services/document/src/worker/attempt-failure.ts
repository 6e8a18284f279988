import { AppError, isNotFound, type AppErrorCode } from '@symbio/kit';
import { PipelineFailure } from '@symbio/page-engine/pipeline';

/** Why an attempt failed: for people, for engineers, and whether another one may go better. */
export interface AttemptFailure {
  message: string;
  details: string;
  permanent: boolean;
  /** What the work needs is away, full or another job's for now: neither the file nor this attempt is to blame. */
  blocked: boolean;
}

/** What calls and stores end in that are away, or have no room. */
const AWAY = new Set<AppErrorCode>(['UNAVAILABLE', 'DEADLINE_EXCEEDED']);

const isAway = (error: unknown): boolean =>
  error instanceof AppError && (AWAY.has(error.code) || error.reason === 'document_busy');

const SURPRISE = 'Something went wrong on our side while this document was processed. Try to process it again.';

/** What a thrown value means for the job. */
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

/** Whether the job went to somebody else while there was no sign of life of its worker. */
export const isLeaseLost = (error: unknown): boolean => error instanceof AppError && error.reason === 'lease_lost';
