import type {
  Job as ClientJob,
  JobAttempt as ClientAttempt,
  JobOutcome as ClientOutcome,
  JobProgress,
  JobResult,
  JobStatistics,
} from '@symbio/client/app';
import type { JobStatus } from '@symbio/proto/job/vocabulary';
import { JOB_STATE_LABELS, labelIn } from '@symbio/proto/labels';
import type { ApiFields, ApiItem } from '../../lib/http/api-types.js';
import { countText } from '../../lib/ui/formats.js';

/** Statuses in life-cycle order (JOB-21), as displayed. */
export const JOB_STATUSES: readonly JobStatus[] = ['pending', 'processing', 'retrying', 'completed', 'failed'];

export type { JobProgress, JobResult, JobStatistics };

export type JobAttempt = Omit<ClientAttempt, 'started_at'> & { started_at: string };

/** Absent in responses of older servers. */
type Later = 'error_permanent' | 'failure' | 'stopping' | 'result' | 'queue';

/** DATA-19, JOB-26 */
export type Job = Omit<ApiItem<ClientJob>, 'type' | 'status' | 'payload' | 'updated_at' | Later> &
  Partial<Pick<ClientJob, Later>> & {
    type: string;
    /** A JobStatus of the contract; newer servers may send others. */
    status: string;
    payload: ApiFields<ClientJob['payload'], 'documentId' | 'projectId', 'pageNumbers'>;
  };

export type JobOutcome = Omit<ClientOutcome, 'job' | 'code'> & { job: Job | null };

/** CONST-10 */
export const FILE_NAME_LENGTH = 25;

/** JOB-04 */
export function shortFileName(name: string | null): string {
  if (!name) return 'No document';
  return name.length > FILE_NAME_LENGTH ? `${name.slice(0, FILE_NAME_LENGTH)}…` : name;
}

export const statusLabel = (status: string): string => labelIn(JOB_STATE_LABELS, status);

/** Status to display: a cancelled or stopped job is not shown as failed. */
export const shownStatus = ({ status, failure }: Pick<Job, 'status' | 'failure'>): string =>
  status === 'failed' && (failure === 'cancelled' || failure === 'stopped') ? failure : status;

/** Classification has no pages to stop between. */
export const canStop = ({ status, type, stopping }: Pick<Job, 'status' | 'type' | 'stopping'>): boolean =>
  status === 'processing' && type !== 'classify-document' && stopping !== true;

/** JOB-22. */
export const canCancel = ({ status }: Pick<Job, 'status'>): boolean => status === 'pending' || status === 'retrying';

/** JOB-24 */
export const canRetry = ({ status, payload }: Pick<Job, 'status' | 'payload'>): boolean =>
  status === 'failed' && payload.documentId !== null;

/** It can still be retried (JOB-24): a newer version may read the file. */
export const needsAnotherFile = (job: Pick<Job, 'status' | 'payload' | 'error_permanent'>): boolean =>
  canRetry(job) && job.error_permanent === true;

/** Can change without user action. */
export const isActive = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'pending' || status === 'processing' || status === 'retrying';

/** `page 14 of 62`, or the worker's message. */
export function progressText(progress: JobProgress | null): string | null {
  if (!progress) return null;
  if (progress.message) return progress.message;
  return progress.total > 0 ? `page ${progress.done} of ${progress.total}` : null;
}

/** `60 pages, 2 failed`; null if none. */
export function resultText(result: JobResult | null | undefined): string | null {
  if (!result) return null;
  const { pages_processed: made, pages_skipped: skipped, pages_failed: failed } = result;
  if (made + skipped + failed === 0) return null;
  return [
    ...(made > 0 ? [countText(made, 'page')] : []),
    ...(skipped > 0 ? [made > 0 ? `${skipped} unchanged` : `${countText(skipped, 'page')}, unchanged`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
}

/** `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Null without a document (JOB-03). */
export function documentPath(job: Pick<Job, 'project_id' | 'payload'>): string | null {
  const { documentId, pageNumbers = [] } = job.payload;
  if (!documentId) return null;
  const path = `/projects/${job.project_id}/documents/${documentId}`;
  return pageNumbers.length === 1 ? `${path}?page=${pageNumbers[0]}` : path;
}
