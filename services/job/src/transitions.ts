/** Job state machine (OP-33) as pure functions: state and event to changed fields. The only code that sets a status. */
import { conflict } from '@symbio/runtime';
import type { JobStatus } from '@symbio/proto/job/vocabulary';
import { JOB_STATE_LABELS, jobState } from '@symbio/proto/labels';
import type { JobState, Result } from './model.js';

export const ACTIVE_STATUSES = ['pending', 'retrying', 'processing'] as const satisfies readonly JobStatus[];

export const isOver = ({ status }: { status: JobStatus }): boolean =>
  !(ACTIVE_STATUSES as readonly JobStatus[]).includes(status);

/** Transitions: allowed statuses and results. Others answer 409. */
export const TRANSITIONS = {
  /** A worker takes the offered attempt. */
  start: { from: ['pending', 'retrying'], to: ['processing'] },
  complete: { from: ['processing'], to: ['completed'] },
  /** retrying while attempts are left and the failure is not permanent. */
  fail: { from: ['processing'], to: ['retrying', 'failed'] },
  /** A stopping worker, or a job that yields: no attempt failed. */
  returnJob: { from: ['processing'], to: ['pending'] },
  /** Blocked by something unavailable, full or locked: retried without counting, up to a time limit. */
  block: { from: ['processing'], to: ['retrying', 'failed'] },
  /** Worker's lease expired: tried again without counting, up to a limit of its own. */
  loseWorker: { from: ['processing'], to: ['retrying', 'failed'] },
  /** JOB-22. */
  cancel: { from: ['pending', 'retrying'], to: ['failed'] },
  requestStop: { from: ['processing'], to: ['processing'] },
  /** The worker acknowledges at the end of a page. */
  stop: { from: ['processing'], to: ['failed'] },
  /** JOB-24. */
  retry: { from: ['failed'], to: ['pending'] },
  abandon: { from: ['pending', 'retrying', 'processing'], to: ['failed'] },
} as const satisfies Record<string, { from: readonly JobStatus[]; to: readonly JobStatus[] }>;

export type TransitionName = keyof typeof TRANSITIONS;

/** Message of a cancelled job (JOB-23). */
export const CANCELLED = 'Job cancelled by user';
export const STOPPED = 'Job stopped by user: what was done before is kept.';
export const WORKER_LOST = 'The worker stopped answering.';
/** Attempts of one job that may be lost with their worker: a document that ends every worker must not be tried for ever. */
export const MAX_LOST_ATTEMPTS = 10;
/** Longest pause after a lost attempt, in milliseconds. */
const MAX_LOST_DELAY_MS = 600_000;

export type StateChange = Partial<JobState>;

/** @throws AppError FAILED_PRECONDITION if the status does not allow it */
function allow(transition: TransitionName, { status, failure }: Pick<JobState, 'status' | 'failure'>): void {
  const allowed: readonly JobStatus[] = TRANSITIONS[transition].from;
  if (allowed.includes(status)) return;
  const state = JOB_STATE_LABELS[jobState(status, failure)].toLowerCase();
  const only = REFUSALS[transition] ?? 'This is not possible now.';
  throw conflict('job_state', `${only} This one is ${state}${ADVICE[transition]?.[status] ?? ''}.`);
}

const REFUSALS: Partial<Record<TransitionName, string>> = {
  cancel: 'Only a job that is pending or retrying can be cancelled.',
  requestStop: 'Only a job that is processing can be stopped after its page.',
  retry: 'Only a failed job can be retried.',
};

/** Suggested alternative. */
const ADVICE: Partial<Record<TransitionName, Partial<Record<JobStatus, string>>>> = {
  cancel: { processing: ': stop it after its page instead' },
  requestStop: { pending: ': cancel it instead', retrying: ': cancel it instead' },
  retry: { processing: ': wait until it has ended', retrying: ': it is tried again by itself' },
};

/** Backoff in milliseconds of a blocked job, by number of blockages; the last value repeats. */
export const BLOCKED_DELAYS_MS: readonly number[] = [2_000, 5_000, 10_000, 20_000, 60_000];

const NOT_BLOCKED = {
  blockedSince: undefined,
  blockedTimes: undefined,
  blockedDone: undefined,
} satisfies StateChange;
const NO_WORKER = { workerId: undefined, leaseUntil: undefined, stopping: undefined } satisfies StateChange;

/** Initial state, with the first attempt due now. */
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

/** Whether the call refers to the attempt the worker holds. */
export const holds = (job: JobState, attempt: number, workerId: string): boolean =>
  job.status === 'processing' && job.attempt === attempt && job.workerId === workerId;

