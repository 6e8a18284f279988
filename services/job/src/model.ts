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
} from '@symbio/kit';
import { JOB_FAILURES, JOB_STATUSES, JOB_TYPES } from '@symbio/proto/job/vocabulary';
import type { Model } from 'mongoose';

const progress = fields({
  done: number,
  total: number,
  /** For people: "page 14 of 62". */
  message: text,
});
export type Progress = ValuesOf<typeof progress>;

const result = fields({
  pagesProcessed: number,
  /** Left as an earlier attempt or job had made them. */
  pagesSkipped: number,
  pagesFailed: number,
});
/** What became of the pages. */
export type Result = ValuesOf<typeof result>;

/** The part of a job that its life changes. */
const state = fields({
  status: { type: String, enum: JOB_STATUSES, required: true },
  maxRetries: number,
  /** Attempts begun since the job was created or retried by hand; those handed back or lost with their worker do not count. */
  currentAttempts: number,
  /** Number of the newest attempt, offered or begun; never used twice, so an old message is known as old. */
  attempt: number,
  /** Whether the newest attempt's message was sent to the work queue. */
  offered: flag,
  /** When the newest attempt may begin. */
  scheduledAt: moment,
  /** Since when, and how many times by now, it could not go on for something that is away, full or another job's; absent: it could. */
  blockedSince: { type: Date },
  blockedTimes: { type: Number },
  /** How many pages were done, at most, whenever it could not go on. */
  blockedDone: { type: Number },
  /** How many attempts were lost with their worker since the job was created or retried by hand; absent: none. */
  lostTimes: { type: Number },
  /** When the newest attempt began. */
  startedAt: { type: Date },
  completedAt: { type: Date },
  workerId: { type: String },
  /** Until when the worker may stay silent. */
  leaseUntil: { type: Date },
  errorMessage: text,
  errorDetails: text,
  /** Whether the failure would come again on the same file; absent on jobs of before this was kept. */
  errorPermanent: { type: Boolean },
  /** A person asked for its end after the page that its worker is at; absent otherwise. */
  stopping: { type: Boolean },
  /** Why it failed, where that is no fault; absent for every other reason. */
  failure: { type: String, enum: JOB_FAILURES },
  progress: { type: part(progress) },
  /** Of a completed job. */
  result: { type: part(result) },
});
export type JobState = ValuesOf<typeof state>;

const job = fields({
  ...state,
  type: { type: String, enum: JOB_TYPES, required: true },
  projectId: text,
  /** Absent: the job is about no document, or the document is deleted. */
  documentId: { type: String },
  /** The document it was about, while that is deleted and can be restored. */
  deletedDocumentId: { type: String },
  /** Only these pages; absent: all. */
  pageNumbers: { type: [Number], default: undefined },
  documentFilename: text,
  documentCategory: text,
  /** Revision of the document that its category was taken from; absent in jobs older than this field. */
  documentRev: { type: Number },
  priority: number,
  /** Its place among the jobs of its type and priority, see `turns.ts`; absent in jobs of before this was kept: first. */
  turn: { type: Number },
  /** The queue message that its present attempt was begun for: `<job id>:<attempt>`, also another job's. */
  ticket: { type: String },
  createdBy: text,
  /** Of the request that made it, or had it tried again; absent in jobs of before this was kept. */
  requestId: { type: String },
});
/** A job as stored. */
export type JobRow = RowOf<typeof job>;

/** How a try of a job ended. */
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
  /** Absent while it runs. */
  outcome: { type: String, enum: ATTEMPT_OUTCOMES },
  errorMessage: text,
});
/** One try of a job. */
export type AttemptRow = ValuesOf<typeof attempt>;

const log = fields({
  /** `<job id>:<seq>`, or `<job id>:<name>` of a line that is there once. */
  _id: text,
  jobId: text,
  /** From 1; one that was taken and not written is missing. */
  seq: number,
  at: moment,
  /** `{by}` in it stands for who did it, where somebody did. */
  text,
  byId: { type: String },
  byName: { type: String },
});
/** One line of a job's log. */
export type LogRow = ValuesOf<typeof log>;

const logCounter = fields({ _id: text, lines: number });
/** How many lines of each job's log were written, so that each gets its number; `_id` is the job's. */
export type LogCounterRow = ValuesOf<typeof logCounter>;

export interface JobModels {
  jobs: Model<JobRow>;
  attempts: Model<AttemptRow>;
  logs: Model<LogRow>;
  logCounters: Model<LogCounterRow>;
}

/** Models of the service's collections. */
export function jobModels(connection: Connection): JobModels {
  const jobs = rowSchema<JobRow>('jobs', job);
  // one index for each order of the list, each usable in both directions: of some projects, and of all there are, which
  // are those not deleted
  for (const whose of ['projectId', 'deletedAt']) {
    for (const key of ['status', 'type', 'priority', 'currentAttempts'])
      jobs.index({ [whose]: 1, [key]: 1, createdAt: 1, _id: 1 });
    jobs.index({ [whose]: 1, createdAt: 1, _id: 1 });
  }
  jobs.index({ documentId: 1, createdAt: 1 });
  jobs.index({ deletedDocumentId: 1 }, { sparse: true });
  jobs.index({ status: 1, offered: 1, scheduledAt: 1 });
  jobs.index({ status: 1, leaseUntil: 1 });
  // whose turn it is in a queue
  jobs.index({ type: 1, priority: 1, status: 1, offered: 1, turn: 1, scheduledAt: 1 });

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
