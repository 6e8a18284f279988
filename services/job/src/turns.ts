/**
 * Whose turn it is among jobs of one type and priority: projects take turns, however many jobs each has waiting.
 *
 * Each job gets the number of a round when it begins to wait. A project has one job in a round: its next one gets the round
 * after its last, and the first of a project that had none waiting gets the round that is being served (start-time fair
 * queueing). The lowest round is served first, in it the job that waits longest. So a project's single document passes
 * another's batch, two batches alternate, and a round that is given does not change: nothing waits for ever.
 */
import type { JobDeps } from './job-deps.js';
import type { Queue } from './job-types.js';
import type { JobRow } from './model.js';
import type { JobRepository } from './repository.js';

/** Milliseconds that a job may run before another project's job of its type and priority has its turn. */
export const TURN_MS = 60_000;

export interface Rounds {
  /** The lowest round of those that wait in the queue; undefined when nothing waits. */
  served: number | undefined;
  /** The round of the project's newest job that waits in the queue; undefined when none does. */
  last: number | undefined;
}

/** The round of a project's next job. */
export const nextRound = ({ served = 0, last = -1 }: Rounds): number => Math.max(served, last + 1);

export type Turns = ReturnType<typeof createTurns>;

/** Asks the jobs that wait; those of deleted projects wait for nothing but these. */
export function createTurns(
  repository: Pick<JobRepository, 'nextOf' | 'newestWaiting' | 'isWaitedFor'>,
  resting: JobDeps['resting'],
) {
  const next = async (queue: Queue): Promise<JobRow | undefined> => repository.nextOf(queue, await resting.ids());
  return {
    /** The round of a new job of a project, or of one that moves to another queue. */
    async roundOf(queue: Queue, projectId: string): Promise<number> {
      const [first, newest] = await Promise.all([next(queue), repository.newestWaiting(queue, projectId)]);
      return nextRound({ served: first && (first.turn ?? 0), last: newest && (newest.turn ?? 0) });
    },

    /** The round after the one that is being served: of a job that gave way. */
    async roundBehind(queue: Queue): Promise<number> {
      return ((await next(queue))?.turn ?? 0) + 1;
    },

    /** The job whose turn it is; undefined when none waits. */
    next,

    /**
     * Whether a running job should let another one have its turn: a more urgent one, or after a while another project's. One of
     * a deleted project goes on when that is restored.
     */
    async isToGiveWay({ type, priority, projectId, startedAt }: JobRow, now: Date): Promise<boolean> {
      const others = await resting.ids();
      if (others.includes(projectId) || (await repository.isWaitedFor({ type, below: priority }, others))) return true;
      if (!startedAt || now.getTime() - startedAt.getTime() < TURN_MS) return false;
      return repository.isWaitedFor({ type, priority, notOf: projectId }, others);
    },
  };
}
