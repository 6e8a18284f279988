import type { app } from '@symbio/api';
import type {
  Attempt,
  GetStatisticsResponse,
  Job,
  JobOutcome,
  JobProgress,
  JobResult,
  QueuePlace,
} from '@symbio/proto/job';
import { moment } from './json.js';

export const presentJobProgress = (progress: JobProgress | undefined): app.jobs.JobJson['progress'] =>
  progress ? { done: progress.done, total: progress.total, message: progress.message } : null;

export const presentJobResult = (result: JobResult | undefined): app.jobs.JobJson['result'] =>
  result
    ? {
        pages_processed: result.pagesProcessed,
        pages_skipped: result.pagesSkipped,
        pages_failed: result.pagesFailed,
      }
    : null;

export const presentQueuePlace = (queue: QueuePlace | undefined): app.jobs.JobJson['queue'] =>
  queue
    ? {
        position: queue.position,
        waiting_for: queue.waitingFor || null,
        starts_in_seconds: queue.startsInSeconds ?? null,
        ends_in_seconds: queue.endsInSeconds ?? null,
      }
    : null;

/** A cancelled job has no known end of its last attempt. */
function durationOf({ startedAt, completedAt, failure }: Job): number | null {
  if (!startedAt || !completedAt || failure === 'cancelled') return null;
  return (completedAt.getTime() - startedAt.getTime()) / 1000;
}

export const presentJob = (job: Job): app.jobs.JobJson => ({
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

export const presentAttempt = (attempt: Attempt): app.jobs.JobAttemptJson => ({
  number: attempt.number,
  worker_id: attempt.workerId,
  started_at: moment(attempt.startedAt),
  ended_at: moment(attempt.endedAt),
  error_message: attempt.errorMessage || null,
  outcome: attempt.outcome || null,
});

export const presentOutcome = ({ id, job, error, code }: JobOutcome): app.jobs.JobOutcomeJson => ({
  id,
  job: job ? presentJob(job) : null,
  error: error || null,
  code: code || null,
});

export const presentStatistics = (counts: GetStatisticsResponse): app.jobs.JobStatisticsJson => ({
  pending: counts.pending,
  processing: counts.processing,
  completed: counts.completed,
  failed: counts.failed,
  retrying: counts.retrying,
  average_processing_seconds: counts.averageProcessingSeconds,
});
