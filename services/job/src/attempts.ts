import { conflict, type Actor, type AppError } from '@symbio/kit';
import { jobEvents } from '@symbio/proto/job';
import { jobEvent } from './events.js';
import type { JobDeps } from './job-deps.js';
import { outcomeLine, withEvent, type JobRecords } from './job-records.js';
import type { JobRow, Progress, Result } from './model.js';
import { canStart, complete, fail, giveBack, holds, start, type Failure, type StateChange } from './transitions.js';

/** Characters of an error's details. */
const MAX_DETAILS = 10_000;

/** Which attempt a worker speaks about. */
export interface Hold {
  jobId: string;
  attempt: number;
  workerId: string;
}

const leaseLost = (): AppError => conflict('lease_lost', 'This worker does not hold the job any more.');

/** Whether a worker says something new about how far it is. */
const hasMoved = ({ progress: known }: JobRow, progress: Progress): boolean =>
  progress.done !== known?.done || progress.total !== known.total || progress.message !== known.message;

/** What workers report about their attempts. */
export function createAttempts(
  { repository, writer, clock, metrics, leaseMs, retryDelaysMs }: JobDeps,
  records: JobRecords,
) {
  /** The job as long as the worker holds it. @throws AppError FAILED_PRECONDITION otherwise */
  async function heldJob({ jobId, attempt, workerId }: Hold, alreadyFine?: 'completed'): Promise<JobRow> {
    const row = await repository.find(jobId);
    if (row && (holds(row, attempt, workerId) || (row.attempt === attempt && row.status === alreadyFine))) return row;
    throw leaseLost();
  }

  const moveHeld = (hold: Hold, actor: Actor, decide: (job: JobRow) => StateChange): Promise<JobRow> =>
    records.move(hold.jobId, actor, (job) => {
      if (!holds(job, hold.attempt, hold.workerId)) throw leaseLost();
      return decide(job);
    });

  return {
    /** A worker takes an offered attempt. Undefined: the offer is stale. */
    async startAttempt({ jobId, attempt, workerId }: Hold, actor: Actor): Promise<JobRow | undefined> {
      const now = clock.now();
      let taken = false;
      const row = await writer.change(jobId, actor, (job, after) => {
        // the same worker asks again when it did not receive the answer
        taken = holds(job, attempt, workerId);
        if (taken || !canStart(job, attempt)) return undefined;
        taken = true;
        return withEvent(start(job, { now, workerId, leaseMs }), after);
      });
      if (!row || !taken) return undefined;
      await repository.saveAttempt({
        jobId,
        number: attempt,
        workerId,
        startedAt: row.startedAt ?? now,
        errorMessage: '',
      });
      metrics.jobWait.observe({ kind: row.type }, Math.max(0, now.getTime() - row.scheduledAt.getTime()) / 1_000);
      await records.addLines(jobId, `Attempt ${attempt} started`);
      return row;
    },

    /** A worker is alive. false: it does not hold the job any more and must stop. */
    async reportProgress(
      hold: Hold,
      progress: Progress | undefined,
      lines: readonly string[],
      actor: Actor,
    ): Promise<boolean> {
      const before = await repository.find(hold.jobId);
      if (!before || !holds(before, hold.attempt, hold.workerId)) return false;
      // before the event: who reads the log because of it finds the lines
      await records.addLines(hold.jobId, ...lines);
      let held = false;
      await writer.change(hold.jobId, actor, (job, after) => {
        held = holds(job, hold.attempt, hold.workerId);
        if (!held) return undefined;
        const moved = progress && hasMoved(job, progress);
        const set = { leaseUntil: new Date(clock.now().getTime() + leaseMs), ...(moved && { progress }) };
        // a sign of life is nobody else's business; how far the job is and what it says, is
        return { set, events: moved || lines.length > 0 ? [jobEvent(jobEvents.changed, after(set))] : [] };
      });
      return held;
    },

    /** @throws AppError FAILED_PRECONDITION when the worker does not hold the job */
    async completeAttempt(
      hold: Hold,
      result: Result | undefined,
      lines: readonly string[],
      actor: Actor,
    ): Promise<JobRow> {
      const now = clock.now();
      const before = await heldJob(hold, 'completed');
      if (before.status === 'completed') return before;
      await records.closeAttempt(before, now, 'completed');
      await records.addLines(hold.jobId, ...lines, 'Completed');
      const row = await moveHeld(hold, actor, (job) => complete(job, now, result));
      records.observeEnd(before, 'completed', now);
      return row;
    },

    /** @throws AppError FAILED_PRECONDITION when the worker does not hold the job */
    async failAttempt(hold: Hold, failure: Failure, lines: readonly string[], actor: Actor): Promise<JobRow> {
      const now = clock.now();
      const details = failure.details.slice(0, MAX_DETAILS);
      const before = await heldJob(hold);
      const decide = (job: JobRow) => fail(job, { ...failure, details }, now, retryDelaysMs);
      await records.closeAttempt(before, now, 'failed', failure.message);
      await records.addLines(hold.jobId, ...lines, outcomeLine({ ...before, ...decide(before) }, before.attempt, now));
      const row = await moveHeld(hold, actor, decide);
      records.observeEnd(before, 'failed', now);
      records.reportFailed(row);
      return row;
    },

    /**
     * A worker that stops returns its job: it is offered again at once, and the attempt does not count.
     * @throws AppError FAILED_PRECONDITION when the worker does not hold the job
     */
    async returnAttempt(hold: Hold, lines: readonly string[], actor: Actor): Promise<JobRow> {
      const now = clock.now();
      const before = await heldJob(hold);
      const message = 'The worker was stopped and handed the job back.';
      await records.closeAttempt(before, now, 'returned', message);
      await records.addLines(hold.jobId, ...lines, message);
      const row = await moveHeld(hold, actor, (job) => giveBack(job, now));
      records.observeEnd(before, 'returned', now);
      return (await records.offerOnce(row)) ?? row;
    },
  };
}
