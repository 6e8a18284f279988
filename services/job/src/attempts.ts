import { conflict, type Actor, type AppError } from '@symbio/runtime';
import { jobEvents } from '@symbio/proto/job';
import type { JobLane } from '@symbio/proto/job/vocabulary';
import { jobEvent } from './events.js';
import type { JobDeps } from './job-deps.js';
import { outcomeLine, withEvent, type JobRecords, type RowChange } from './job-records.js';
import type { JobRow, Progress, Result } from './model.js';
import {
  block,
  canStart,
  complete,
  fail,
  returnJob,
  clearBlockage,
  holds,
  start,
  stop,
  STOPPED,
  type Failure,
} from './transitions.js';
import { rankOf, sizeOf } from './order.js';
import type { Scheduler } from './scheduler.js';

const MAX_DETAILS = 10_000;

export interface AttemptClaim {
  jobId: string;
  attempt: number;
  workerId: string;
}

const leaseLost = (): AppError => conflict('lease_lost', 'This worker does not hold the job any more.');

const hasProgressed = ({ progress: known }: JobRow, progress: Progress): boolean =>
  progress.done !== known?.done || progress.total !== known.total || progress.message !== known.message;

export function createAttempts(
  { repository, writer, pausedProjects, clock, metrics, leaseMs, retryDelaysMs, maxBlockedMs }: JobDeps,
  records: JobRecords,
  scheduler: Scheduler,
) {
  /** Idempotent for the same worker. Undefined if another one has it. */
  async function begin(jobId: string, workerId: string, actor: Actor): Promise<JobRow | undefined> {
    const now = clock.now();
    let taken = false;
    const row = await writer.change(jobId, actor, (job, after) => {
      // the same worker retries after a lost answer
      taken = holds(job, job.attempt, workerId);
      if (taken || !canStart(job)) return undefined;
      taken = true;
      return withEvent(start(job, { now, workerId, leaseMs }), after);
    });
    return row && taken ? recordStart(row, workerId) : undefined;
  }

  /** Idempotent. */
  async function recordStart(row: JobRow, workerId: string): Promise<JobRow> {
    const { _id: jobId, attempt: number, startedAt = clock.now() } = row;
    if (await repository.continueAttempt({ jobId, number, workerId })) {
      await records.addLines(jobId, 'Continued');
      return row;
    }
    const isNew = await repository.openAttempt({ jobId, number, workerId, startedAt, errorMessage: '' });
    const waitedMs = Math.max(0, startedAt.getTime() - row.scheduledAt.getTime());
    if (isNew) metrics.jobWait.observe({ kind: row.type }, waitedMs / 1_000);
    await records.addStartLine(jobId, number);
    return row;
  }

  /** Job, if the worker holds it. @throws AppError FAILED_PRECONDITION otherwise */
  async function findHeldJob(
    { jobId, attempt, workerId }: AttemptClaim,
    acceptedStatus?: 'completed',
  ): Promise<JobRow> {
    const row = await repository.find(jobId);
    if (row && (holds(row, attempt, workerId) || (row.attempt === attempt && row.status === acceptedStatus)))
      return row;
    throw leaseLost();
  }

  const changeHeldJob = (claim: AttemptClaim, actor: Actor, decide: (job: JobRow) => RowChange): Promise<JobRow> =>
    records.move(claim.jobId, actor, (job) => {
      if (!holds(job, claim.attempt, claim.workerId)) throw leaseLost();
      return decide(job);
    });

  return {
    /** Starts the next job of a lane; or milliseconds until it may start, 0 if none waits. */
    async startNext(lane: JobLane, workerId: string, actor: Actor): Promise<JobRow | number> {
      const started = await repository.startedBy(workerId);
      if (started) return recordStart(started, workerId);
      for (;;) {
        const next = await scheduler.next(lane);
        if (typeof next === 'number') return next;
        const row = await begin(next._id, workerId, actor);
        if (row) return row;
        // another worker was faster: try the next job
      }
    },

    /** If it waits. */
    startOne: async (jobId: string, workerId: string, actor: Actor): Promise<JobRow | undefined> => {
      const job = await repository.find(jobId);
      return job && !(await pausedProjects.has(job.projectId)) ? begin(jobId, workerId, actor) : undefined;
    },

    /**
     * Handles a progress report. `held` is false if the worker lost the job and must stop at once; `stop` if a user
     * asked to end it after its page.
     */
    async reportProgress(
      claim: AttemptClaim,
      progress: Progress | undefined,
      lines: readonly string[],
      actor: Actor,
    ): Promise<{ held: boolean; giveWay: boolean; stop: boolean }> {
      const before = await repository.find(claim.jobId);
      if (!before || !holds(before, claim.attempt, claim.workerId)) return { held: false, giveWay: false, stop: false };
      // before the event, so its readers find the lines
      await records.addLines(claim.jobId, ...lines);
      let held = false;
      const row = await writer.change(claim.jobId, actor, (job, after) => {
        held = holds(job, claim.attempt, claim.workerId);
        if (!held) return undefined;
        const progressed = progress && hasProgressed(job, progress);
        const size = sizeOf({ ...job, ...(progress && { progress }) });
        const set = {
          leaseUntil: new Date(clock.now().getTime() + leaseMs),
          ...(progressed && { progress, size, ...clearBlockage(job, progress.done) }),
        };
        // publish only progress and log lines, not mere heartbeats
        return { set, events: progressed || lines.length > 0 ? [jobEvent(jobEvents.changed, after(set))] : [] };
      });
      if (!row || !held) return { held: false, giveWay: false, stop: false };
      return { held, giveWay: await scheduler.shouldYield(row), stop: row.stopping === true };
    },

    /** @throws AppError FAILED_PRECONDITION */
    async completeAttempt(
      claim: AttemptClaim,
      { result, progress }: { result?: Result | undefined; progress?: Progress | undefined },
      lines: readonly string[],
      actor: Actor,
    ): Promise<JobRow> {
      const now = clock.now();
      const before = await findHeldJob(claim, 'completed');
      if (before.status === 'completed') return before;
      await records.closeAttempt(before, now, 'completed');
      await records.addLines(claim.jobId, ...lines, 'Completed');
      const row = await changeHeldJob(claim, actor, (job) => ({
        ...complete(job, now, result),
        ...(progress && { progress }),
      }));
      records.observeEnd(before, 'completed', now);
      return row;
    },

    /** @throws AppError FAILED_PRECONDITION */
    async failAttempt(claim: AttemptClaim, failure: Failure, lines: readonly string[], actor: Actor): Promise<JobRow> {
      const now = clock.now();
      const details = failure.details.slice(0, MAX_DETAILS);
      const before = await findHeldJob(claim);
      const decide = (job: JobRow) => fail(job, { ...failure, details }, now, retryDelaysMs);
      await records.closeAttempt(before, now, 'failed', failure.message);
      await records.addLines(claim.jobId, ...lines, outcomeLine({ ...before, ...decide(before) }, before.attempt, now));
      const row = await changeHeldJob(claim, actor, decide);
      records.observeEnd(before, 'failed', now);
      records.reportFailed(row);
      return row;
    },

    /**
     * Ends an attempt blocked by something unavailable, full or locked by another job. It does not count, unless
     * blocked for too long.
     * @throws AppError FAILED_PRECONDITION
     */
    async blockAttempt(claim: AttemptClaim, failure: Failure, lines: readonly string[], actor: Actor): Promise<JobRow> {
      const now = clock.now();
      const details = failure.details.slice(0, MAX_DETAILS);
      const before = await findHeldJob(claim);
      const decide = (job: JobRow) => block(job, { ...failure, details }, now, maxBlockedMs);
      const outlook = { ...before, ...decide(before) };
      const outcome = outlook.status === 'failed' ? 'failed' : 'returned';
      await records.closeAttempt(before, now, outcome, failure.message);
      await records.addLines(claim.jobId, ...lines, outcomeLine(outlook, before.attempt, now));
      const row = await changeHeldJob(claim, actor, decide);
      records.observeEnd(before, outcome, now);
      records.reportFailed(row);
      return row;
    },

    /**
     * Ends an attempt after a page at a user's request, keeping results.
     * @throws AppError FAILED_PRECONDITION
     */
    async stopAttempt(claim: AttemptClaim, lines: readonly string[], actor: Actor): Promise<JobRow> {
      const now = clock.now();
      const before = await findHeldJob(claim);
      await records.closeAttempt(before, now, 'stopped', STOPPED);
      await records.addLines(claim.jobId, ...lines, STOPPED);
      const row = await changeHeldJob(claim, actor, (job) => stop(job, now));
      records.observeEnd(before, 'stopped', now);
      return row;
    },

    /**
     * Returns a job that yields, or that a stopping worker hands back. Its attempt continues later.
     * @throws AppError FAILED_PRECONDITION
     */
    async returnAttempt(
      claim: AttemptClaim,
      gaveWay: boolean,
      lines: readonly string[],
      actor: Actor,
    ): Promise<JobRow> {
      const now = clock.now();
      const before = await findHeldJob(claim);
      const message = !gaveWay
        ? 'The worker stopped; another one continues.'
        : (await pausedProjects.has(before.projectId))
          ? 'Paused: the project was deleted. The job continues if it is restored.'
          : 'Paused for another document; continues after it.';
      const turn = gaveWay ? await scheduler.turnAfterYield(before) : before.turn;
      await records.closeAttempt(before, now, 'returned', message);
      await records.addLines(claim.jobId, ...lines, message);
      const row = await changeHeldJob(claim, actor, (job) => ({ ...returnJob(job, now), rank: rankOf(job), turn }));
      records.observeEnd(before, 'returned', now);
      return row;
    },
  };
}
