import type { AppError } from '@symbio/runtime';
import type { Attempt, Job, JobOutcome, QueuePlace } from '@symbio/proto/job';
import type { AttemptRow, JobRow } from './model.js';
import type { LogPage } from './repository.js';

export interface Outcome {
  id: string;
  row?: JobRow;
  refusal?: AppError;
}

export const toJob = (row: JobRow, queue?: QueuePlace): Job => ({
  id: row._id,
  type: row.type,
  status: row.status,
  priority: row.priority,
  maxRetries: row.maxRetries,
  currentAttempts: row.currentAttempts,
  payload: { documentId: row.documentId ?? '', projectId: row.projectId, pageNumbers: row.pageNumbers ?? [] },
  scheduledAt: row.scheduledAt,
  createdAt: row.createdAt,
  startedAt: row.startedAt,
  completedAt: row.completedAt,
  errorMessage: row.errorMessage,
  errorDetails: row.errorDetails,
  errorPermanent: row.errorPermanent,
  failure: row.failure ?? '',
  stopping: row.stopping ?? false,
  createdBy: row.createdBy,
  projectId: row.projectId,
  documentFilename: row.documentFilename,
  documentCategory: row.documentCategory,
  progress: row.progress,
  updatedAt: row.updatedAt,
  result: row.result,
  queue,
});

export const toAttempt = (row: AttemptRow): Attempt => ({
  number: row.number,
  workerId: row.workerId,
  startedAt: row.startedAt,
  endedAt: row.endedAt,
  errorMessage: row.errorMessage,
  outcome: row.outcome ?? '',
});

export const toOutcome = ({ id, row, refusal }: Outcome): JobOutcome => ({
  id,
  job: row && toJob(row),
  error: refusal?.message ?? '',
  code: refusal?.reason ?? '',
});

/** Log as text lines: time, two spaces, event (JOB-16, JOB-20). */
export function toLogText({ lines, dropped }: LogPage): string {
  const note = dropped > 0 ? [`(${dropped} earlier ${dropped === 1 ? 'line was' : 'lines were'} dropped)`] : [];
  // a function, as names may contain replacement patterns such as `$&`
  const worded = ({ text, byName }: LogPage['lines'][number]): string =>
    byName === undefined ? text : text.replace('{by}', () => byName);
  return [...note, ...lines.map((line) => `${line.at.toISOString()}  ${worded(line)}`)].join('\n');
}
