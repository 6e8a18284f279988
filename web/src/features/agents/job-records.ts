import type { JobStatus } from '@symbio/proto/job/vocabulary';
import { JOB_STATE_LABELS, labelIn } from '@symbio/proto/labels';

/** Statuses in the order of a job's life (JOB-21), as they are shown. */
export const LIFE_OF_A_JOB: readonly JobStatus[] = ['pending', 'processing', 'retrying', 'completed', 'failed'];

/** How far a running job is, in pages. */
export interface JobProgress {
  done: number;
  total: number;
  message: string;
}

/** What became of the pages a job was about. */
export interface JobResult {
  pages_processed: number;
  /** Pages that an earlier attempt or job had made already. */
  pages_skipped: number;
  pages_failed: number;
}

/** A job as `GET /api/jobs` serves it (DATA-19, JOB-26). */
export interface Job {
  id: string;
  type: string;
  /** A JobStatus of the contract; a later version may know more. */
  status: string;
  /** 0 (urgent) to 9. */
  priority: number;
  max_retries: number;
  current_attempts: number;
  payload: {
    documentId: string | null;
    projectId: string | null;
    /** The pages the job is limited to; empty or absent for all of them. */
    pageNumbers?: number[];
  };
  scheduled_at: string | null;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  error_message: string | null;
  error_details: string | null;
  /** Whether the reason lies in the file, so that another attempt fails the same way. */
  error_permanent?: boolean;
  /** Why it failed where that is no fault: `cancelled` or `stopped`; absent from older servers. */
  failure?: string | null;
  /** It runs, and ends after the page it is at. */
  stopping?: boolean;
  created_by: string;
  project_id: string;
  document_filename: string | null;
  category: string | null;
  /** Seconds from the start to the end of the last attempt. */
  duration_seconds: number | null;
  progress: JobProgress | null;
  result?: JobResult | null;
}

/** One try of a job. */
export interface JobAttempt {
  /** From 1; numbers go on after a retry by hand. */
  number: number;
  worker_id: string;
  started_at: string;
  /** null while it runs. */
  ended_at: string | null;
  error_message: string | null;
  /** completed, failed, lost, returned, abandoned or stopped; null while it runs. */
  outcome: string | null;
}

/** Today's jobs per status, and how long the completed ones took on average, in seconds (JOB-27). */
export interface JobStatistics {
  pending: number;
  processing: number;
  completed: number;
  failed: number;
  retrying: number;
  average_processing_seconds: number;
}

/** What became of one job of a bulk call. */
export interface JobOutcome {
  id: string;
  /** The job as it is now; null when it was refused. */
  job: Job | null;
  /** Why it was refused, a sentence; null when it was not. */
  error: string | null;
}

/** Characters of a file name that are shown (CONST-10). */
export const FILE_NAME_LENGTH = 25;

/** A file name of at most 25 characters, or what stands for none (JOB-04). */
export function shortFileName(name: string | null): string {
  if (!name) return 'No document';
  return name.length > FILE_NAME_LENGTH ? `${name.slice(0, FILE_NAME_LENGTH)}…` : name;
}

/** How a state is called (JOB-05). */
export const statusLabel = (status: string): string => labelIn(JOB_STATE_LABELS, status);

/** How a job that failed is called: what a person cancelled or stopped is no fault. */
export const shownStatus = ({ status, failure }: Pick<Job, 'status' | 'failure'>): string =>
  status === 'failed' && (failure === 'cancelled' || failure === 'stopped') ? failure : status;

/** Whether a running job may be told to end after its page. A classification has no pages to end between. */
export const canStop = ({ status, type, stopping }: Pick<Job, 'status' | 'type' | 'stopping'>): boolean =>
  status === 'processing' && type !== 'classify-document' && stopping !== true;

/** JOB-22. */
export const canCancel = ({ status }: Pick<Job, 'status'>): boolean => status === 'pending' || status === 'retrying';

/** JOB-24. A job whose document was deleted has nothing to work on. */
export const canRetry = ({ status, payload }: Pick<Job, 'status' | 'payload'>): boolean =>
  status === 'failed' && payload.documentId !== null;

/**
 * Whether another file is what helps: the job failed because of its own. It may be retried all the same (JOB-24), as a newer
 * version may read what an older one refused.
 */
export const needsAnotherFile = (job: Pick<Job, 'status' | 'payload' | 'error_permanent'>): boolean =>
  canRetry(job) && job.error_permanent === true;

/** Whether something still happens to a job by itself. */
export const isActive = ({ status }: Pick<Job, 'status'>): boolean =>
  status === 'pending' || status === 'processing' || status === 'retrying';

/** `page 14 of 62`: the worker's words, or its numbers; null before the first page. */
export function progressText(progress: JobProgress | null): string | null {
  if (!progress) return null;
  if (progress.message) return progress.message;
  return progress.total > 0 ? `page ${progress.done} of ${progress.total}` : null;
}

const count = (amount: number, one: string, many = `${one}s`): string => `${amount} ${amount === 1 ? one : many}`;

/** What a job did to pages, in words: `60 pages, 2 failed`; null when it had none. */
export function resultText(result: JobResult | null | undefined): string | null {
  if (!result) return null;
  const { pages_processed: made, pages_skipped: skipped, pages_failed: failed } = result;
  if (made + skipped + failed === 0) return null;
  return [
    made > 0 ? count(made, 'page') : 'nothing new',
    ...(skipped > 0 ? [`${skipped} made before`] : []),
    ...(failed > 0 ? [`${failed} failed`] : []),
  ].join(', ');
}

/** Seconds in words for people: `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(seconds: number): string {
  if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  if (minutes < 60) return whole % 60 === 0 ? `${minutes} min` : `${minutes} min ${whole % 60} s`;
  return minutes % 60 === 0 ? `${minutes / 60} h` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The viewer at the document of a job, at its page when the job is about one; null without a document (JOB-03). */
export function documentPath(job: Pick<Job, 'project_id' | 'payload'>): string | null {
  const { documentId, pageNumbers = [] } = job.payload;
  if (!documentId) return null;
  const path = `/projects/${job.project_id}/documents/${documentId}`;
  return pageNumbers.length === 1 ? `${path}?page=${pageNumbers[0]}` : path;
}