export const canStart = ({ status, offered }: Pick<JobState, 'status' | 'offered'>): boolean =>
  (TRANSITIONS.start.from as readonly JobStatus[]).includes(status) && offered;

export function start(
  job: JobState,
  { now, workerId, leaseMs }: { now: Date; workerId: string; leaseMs: number },
): StateChange {
  allow('start', job);
  return {
    status: 'processing',
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
  /** User-readable sentence. */
  message: string;
  details: string;
  /** A retry cannot succeed. */
  permanent: boolean;
}

export const retryDelay = (delaysMs: readonly number[], failed: number): number =>
  delaysMs[Math.min(failed, delaysMs.length) - 1] ?? 0;

export function fail(job: JobState, failure: Failure, now: Date, delaysMs: readonly number[]): StateChange {
  allow('fail', job);
  const isLast = failure.permanent || job.currentAttempts + 1 >= job.maxRetries;
  return failed(job, failure, now, isLast ? undefined : delaysMs);
}

/** Milliseconds before the next attempt after so many that were lost: as after failures, then doubled each time. */
export const lostDelay = (delaysMs: readonly number[], lost: number): number =>
  Math.min(retryDelay(delaysMs, lost) * 2 ** Math.max(0, lost - delaysMs.length), MAX_LOST_DELAY_MS);

/** The worker or its machine ended. This is rarely the file's fault, so lost attempts have a limit of their own. */
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
  if (lostTimes >= MAX_LOST_ATTEMPTS) return { ...error, status: 'failed', completedAt: now };
  return { ...error, ...nextAttempt(job, new Date(now.getTime() + lostDelay(delaysMs, lostTimes))) };
}

/** @param delaysMs before another attempt; absent: none follows */
function failed(
  job: JobState,
  { message, details, permanent }: Failure,
  now: Date,
  delaysMs: readonly number[] | undefined,
): StateChange {
  // the user asked to stop it
  if (job.stopping) return stopped(now);
  const currentAttempts = job.currentAttempts + 1;
  const error = {
    ...NO_WORKER,
    ...NOT_BLOCKED,
    currentAttempts,
    errorMessage: message,
    errorDetails: details,
    errorPermanent: permanent,
  };
  if (!delaysMs) return { ...error, status: 'failed', completedAt: now };
  return { ...error, ...nextAttempt(job, new Date(now.getTime() + retryDelay(delaysMs, currentAttempts))) };
}

/** The job continues its attempt later. */
export function returnJob(job: JobState, now: Date): StateChange {
  allow('returnJob', job);
  if (job.stopping) return stopped(now);
  return { ...NO_WORKER, ...NOT_BLOCKED, status: 'pending', offered: true, scheduledAt: now, startedAt: undefined };
}

/**
 * Ends an attempt blocked by something unavailable, full or locked, not by its file: retried with backoff, not counted.
 *
 * @param maxBlockedMs maximum blocked time before a permanent failure
 */
export function block(job: JobState, failure: Failure, now: Date, maxBlockedMs: number): StateChange {
  allow('block', job);
  if (job.stopping) return stopped(now);
  const { blockedSince = now, blockedTimes = 0, blockedDone = 0 } = job;
  if (now.getTime() - blockedSince.getTime() >= maxBlockedMs) return failed(job, failure, now, undefined);
  const delay = retryDelay(BLOCKED_DELAYS_MS, blockedTimes + 1);
  return {
    ...NO_WORKER,
    ...nextAttempt(job, new Date(now.getTime() + delay)),
    blockedSince,
    blockedTimes: blockedTimes + 1,
    blockedDone: Math.max(blockedDone, job.progress?.done ?? 0),
    errorMessage: failure.message,
    errorDetails: failure.details,
    errorPermanent: false,
  };
}

/** Clears the blockage when more pages are done than at any blockage. */
export const clearBlockage = ({ blockedSince, blockedDone = 0 }: JobState, done: number): StateChange =>
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

/** Undefined if already requested. */
export function requestStop(job: JobState): StateChange | undefined {
  allow('requestStop', job);
  return job.stopping ? undefined : { stopping: true };
}

/** Stopped after a page at a user's request. A retry resumes. */
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

export const canHurry = (job: Pick<JobState, 'status'> & { priority: number }, priority: number): boolean =>
  (TRANSITIONS.start.from as readonly JobStatus[]).includes(job.status) && job.priority > priority;

/** Resets the attempt budget; attempt numbers continue. */
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
