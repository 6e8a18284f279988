import { AppError } from '@symbio/runtime';
import {
  abandon,
  requestStop,
  block,
  cancel,
  CANCELLED,
  canStart,
  complete,
  created,
  fail,
  returnJob,
  clearBlockage,
  holds,
  loseWorker,
  lostDelay,
  retry,
  retryDelay,
  start,
  stop,
  STOPPED,
  TRANSITIONS,
  WORKER_LOST,
  type TransitionName,
  type StateChange,
} from './transitions.js';
import type { JobState } from './model.js';
import { JOB_STATUSES, type JobStatus } from '@symbio/proto/job/vocabulary';

const NOW = new Date('2026-03-01T10:00:00.000Z');
const DELAYS = [2_000, 10_000, 60_000];
const MAX_BLOCKED_MS = 3_600_000;
const later = (ms: number): Date => new Date(NOW.getTime() + ms);

const job = (overrides: Partial<JobState> = {}): JobState => ({ ...created(NOW, 3), ...overrides });
const failure = { message: 'The disk is full.', details: 'ENOSPC', permanent: false };

/** Every event with its possible outcomes, with and without attempts left. */
const TRANSITION_CASES: Record<TransitionName, (job: JobState) => StateChange> = {
  start: (state) => start(state, { now: NOW, workerId: 'w1', leaseMs: 30_000 }),
  complete: (state) => complete(state, NOW, undefined),
  fail: (state) => fail(state, failure, NOW, DELAYS),
  returnJob: (state) => returnJob(state, NOW),
  // first blockage, and one beyond the limit
  block: (state) =>
    block(
      { ...state, ...(state.currentAttempts === 3 && { blockedSince: later(-MAX_BLOCKED_MS) }) },
      failure,
      NOW,
      MAX_BLOCKED_MS,
    ),
  // for the first time, and once too often
  loseWorker: (state) => loseWorker({ ...state, ...(state.currentAttempts === 3 && { lostTimes: 9 }) }, NOW, DELAYS),
  cancel: (state) => cancel(state, NOW),
  requestStop: (state) => ({ status: state.status, ...requestStop(state) }),
  stop: (state) => stop(state, NOW),
  retry: (state) => retry(state, NOW),
  abandon: (state) => abandon(state, NOW, 'The document was deleted.'),
};

/** OP-33: from, event, to. Anything else is refused. */
const ALLOWED: readonly [JobStatus, TransitionName, JobStatus[]][] = [
  ['pending', 'start', ['processing']],
  ['pending', 'cancel', ['failed']],
  ['pending', 'abandon', ['failed']],
  ['processing', 'complete', ['completed']],
  ['processing', 'fail', ['retrying', 'failed']],
  ['processing', 'returnJob', ['pending']],
  ['processing', 'block', ['retrying', 'failed']],
  ['processing', 'loseWorker', ['retrying', 'failed']],
  ['processing', 'requestStop', ['processing']],
  ['processing', 'stop', ['failed']],
  ['processing', 'abandon', ['failed']],
  ['retrying', 'start', ['processing']],
  ['retrying', 'cancel', ['failed']],
  ['retrying', 'abandon', ['failed']],
  ['failed', 'retry', ['pending']],
];

const pairs = JOB_STATUSES.flatMap((from) =>
  (Object.keys(TRANSITIONS) as TransitionName[]).map((transition) => ({
    from,
    transition,
    to: ALLOWED.find(([status, what]) => status === from && what === transition)?.[2] ?? [],
  })),
);

