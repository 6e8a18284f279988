/**
 * The life of a job (OP-33) as plain functions: a state, what happens, the fields that change.
 * Nothing else in this service sets a status.
 */
import { conflict } from '@symbio/kit';
import type { JobStatus } from '@symbio/proto/job/vocabulary';
import { JOB_STATE_LABELS, jobState } from '@symbio/proto/labels';
import type { JobState, Result } from './model.js';

/** Statuses of jobs that are not over. */
export const ACTIVE_STATUSES = ['pending', 'retrying', 'processing'] as const satisfies readonly JobStatus[];

/** Whether nothing more happens to a job by itself. */
export const isOver = ({ status }: { status: JobStatus }): boolean =>
  !(ACTIVE_STATUSES as readonly JobStatus[]).includes(status);

/** What can happen to a job: from which statuses, and to which it leads. Anything else answers 409. */
export const TRANSITIONS = {
  /** A worker takes the attempt it was offered. */
  start: { from: ['pending', 'retrying'], to: ['processing'] },
  complete: { from: ['processing'], to: ['completed'] },
  /** retrying while attempts are left and the failure can heal. */
  fail: { from: ['processing'], to: ['retrying', 'failed'] },
  /** A worker that stops hands the job back. */
  giveBack: { from: ['processing'], to: ['retrying'] },
  /** What it needs is away, full or another job's for now: tried again later, without counting, until it took too long. */
  block: { from: ['processing'], to: ['retrying', 'failed'] },
  /** A worker gave no sign of life until its lease was over: tried again without counting, until that was too often. */
  loseWorker: { from: ['processing'], to: ['retrying', 'failed'] },
  /** JOB-22. */
  cancel: { from: ['pending', 'retrying'], to: ['failed'] },
  /** A person asks for the end after the page that its worker is at. */
  askToStop: { from: ['processing'], to: ['processing'] },
  /** Its worker has heard of that, at the end of a page. */
  stop: { from: ['processing'], to: ['failed'] },
  /** JOB-24. */
  retry: { from: ['failed'], to: ['pending'] },
  /** What the job works on is deleted. */
  abandon: { from: ['pending', 'retrying', 'processing'], to: ['failed'] },
} as const satisfies Record<string, { from: readonly JobStatus[]; to: readonly JobStatus[] }>;

export type Happening = keyof typeof TRANSITIONS;

/** What people read of a cancelled job (JOB-23). */
export const CANCELLED = 'Job cancelled by user';
/** What people read of a job that was stopped after a page. */
export const STOPPED = 'Job stopped by user: what was done before is kept.';
export const WORKER_LOST = 'The worker stopped answering.';
/** Attempts of one job that may be lost with their worker: a document that ends every worker must not be tried for ever. */
export const MOST_LOST = 10;
/** Longest pause after a lost attempt, in milliseconds. */
const LONGEST_LOST_DELAY_MS = 600_000;

export type StateChange = Partial<JobState>;

/** @throws AppError FAILED_PRECONDITION when the job's status does not allow it. */
function allow(happening: Happening, { status, failure }: Pick<JobState, 'status' | 'failure'>): void {
  const allowed: readonly JobStatus[] = TRANSITIONS[happening].from;
  if (allowed.includes(status)) return;
  const state = JOB_STATE_LABELS[jobState(status, failure)].toLowerCase();
  const only = REFUSALS[happening] ?? 'This is not possible now.';
  throw conflict('job_state', `${only} This one is ${state}${ADVICE[happening]?.[status] ?? ''}.`);
}

const REFUSALS: Partial<Record<Happening, string>> = {
  cancel: 'Only a job that is pending or retrying can be cancelled.',
  askToStop: 'Only a job that is processing can be stopped after its page.',
  retry: 'Only a failed job can be retried.',
};

/** What helps instead. */
const ADVICE: Partial<Record<Happening, Partial<Record<JobStatus, string>>>> = {
  cancel: { processing: ': stop it after its page instead' },
  askToStop: { pending: ': cancel it instead', retrying: ': cancel it instead' },
  retry: { processing: ': wait until it has ended', retrying: ': it is tried again by itself' },
};

