import { conflict, type Actor, type AppError } from '@symbio/runtime';
import { jobEvents } from '@symbio/proto/job';
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
import type { Queue } from './job-types.js';
import type { ProjectRounds } from './project-rounds.js';

const MAX_DETAILS = 10_000;

/** The attempt a worker reports on. */
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
  rounds: ProjectRounds,
) {
  /** Starts an attempt unless it is stale; idempotent for the same worker. */
  async function begin(
    { jobId, attempt, workerId }: AttemptClaim,
    ticket: string,
    actor: Actor,
  ): Promise<JobRow | undefined> {
    const now = clock.now();
    let taken = false;
    const row = await writer.change(jobId, actor, (job, after) => {
      // the same worker retries after a lost answer
      taken = holds(job, attempt, workerId);
      if (taken || !canStart(job, attempt)) return undefined;
      taken = true;
      return withEvent({ ...start(job, { now, workerId, leaseMs }), ticket }, after);
    });
    return row && taken ? row : undefined;
  }

  async function isPaused(jobId: string): Promise<boolean> {
    const job = await repository.find(jobId);
    return job !== null && pausedProjects.has(job.projectId);
  }

  /** Starts the next job of the message's queue. */
  async function beginNext(claim: AttemptClaim, queue: Queue | undefined, actor: Actor): Promise<JobRow | undefined> {
    const ticket = `${claim.jobId}:${claim.attempt}`;
    if (!queue) return (await isPaused(claim.jobId)) ? undefined : begin(claim, ticket, actor);
    const started = await repository.startedFor(ticket, claim.workerId);
    if (started) return started;
    for (;;) {
      const next = await rounds.next(queue);
      if (!next) return undefined;
      const row = await begin({ ...claim, jobId: next._id, attempt: next.attempt }, ticket, actor);
      if (row) return row;
      // another worker was faster: try the next job
    }
  }

  /** The job, if the worker holds it. @throws AppError FAILED_PRECONDITION otherwise */
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
    /**
     * Starts an attempt for a message; idempotent for the same worker. Undefined if no job is waiting.
     * @param queue queue of the message; absent: only the message's own job
     */
    async startAttempt(claim: AttemptClaim, queue: Queue | undefined, actor: Actor): Promise<JobRow | undefined> {
      const row = await beginNext(claim, queue, actor);
      if (!row) return undefined;
      const { _id: jobId, attempt, startedAt = clock.now() } = row;
      const isNew = await repository.openAttempt({
        ...{ jobId, number: attempt, workerId: claim.workerId, startedAt, errorMessage: '' },
      });
      const waitedMs = Math.max(0, startedAt.getTime() - row.scheduledAt.getTime());
      if (isNew) metrics.jobWait.observe({ kind: row.type }, waitedMs / 1_000);
      await records.addStartLine(jobId, attempt);
      return row;
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
      // before the event, so that its readers find the lines
      await records.addLines(claim.jobId, ...lines);
      let held = false;
      const row = await writer.change(claim.jobId, actor, (job, after) => {
        held = holds(job, claim.attempt, claim.workerId);
        if (!held) return undefined;
        const progressed = progress && hasProgressed(job, progress);
        const set = {
          leaseUntil: new Date(clock.now().getTime() + leaseMs),
          ...(progressed && { progress, ...clearBlockage(job, progress.done) }),
        };
        // publish only progress and log lines, not mere heartbeats
        return { set, events: progressed || lines.length > 0 ? [jobEvent(jobEvents.changed, after(set))] : [] };
      });
      const giveWay = held && (await rounds.shouldYield(before, clock.now()));
      return { held, giveWay, stop: held && row?.stopping === true };
    },

    /** @throws AppError FAILED_PRECONDITION if the worker does not hold the job */
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

    /** @throws AppError FAILED_PRECONDITION if the worker does not hold the job */
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
     * @throws AppError FAILED_PRECONDITION if the worker does not hold the job
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
     * @throws AppError FAILED_PRECONDITION if the worker does not hold the job
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
     * Returns a job from a stopping worker: offered again at once, not counted. A job that gave way queues behind
     * waiting ones.
     * @throws AppError FAILED_PRECONDITION if the worker does not hold the job
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
        ? 'The worker was stopped and handed the job back.'
        : (await pausedProjects.has(before.projectId))
          ? 'The project was deleted: it goes on when that is restored.'
          : 'It gave way to a document that waits, and goes on after it.';
      const turn = gaveWay ? await rounds.roundAfterCurrent(before) : before.turn;
      await records.closeAttempt(before, now, 'returned', message);
      await records.addLines(claim.jobId, ...lines, message);
      const row = await changeHeldJob(claim, actor, (job) => ({ ...returnJob(job, now), turn }));
      records.observeEnd(before, 'returned', now);
      return (await records.offerOnce(row)) ?? row;
    },
  };
}