describe('the life of a job (JOB-21, OP-33)', () => {
  it.each(pairs.filter(({ to }) => to.length > 0))('$from, $transition: $to', ({ from, transition, to }) => {
    const withAttempts = TRANSITION_CASES[transition](job({ status: from, currentAttempts: 1 }));
    const withoutAttempts = TRANSITION_CASES[transition](job({ status: from, currentAttempts: 3 }));
    expect([...new Set([withAttempts.status, withoutAttempts.status])]).toEqual(to);
  });

  it.each(pairs.filter(({ to }) => to.length === 0))(
    '$from refuses $transition with a conflict',
    ({ from, transition }) => {
      let thrown: unknown;
      try {
        TRANSITION_CASES[transition](job({ status: from }));
      } catch (error) {
        thrown = error;
      }
      expect(thrown).toBeInstanceOf(AppError);
      expect(thrown).toMatchObject({ code: 'FAILED_PRECONDITION', reason: 'job_state' });
      expect((thrown as AppError).message).toContain(from);
    },
  );

  it('begins pending, offered at once, as attempt 1', () => {
    expect(created(NOW, 3)).toMatchObject({
      status: 'pending',
      attempt: 1,
      offered: true,
      currentAttempts: 0,
      scheduledAt: NOW,
    });
  });

  it('gives a worker the job for the length of a lease', () => {
    const change = TRANSITION_CASES.start(job({ errorMessage: 'from before' }));
    expect(change).not.toHaveProperty('currentAttempts');
    expect(change).toMatchObject({
      workerId: 'w1',
      startedAt: NOW,
      leaseUntil: later(30_000),
      errorMessage: '',
    });
  });

  it('waits longer after each failure, and as long as the last time after that', () => {
    expect([1, 2, 3, 4, 9].map((failed) => retryDelay(DELAYS, failed))).toEqual([
      2_000, 10_000, 60_000, 60_000, 60_000,
    ]);
    const change = fail(job({ status: 'processing', currentAttempts: 1, attempt: 2 }), failure, NOW, DELAYS);
    expect(change).toMatchObject({
      status: 'retrying',
      currentAttempts: 2,
      attempt: 3,
      offered: false,
      scheduledAt: later(10_000),
      errorMessage: failure.message,
    });
  });

  it('fails permanently after its last attempt', () => {
    const change = fail(job({ status: 'processing', currentAttempts: 2 }), failure, NOW, DELAYS);
    expect(change).toMatchObject({
      status: 'failed',
      completedAt: NOW,
      errorMessage: failure.message,
      errorDetails: 'ENOSPC',
      currentAttempts: 3,
    });
  });

  it('is retried with backoff while blocked, without counting attempts, up to a time limit', () => {
    let state = job({ currentAttempts: 2 });
    const pauses: number[] = [];
    const at = (ms: number) => new Date(NOW.getTime() + ms);
    let clock = 0;
    for (;;) {
      state = { ...state, ...start(state, { now: at(clock), workerId: 'w', leaseMs: 1 }) };
      state = { ...state, ...block(state, failure, at(clock), 200_000) };
      if (state.status === 'failed') break;
      expect(state).toMatchObject({
        status: 'retrying',
        offered: false,
        currentAttempts: 2,
        errorMessage: failure.message,
      });
      pauses.push(state.scheduledAt.getTime() - at(clock).getTime());
      clock += pauses.at(-1)!;
      state = { ...state, offered: true };
    }
    expect(pauses).toEqual([2_000, 5_000, 10_000, 20_000, 60_000, 60_000, 60_000]);
    expect(state).toMatchObject({ status: 'failed', errorMessage: failure.message, blockedSince: undefined });
  });

  it('forgets how long it waited once it could go on, or a person has it tried again', () => {
    const waited = { blockedSince: later(-1_000), blockedTimes: 4, blockedDone: 7 };
    const forgotten = { blockedSince: undefined, blockedTimes: undefined, blockedDone: undefined };
    const running = job({ status: 'processing', currentAttempts: 1, ...waited });
    expect(complete(running, NOW, undefined)).toMatchObject(forgotten);
    expect(fail(running, failure, NOW, DELAYS)).toMatchObject(forgotten);
    expect(returnJob(running, NOW)).toMatchObject(forgotten);
    expect(clearBlockage(running, 8)).toEqual(forgotten);
    expect(retry(job({ status: 'failed', ...waited }), NOW)).toMatchObject(forgotten);
  });

  it('waits on when it comes no further than before, whether it begins where it was or at the first page', () => {
    const progress = (done: number) => ({ progress: { done, total: 9, message: '' } });
    let state = job({ status: 'processing', currentAttempts: 1, ...progress(7) });
    state = { ...state, ...block(state, failure, NOW, MAX_BLOCKED_MS), status: 'processing' };
    for (const done of [1, 2, 7]) expect(clearBlockage({ ...state, ...progress(done - 1) }, done)).toEqual({});
    // the next attempt makes less progress
    state = { ...state, ...block({ ...state, ...progress(2) }, failure, later(1_000), MAX_BLOCKED_MS) };
    expect(state).toMatchObject({ blockedSince: NOW, blockedTimes: 2, blockedDone: 7 });
  });

  it('is not over for a short wait today because it waited yesterday and went on', () => {
    let state = job({ status: 'processing', currentAttempts: 1 });
    state = { ...state, ...block(state, failure, NOW, MAX_BLOCKED_MS), status: 'processing' };
    state = { ...state, ...clearBlockage(state, 1) };
    expect(block(state, failure, later(MAX_BLOCKED_MS), MAX_BLOCKED_MS).status).toBe('retrying');
  });

  it('ends instead of waiting when a person asked for its end', () => {
    const change = block(
      job({ status: 'processing', currentAttempts: 1, stopping: true }),
      failure,
      NOW,
      MAX_BLOCKED_MS,
    );
    expect(change).toMatchObject({ status: 'failed', errorMessage: STOPPED });
  });

  it('fails at once when trying again can not help', () => {
    const change = fail(
      job({ status: 'processing', currentAttempts: 1 }),
      { ...failure, permanent: true },
      NOW,
      DELAYS,
    );
    expect(change).toMatchObject({ status: 'failed', errorPermanent: true });
    expect(retry(job({ ...change }), NOW).errorPermanent).toBe(false);
  });

  it('goes back to retrying when there is no sign of life of its worker (OP-33)', () => {
    const change = loseWorker(job({ status: 'processing', currentAttempts: 0, workerId: 'w1' }), NOW, DELAYS);
    expect(change).not.toHaveProperty('currentAttempts');
    expect(change).toMatchObject({
      status: 'retrying',
      errorMessage: WORKER_LOST,
      workerId: undefined,
      leaseUntil: undefined,
      lostTimes: 1,
    });
  });

  it('waits longer each time that its worker is lost, and forgets how often that was when it is retried', () => {
    expect([1, 2, 3, 4, 5, 9].map((lost) => lostDelay(DELAYS, lost) / 1_000)).toEqual([2, 10, 60, 120, 240, 600]);
    expect(retry(job({ status: 'failed', lostTimes: 10 }), NOW)).toHaveProperty('lostTimes', undefined);
  });

  it('continues the attempt that a worker hands back', () => {
    const change = returnJob(job({ status: 'processing', offered: true, attempt: 1 }), NOW);
    expect(change).toMatchObject({ status: 'pending', offered: true, scheduledAt: NOW });
    expect(change).not.toHaveProperty('attempt');
  });

  it('is cancelled with the sentence and a completion time (JOB-23)', () => {
    expect(cancel(job(), NOW)).toMatchObject({
      status: 'failed',
      errorMessage: 'Job cancelled by user',
      failure: 'cancelled',
      completedAt: NOW,
    });
    expect(CANCELLED).toBe('Job cancelled by user');
  });

  it('is asked to stop once, ends as stopped instead of failed, and resumes with a retry (JOB-24)', () => {
    const running = job({ status: 'processing', currentAttempts: 1, workerId: 'w1' });
    expect(requestStop(running)).toEqual({ stopping: true });
    expect(requestStop({ ...running, stopping: true })).toBeUndefined();
    const change = stop({ ...running, stopping: true }, NOW);
    expect(change).toMatchObject({ status: 'failed', failure: 'stopped', errorMessage: STOPPED, completedAt: NOW });
    expect(change).toHaveProperty('stopping', undefined);
    expect(retry({ ...running, ...change }, NOW)).toMatchObject({ status: 'pending', failure: undefined });
  });

  it.each([
    ['whose worker is lost', (state: JobState) => loseWorker(state, NOW, DELAYS)],
    ['whose attempt fails', (state: JobState) => fail(state, failure, NOW, DELAYS)],
    ['whose worker hands it back', (state: JobState) => returnJob(state, NOW)],
  ])('is over when it was to be stopped: one %s', (_, end) => {
    const change = end(job({ status: 'processing', currentAttempts: 1, stopping: true }));
    expect(change).toMatchObject({ status: 'failed', failure: 'stopped', errorPermanent: false });
  });

  it('gets a fresh budget by a retry, and attempt numbers that were never used (JOB-24)', () => {
    const change = retry(
      job({ status: 'failed', currentAttempts: 3, attempt: 3, completedAt: NOW, errorMessage: 'x' }),
      NOW,
    );
    expect(change).toMatchObject({
      status: 'pending',
      currentAttempts: 0,
      attempt: 4,
      offered: true,
      errorMessage: '',
    });
    expect(change).toHaveProperty('completedAt', undefined);
    expect(change).toHaveProperty('failure', undefined);
  });
});

describe('an offered attempt', () => {
  it.each([
    ['as offered', {}, true],
    ['not offered yet', { offered: false }, false],
    ['cancelled', { status: 'failed' }, false],
    ['started', { status: 'processing' }, false],
  ] as const)('%s may begin: %#', (_, overrides, expected) => {
    expect(canStart(job(overrides))).toBe(expected);
  });

  it('is held by the one worker that began it', () => {
    const held = job({ status: 'processing', workerId: 'w1', attempt: 2 });
    expect(holds(held, 2, 'w1')).toBe(true);
    expect(holds(held, 1, 'w1')).toBe(false);
    expect(holds(held, 2, 'w2')).toBe(false);
    expect(holds({ ...held, status: 'failed' }, 2, 'w1')).toBe(false);
  });
});