/** Milliseconds before a job that could not go on is tried again, by how often that was; the last one also for all that follow. */
export const BLOCKED_DELAYS_MS: readonly number[] = [2_000, 5_000, 10_000, 20_000, 60_000];

const NOT_BLOCKED = {
  blockedSince: undefined,
  blockedTimes: undefined,
  blockedDone: undefined,
} satisfies StateChange;
const NO_WORKER = { workerId: undefined, leaseUntil: undefined, stopping: undefined } satisfies StateChange;

/** A job as it begins its life, its first attempt due now. */
export const created = (now: Date, maxRetries: number): JobState => ({
  status: 'pending',
  maxRetries,
  currentAttempts: 0,
  attempt: 1,
  offered: true,
  scheduledAt: now,
  errorMessage: '',
  errorDetails: '',
  errorPermanent: false,
});

/** Whether a worker's call is about the attempt it holds right now. */
export const holds = (job: JobState, attempt: number, workerId: string): boolean =>
  job.status === 'processing' && job.attempt === attempt && job.workerId === workerId;

/** Whether an offered attempt may begin. */
export const canStart = (job: JobState, attempt: number): boolean =>
  (TRANSITIONS.start.from as readonly JobStatus[]).includes(job.status) && job.offered && job.attempt === attempt;

export function start(
  job: JobState,
  { now, workerId, leaseMs }: { now: Date; workerId: string; leaseMs: number },
): StateChange {
  allow('start', job);
  return {
    status: 'processing',
    currentAttempts: job.currentAttempts + 1,
    startedAt: now,
    completedAt: undefined,
    workerId,
    leaseUntil: new Date(now.getTime() + leaseMs),
    errorMessage: '',
    errorDetails: '',
  };
}

export function complete(job: JobState, now: Date, result: Result | undefined): StateChange {
  allow('complete', job);
  return { ...NO_WORKER, ...NOT_BLOCKED, status: 'completed', completedAt: now, result };
}

export interface Failure {
  /** A sentence a person can read. */
  message: string;
  details: string;
  /** Trying again can't help. */
  permanent: boolean;
}

/** Milliseconds before the next attempt after so many that failed. */
export const retryDelay = (delaysMs: readonly number[], failed: number): number =>
  delaysMs[Math.min(failed, delaysMs.length) - 1] ?? 0;

export function fail(job: JobState, failure: Failure, now: Date, delaysMs: readonly number[]): StateChange {
  allow('fail', job);
  return failed(job, failure, now, delaysMs);
}

/** Milliseconds before the next attempt after so many that were lost: as after failures, then doubled each time. */
export const lostDelay = (delaysMs: readonly number[], lost: number): number =>
  Math.min(retryDelay(delaysMs, lost) * 2 ** Math.max(0, lost - delaysMs.length), LONGEST_LOST_DELAY_MS);

/**
 * The worker or its machine ended in the middle of an attempt. This is rarely the file's fault, so the attempt does not count
 * against the job's retries; lost attempts have a limit of their own.
 */
export function loseWorker(job: JobState, now: Date, delaysMs: readonly number[]): StateChange {
  allow('loseWorker', job);
  if (job.stopping) return stopped(now);
  const lostTimes = (job.lostTimes ?? 0) + 1;
  const error = {
    ...NO_WORKER,
    ...NOT_BLOCKED,
    lostTimes,
    errorMessage: WORKER_LOST,
    errorDetails: '',
    errorPermanent: false,
  };
  if (lostTimes >= MOST_LOST) return { ...error, status: 'failed', completedAt: now };
  return {
    ...error,
    ...nextAttempt(job, new Date(now.getTime() + lostDelay(delaysMs, lostTimes))),
    currentAttempts: job.currentAttempts - 1,
  };
}

function failed(
  job: JobState,
  { message, details, permanent }: Failure,
  now: Date,
  delaysMs: readonly number[],
): StateChange {
  // nobody wants it to go on
  if (job.stopping) return stopped(now);
  const error = {
    ...NO_WORKER,
    ...NOT_BLOCKED,
    errorMessage: message,
    errorDetails: details,
    errorPermanent: permanent,
  };
  if (permanent || job.currentAttempts >= job.maxRetries) return { ...error, status: 'failed', completedAt: now };
  return { ...error, ...nextAttempt(job, new Date(now.getTime() + retryDelay(delaysMs, job.currentAttempts))) };
}

