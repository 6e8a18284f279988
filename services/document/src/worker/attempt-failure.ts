import { AppError, isNotFound } from '@symbio/kit';
import { PipelineFailure } from '@symbio/page-engine/pipeline';

/** Why an attempt failed: for people, for engineers, and whether another one may go better. */
export interface AttemptFailure {
  message: string;
  details: string;
  permanent: boolean;
}

const SURPRISE = 'Something went wrong on our side while this document was processed. Try to process it again.';

/** What a thrown value means for the job. */
export function attemptFailure(error: unknown): AttemptFailure {
  if (error instanceof PipelineFailure) {
    return { message: error.message, details: error.detail ?? '', permanent: !error.retryable };
  }
  if (isNotFound(error)) return { message: 'The document was deleted.', details: '', permanent: true };
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: error instanceof AppError ? error.message : SURPRISE, details, permanent: false };
}

/** Whether the job went to somebody else while there was no sign of life of its worker. */
export const isLeaseLost = (error: unknown): boolean => error instanceof AppError && error.reason === 'lease_lost';
