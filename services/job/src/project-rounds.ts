/**
 * Fair scheduling among projects within a type and priority.
 *
 * A job gets a round when it starts waiting: the round after its project's last waiting job, else the current one
 * (start-time fair queueing). The lowest round is served first, within it the longest waiting job. So a single document
 * overtakes another project's batch, two batches alternate, and fixed rounds prevent starvation.
 */
import type { JobDeps } from './job-deps.js';
import type { Queue } from './job-types.js';
import type { JobRow } from './model.js';
import type { JobRepository } from './repository.js';

/** Milliseconds a job may run before it yields to another project's of the same type and priority. */
export const ROUND_MS = 60_000;

export interface Rounds {
  /** Lowest waiting round; undefined if the queue is empty. */
  lowest: number | undefined;
  /** Round of the project's newest waiting job; undefined if none. */
  last: number | undefined;
}

export const nextRound = ({ lowest = 0, last = -1 }: Rounds): number => Math.max(lowest, last + 1);

export type ProjectRounds = ReturnType<typeof createProjectRounds>;

/** Queries waiting jobs; those of deleted projects are paused. */
export function createProjectRounds(
  repository: Pick<JobRepository, 'nextOf' | 'newestWaiting' | 'hasWaiting'>,
  pausedProjects: JobDeps['pausedProjects'],
) {
  const next = async (queue: Queue): Promise<JobRow | undefined> =>
    repository.nextOf(queue, await pausedProjects.ids());
  return {
    async roundOf(queue: Queue, projectId: string): Promise<number> {
      const [first, newest] = await Promise.all([next(queue), repository.newestWaiting(queue, projectId)]);
      return nextRound({ lowest: first?.turn, last: newest?.turn });
    },

    /** Round after the current one, for a job that gave way. */
    async roundAfterCurrent(queue: Queue): Promise<number> {
      return ((await next(queue))?.turn ?? 0) + 1;
    },

    /** The next job; undefined if none waits. */
    next,

    /**
     * Whether a running job should yield: to a more urgent one, or eventually to another project's. Jobs of a deleted
     * project wait for its restoration.
     */
    async shouldYield({ type, priority, projectId, startedAt }: JobRow, now: Date): Promise<boolean> {
      const others = await pausedProjects.ids();
      if (others.includes(projectId) || (await repository.hasWaiting({ type, below: priority }, others))) return true;
      if (!startedAt || now.getTime() - startedAt.getTime() < ROUND_MS) return false;
      return repository.hasWaiting({ type, priority, notOf: projectId }, others);
    },
  };
}