export function giveBack(job: JobState, now: Date): StateChange {
  allow('giveBack', job);
  if (job.stopping) return stopped(now);
  return { ...NO_WORKER, ...NOT_BLOCKED, ...nextAttempt(job, now), currentAttempts: job.currentAttempts - 1 };
}

/**
 * Its attempt ended for something that is away, full or another job's, which no file is to blame for: it is tried again with
 * growing pauses, and the attempt does not count.
 *
 * @param patienceMs for how long; the failure that comes after that is for good
 */
export function block(job: JobState, failure: Failure, now: Date, patienceMs: number): StateChange {
  allow('block', job);
  if (job.stopping) return stopped(now);
  const { blockedSince = now, blockedTimes = 0, blockedDone = 0 } = job;
  if (now.getTime() - blockedSince.getTime() >= patienceMs)
    return failed({ ...job, currentAttempts: job.maxRetries }, failure, now, []);
  const delay = retryDelay(BLOCKED_DELAYS_MS, blockedTimes + 1);
  return {
    ...NO_WORKER,
    ...nextAttempt(job, new Date(now.getTime() + delay)),
    currentAttempts: job.currentAttempts - 1,
    blockedSince,
    blockedTimes: blockedTimes + 1,
    blockedDone: Math.max(blockedDone, job.progress?.done ?? 0),
    errorMessage: failure.message,
    errorDetails: failure.details,
    errorPermanent: false,
  };
}

/**
 * What a job forgets once it has done more pages than whenever it could not go on: what it waited for was there. Those that were
 * done before say nothing: some work begins at the first page again.
 */
export const goneOn = ({ blockedSince, blockedDone = 0 }: JobState, done: number): StateChange =>
  blockedSince && done > blockedDone ? NOT_BLOCKED : {};

const nextAttempt = (job: JobState, scheduledAt: Date): StateChange => ({
  status: 'retrying',
  attempt: job.attempt + 1,
  offered: false,
  scheduledAt,
});

export function cancel(job: JobState, now: Date): StateChange {
  allow('cancel', job);
  return { status: 'failed', completedAt: now, errorMessage: CANCELLED, errorDetails: '', failure: 'cancelled' };
}

/** From now on its worker is told to stop; undefined when that was asked for already. */
export function askToStop(job: JobState): StateChange | undefined {
  allow('askToStop', job);
  return job.stopping ? undefined : { stopping: true };
}

/** It ended after a page because a person asked for it. A retry goes on from there. */
export function stop(job: JobState, now: Date): StateChange {
  allow('stop', job);
  return stopped(now);
}

const stopped = (now: Date): StateChange => ({
  ...NO_WORKER,
  status: 'failed',
  completedAt: now,
  errorMessage: STOPPED,
  errorDetails: '',
  errorPermanent: false,
  failure: 'stopped',
});

/**
 * What changes when somebody waits for a job that no worker has: its attempt is offered anew, in another queue, under a
 * number of its own. Undefined: it is as urgent already, in a worker's hands or over.
 */
export function hurried(
  job: Pick<JobState, 'status' | 'attempt' | 'offered'> & { priority: number },
  priority: number,
): StateChange | undefined {
  if (!(TRANSITIONS.start.from as readonly JobStatus[]).includes(job.status) || job.priority <= priority)
    return undefined;
  // one that waits for its next attempt is offered when its time has come
  return job.offered ? { attempt: job.attempt + 1, offered: true } : { offered: false };
}

/** A fresh budget of attempts; their numbers go on from the old ones. */
export function retry(job: JobState, now: Date): StateChange {
  allow('retry', job);
  return {
    ...created(now, job.maxRetries),
    attempt: job.attempt + 1,
    startedAt: undefined,
    completedAt: undefined,
    failure: undefined,
    ...NOT_BLOCKED,
    lostTimes: undefined,
    progress: undefined,
    result: undefined,
  };
}

export function abandon(job: JobState, now: Date, reason: string): StateChange {
  allow('abandon', job);
  return { ...NO_WORKER, status: 'failed', completedAt: now, errorMessage: reason, errorDetails: '' };
}
