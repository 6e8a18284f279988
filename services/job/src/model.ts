import { outboxIndexes, outboxPaths, type Connection, type OutboxRow } from '@symbio/kit';
import { Schema, type Model } from 'mongoose';
import type { JobType } from './job-types.js';
import type { JobState } from './transitions.js';

/** A job as stored. */
export interface JobRow extends OutboxRow, JobState {
  type: JobType;
  projectId: string;
  /** Absent: the job is about no document, or the document is gone. */
  documentId?: string;
  /** Only these pages; absent: all. */
  pageNumbers?: number[];
  documentFilename: string;
  documentCategory: string;
  priority: number;
  createdBy: string;
}

/** How a try of a job ended. */
export type AttemptOutcome = 'completed' | 'failed' | 'lost' | 'returned' | 'abandoned';

/** One try of a job; `_id` is `<job id>:<number>`. */
export interface AttemptRow {
  _id: string;
  jobId: string;
  number: number;
  workerId: string;
  startedAt: Date;
  endedAt?: Date;
  /** Absent while it runs. */
  outcome?: AttemptOutcome;
  errorMessage: string;
}

/** One line of a job's log. */
export interface LogRow {
  _id: string;
  jobId: string;
  /** From 1, without gaps. */
  seq: number;
  at: Date;
  text: string;
}

/** How many lines of each job's log were written, so that each gets its number; `_id` is the job's. */
export interface LogCounterRow {
  _id: string;
  lines: number;
}

export interface JobModels {
  jobs: Model<JobRow>;
  attempts: Model<AttemptRow>;
  logs: Model<LogRow>;
  logCounters: Model<LogCounterRow>;
}

const plain = { versionKey: false, minimize: false, id: false } as const;

/** Models of the service's collections. */
export function jobModels(connection: Connection): JobModels {
  const job = new Schema<JobRow>(
    {
      ...outboxPaths,
      type: String,
      status: String,
      projectId: String,
      documentId: String,
      pageNumbers: { type: [Number], default: undefined },
      documentFilename: String,
      documentCategory: String,
      priority: Number,
      createdBy: String,
      maxRetries: Number,
      currentAttempts: Number,
      attempt: Number,
      offered: Boolean,
      scheduledAt: Date,
      startedAt: Date,
      completedAt: Date,
      workerId: String,
      leaseUntil: Date,
      errorMessage: String,
      errorDetails: String,
      errorPermanent: Boolean,
      progress: { _id: false, type: { done: Number, total: Number, message: String } },
      result: { _id: false, type: { pagesProcessed: Number, pagesSkipped: Number, pagesFailed: Number } },
    },
    { ...plain, collection: 'jobs' },
  );
  outboxIndexes(job);
  // one index for each order of the list, each usable in both directions
  for (const key of ['status', 'type', 'priority', 'currentAttempts'])
    job.index({ projectId: 1, [key]: 1, createdAt: 1, _id: 1 });
  job.index({ projectId: 1, createdAt: 1, _id: 1 });
  job.index({ documentId: 1, createdAt: 1 });
  job.index({ status: 1, offered: 1, scheduledAt: 1 });
  job.index({ status: 1, leaseUntil: 1 });

  const attempt = new Schema<AttemptRow>(
    {
      _id: String,
      jobId: String,
      number: Number,
      workerId: String,
      startedAt: Date,
      endedAt: Date,
      outcome: String,
      errorMessage: String,
    },
    { ...plain, collection: 'attempts' },
  );
  attempt.index({ jobId: 1, number: -1 });

  const log = new Schema<LogRow>(
    { _id: String, jobId: String, seq: Number, at: Date, text: String },
    { ...plain, collection: 'logs' },
  );
  log.index({ jobId: 1, seq: 1 }, { unique: true });

  const counter = new Schema<LogCounterRow>({ _id: String, lines: Number }, { ...plain, collection: 'log_counters' });
  return {
    jobs: connection.model<JobRow>('jobs', job),
    attempts: connection.model<AttemptRow>('attempts', attempt),
    logs: connection.model<LogRow>('logs', log),
    logCounters: connection.model<LogCounterRow>('log_counters', counter),
  };
}
