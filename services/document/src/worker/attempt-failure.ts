import { AppError } from '@symbio/kit';
import { PipelineFailure } from '../pipeline/failures.js';

/** Why an attempt failed: for people, for engineers, and whether another one may go better. */
export interface AttemptFailure {
  message: string;
  details: string;
  permanent: boolean;
}

const SURPRISE = 'Something went wrong on our side while this document was processed.';

/** What a thrown value means for the job. */
export function attemptFailure(error: unknown): AttemptFailure {
  if (error instanceof PipelineFailure) {
    return { message: error.message, details: error.detail ?? '', permanent: !error.retryable };
  }
  if (isGone(error)) return { message: 'The document was deleted.', details: '', permanent: true };
  const details = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { message: error instanceof AppError ? error.message : SURPRISE, details, permanent: false };
}

/** Whether the document the work was for does not exist any more. */
export const isGone = (error: unknown): boolean => error instanceof AppError && error.code === 'NOT_FOUND';

/** Whether the job went to somebody else while its worker could not be heard. */
export const isLeaseLost = (error: unknown): boolean => error instanceof AppError && error.reason === 'lease_lost';
