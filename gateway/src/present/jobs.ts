import type {
  Attempt,
  GetStatisticsResponse,
  Job,
  JobOutcome,
  JobProgress,
  JobResult,
  QueuePlace,
} from '@symbio/proto/job';
import { moment, type Presented } from './json.js';

export const presentJobProgress = (progress: JobProgress | undefined): Presented<JobProgress> | null =>
  progress ? { done: progress.done, total: progress.total, message: progress.message } : null;

export const presentJobResult = (result: JobResult | undefined): Presented<JobResult> | null =>
  result
    ? {
        pages_processed: result.pagesProcessed,
        pages_skipped: result.pagesSkipped,
        pages_failed: result.pagesFailed,
      }
    : null;

/** Place and estimate, while a job waits or runs. */
export const presentQueuePlace = (queue: QueuePlace | undefined) =>
  queue
    ? {
        position: queue.position,
        waiting_for: queue.waitingFor || null,
        starts_in_seconds: queue.startsInSeconds ?? null,
        ends_in_seconds: queue.endsInSeconds ?? null,
      }
    : null;

type PresentedJob = Presented<Omit<Job, 'payload' | 'documentCategory' | 'failure' | 'queue'>> & {
  queue: ReturnType<typeof presentQueuePlace>;
  /** Reason of a failure that is not an error: cancelled or stopped. */
  failure: string | null;
  category: string | null;
  /** Its names stay camelCase (DATA-19). */
  payload: { documentId: string | null; projectId: string | null; pageNumbers: number[] };
  /** Duration of the last attempt. */
  duration_seconds: number | null;
};

/** A cancelled job has no known end of its last attempt. */
function durationOf({ startedAt, completedAt, failure }: Job): number | null {
  if (!startedAt || !completedAt || failure === 'cancelled') return null;
  return (completedAt.getTime() - startedAt.getTime()) / 1000;
}

export const presentJob = (job: Job): PresentedJob => ({
  id: job.id,
  type: job.type,
  status: job.status,
  priority: job.priority,
  max_retries: job.maxRetries,
  current_attempts: job.currentAttempts,
  scheduled_at: moment(job.scheduledAt),
  created_at: moment(job.createdAt),
  started_at: moment(job.startedAt),
  completed_at: moment(job.completedAt),
  error_message: job.errorMessage || null,
  error_details: job.errorDetails || null,
  created_by: job.createdBy,
  project_id: job.projectId,
  document_filename: job.documentFilename || null,
  progress: presentJobProgress(job.progress),
  updated_at: moment(job.updatedAt),
  result: presentJobResult(job.result),
  error_permanent: job.errorPermanent,
  failure: job.failure || null,
  stopping: job.stopping,
  category: job.documentCategory || null,
  payload: {
    documentId: job.payload?.documentId || null,
    projectId: job.payload?.projectId || null,
    pageNumbers: job.payload?.pageNumbers ?? [],
  },
  duration_seconds: durationOf(job),
  queue: presentQueuePlace(job.queue),
});

export const presentAttempt = (attempt: Attempt): Presented<Attempt> => ({
  number: attempt.number,
  worker_id: attempt.workerId,
  started_at: moment(attempt.startedAt),
  ended_at: moment(attempt.endedAt),
  error_message: attempt.errorMessage || null,
  outcome: attempt.outcome || null,
});

export const presentOutcome = ({ id, job, error, code }: JobOutcome) => ({
  id,
  job: job ? presentJob(job) : null,
  error: error || null,
  code: code || null,
});

export const presentStatistics = (counts: GetStatisticsResponse): Presented<GetStatisticsResponse> => ({
  pending: counts.pending,
  processing: counts.processing,
  completed: counts.completed,
  failed: counts.failed,
  retrying: counts.retrying,
  average_processing_seconds: counts.averageProcessingSeconds,
});
