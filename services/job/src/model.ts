import {
  fields,
  flag,
  moment,
  number,
  part,
  rowSchema,
  strictSchema,
  text,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/mongo';
import { JOB_FAILURES, JOB_LANES, JOB_STATUSES, JOB_TYPES } from '@symbio/proto/job/vocabulary';
import type { Model } from 'mongoose';

const progress = fields({
  done: number,
  total: number,
  /** Display text: "page 14 of 62". */
  message: text,
});
export type Progress = ValuesOf<typeof progress>;

const result = fields({
  pagesProcessed: number,
  /** Kept from an earlier attempt or job. */
  pagesSkipped: number,
  pagesFailed: number,
});
export type Result = ValuesOf<typeof result>;

const state = fields({
  status: { type: String, enum: JOB_STATUSES, required: true },
  maxRetries: number,
  /** Failed attempts since creation or manual retry. */
  currentAttempts: number,
  /** Number of the newest attempt, never reused. A job that yielded continues its attempt. */
  attempt: number,
  offered: flag,
  scheduledAt: moment,
  /** Start and count of the current blockage; absent if not blocked. */
  blockedSince: { type: Date },
  blockedTimes: { type: Number },
  /** Highest number of finished pages at any blockage. */
  blockedDone: { type: Number },
  /** Attempts lost with their worker since creation or manual retry; absent: none. */
  lostTimes: { type: Number },
  /** When it began, or continued, to run. */
  startedAt: { type: Date },
  completedAt: { type: Date },
  workerId: { type: String },
  leaseUntil: { type: Date },
  errorMessage: text,
  errorDetails: text,
  /** Whether a retry with the same file would fail too. */
  errorPermanent: flag,
  /** User asked to stop after the current page. */
  stopping: { type: Boolean },
  /** Reason of an end without fault; absent otherwise. */
  failure: { type: String, enum: JOB_FAILURES },
  progress: { type: part(progress) },
  /** Only for completed jobs. */
  result: { type: part(result) },
});
export type JobState = ValuesOf<typeof state>;

const job = fields({
  ...state,
  type: { type: String, enum: JOB_TYPES, required: true },
  projectId: text,
  /** Absent without document, or if it is deleted. */
  documentId: { type: String },
  /** Document, while deleted and restorable. */
  deletedDocumentId: { type: String },
  /** Only these pages; absent: all. */
  pageNumbers: { type: [Number], default: undefined },
  /** Pages that it works on, for estimates; absent: unknown. */
  expectedPages: { type: Number },
  documentFilename: text,
  documentCategory: text,
  documentRev: number,
  priority: number,
  lane: { type: String, enum: JOB_LANES, required: true },
  /** Expected work (`order.ts`). */
  size: number,
  /** Order within the lane, lowest first; that of an aged job is lower than its priority and size say. */
  rank: number,
  /** Round of its project within the rank (`scheduler.ts`). */
  turn: number,
  /** When it was aged last; absent: never. */
  agedAt: { type: Date },
  createdBy: text,
  /** Request that created or retried it; absent without one. */
  requestId: { type: String },
});
export type JobRow = RowOf<typeof job>;

/** What places in the queue depend on. */
export type QueuedJob = Pick<
  JobRow,
  | '_id'
  | 'type'
  | 'status'
  | 'lane'
  | 'rank'
  | 'turn'
  | 'offered'
  | 'scheduledAt'
  | 'startedAt'
  | 'progress'
  | 'expectedPages'
  | 'projectId'
>;

export type EndedJob = Pick<JobRow, 'type' | 'startedAt' | 'completedAt' | 'result'>;

export const ATTEMPT_OUTCOMES = ['completed', 'failed', 'lost', 'returned', 'abandoned', 'stopped'] as const;
export type AttemptOutcome = (typeof ATTEMPT_OUTCOMES)[number];

const attempt = fields({
  /** `<job id>:<number>` */
  _id: text,
  jobId: text,
  number,
  workerId: text,
  startedAt: moment,
  endedAt: { type: Date },
  /** Absent while running. */
  outcome: { type: String, enum: ATTEMPT_OUTCOMES },
  errorMessage: text,
});
export type AttemptRow = ValuesOf<typeof attempt>;

const log = fields({
  /** `<job id>:<seq>`, or `<job id>:<name>` for a unique line. */
  _id: text,
  jobId: text,
  /** From 1; may have gaps. */
  seq: number,
  at: moment,
  /** `{by}` is replaced by the acting user. */
  text,
  byId: { type: String },
  byName: { type: String },
});
export type LogRow = ValuesOf<typeof log>;

const logCounter = fields({ _id: text, lines: number });
/** `_id` is the job's. */
export type LogCounterRow = ValuesOf<typeof logCounter>;

export interface JobModels {
  jobs: Model<JobRow>;
  attempts: Model<AttemptRow>;
  logs: Model<LogRow>;
  logCounters: Model<LogCounterRow>;
}

export function jobModels(connection: Connection): JobModels {
  const jobs = rowSchema<JobRow>('jobs', job);
  // one index per sort order, usable in both directions: by project, and for all not deleted
  for (const whose of ['projectId', 'deletedAt']) {
    for (const key of ['status', 'type', 'priority', 'currentAttempts'])
      jobs.index({ [whose]: 1, [key]: 1, createdAt: 1, _id: 1 });
    jobs.index({ [whose]: 1, createdAt: 1, _id: 1 });
  }
  jobs.index({ documentId: 1, createdAt: 1 });
  jobs.index({ deletedDocumentId: 1 }, { sparse: true });
  jobs.index({ status: 1, offered: 1, scheduledAt: 1 });
  jobs.index({ status: 1, leaseUntil: 1 });
  // for the next job of a lane
  jobs.index({ lane: 1, status: 1, offered: 1, rank: 1, turn: 1, scheduledAt: 1 });
  // for pictures that were begun a moment ago
  jobs.index({ lane: 1, startedAt: 1 });
  jobs.index({ agedAt: 1 }, { sparse: true });

  const attempts = strictSchema<AttemptRow>('attempts', attempt);
  attempts.index({ jobId: 1, number: -1 });
  const logs = strictSchema<LogRow>('logs', log);
  logs.index({ jobId: 1, seq: 1 }, { unique: true });
  const logCounters = strictSchema<LogCounterRow>('log_counters', logCounter);
  return {
    jobs: connection.model<JobRow>('jobs', jobs),
    attempts: connection.model<AttemptRow>('attempts', attempts),
    logs: connection.model<LogRow>('logs', logs),
    logCounters: connection.model<LogCounterRow>('log_counters', logCounters),
  };
}
