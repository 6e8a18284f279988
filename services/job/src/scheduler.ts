/**
 * Chooses the next job of a lane ([decision](../../../docs/decisions/0085-job-scheduling.md)).
 *
 * Projects of one rank take turns: a job gets a round when it begins to wait, the one after its project's last waiting
 * job, else the current one (start-time fair queueing). Larger jobs yield to smaller ones after a page.
 */
import type { Clock } from '@symbio/runtime';
import type { JobLane } from '@symbio/proto/job/vocabulary';
import type { JobDeps } from './job-deps.js';
import type { JobRow } from './model.js';
import { agedRank, orderOf, PATIENT_FROM, rankOf, SIZE, type Ordered } from './order.js';
import type { JobRepository } from './repository.js';

/** Milliseconds a job may run before it yields to another project's of the same rank. */
export const ROUND_MS = 60_000;
/** Milliseconds for which a reading waits for pictures at most: of any project, and if it is not small, of its own. */
export const PICTURES_FIRST_MS = { any: 20_000, own: 600_000 } as const;
/** Milliseconds after the start of a picture job in which more of its batch may follow. */
export const BATCH_GAP_MS = 2_000;
const ASK_AGAIN_MS = 1_000;
/** Projects whose readings are examined per claim. */
const PROJECTS_EXAMINED = 20;
/** Milliseconds until a waiting job is aged, and between two aged jobs of a lane. */
export const AGED_MS = 600_000;
export const AGED_EVERY_MS = 120_000;

export type Place = Pick<JobRow, 'lane' | 'size' | 'rank' | 'turn'>;

export interface Rounds {
  /** Lowest waiting round; undefined if none waits. */
  lowest: number | undefined;
  /** Round of the project's newest waiting job; undefined if none. */
  last: number | undefined;
}

export const nextRound = ({ lowest = 0, last = -1 }: Rounds): number => Math.max(lowest, last + 1);

export type Scheduler = ReturnType<typeof createScheduler>;

/** Jobs of deleted projects are paused. */
export function createScheduler(
  repository: Pick<
    JobRepository,
    'nextOf' | 'newestWaiting' | 'hasWaiting' | 'hasPictures' | 'longestWaiting' | 'agedSince'
  >,
  pausedProjects: JobDeps['pausedProjects'],
  clock: Clock,
) {
  const first = async (lane: JobLane, rank: number): Promise<JobRow | undefined> =>
    repository.nextOf(lane, rank, await pausedProjects.ids());

  /** Whether a reading waits for pictures that are, or may soon be, in the making. */
  async function waitsForPictures({ lane, priority, size, scheduledAt, projectId }: JobRow): Promise<boolean> {
    if (lane !== 'reading' || priority < PATIENT_FROM) return false;
    const now = clock.now().getTime();
    const waited = now - scheduledAt.getTime();
    if (waited >= (size === SIZE.small ? PICTURES_FIRST_MS.any : PICTURES_FIRST_MS.own)) return false;
    const since = new Date(now - BATCH_GAP_MS);
    const of = waited >= PICTURES_FIRST_MS.any ? projectId : undefined;
    return repository.hasPictures(since, await pausedProjects.ids(), of);
  }

  const yieldsToSmaller = async (job: JobRow): Promise<boolean> =>
    repository.hasWaiting({ lanes: ['urgent', job.lane], below: rankOf(job) }, await pausedProjects.ids());

  return {
    async placeOf(job: Ordered & Pick<JobRow, 'projectId'>): Promise<Place> {
      const order = orderOf(job);
      const [lowest, newest] = await Promise.all([
        first(order.lane, order.rank),
        repository.newestWaiting(order, job.projectId),
      ]);
      return { ...order, turn: nextRound({ lowest: lowest?.turn, last: newest?.turn }) };
    },

    /** Round of a job that yielded: as before to a smaller one, else after the current round. */
    async turnAfterYield(job: JobRow): Promise<number> {
      if (await yieldsToSmaller(job)) return job.turn;
      return ((await first(job.lane, rankOf(job)))?.turn ?? 0) + 1;
    },

    /** The next job of a lane; or milliseconds until it may start, 0 if none waits. */
    async next(lane: JobLane): Promise<JobRow | number> {
      const skipped = [...(await pausedProjects.ids())];
      for (let examined = 0; examined < PROJECTS_EXAMINED; examined++) {
        const job = await repository.nextOf(lane, undefined, skipped);
        if (!job) return examined > 0 ? ASK_AGAIN_MS : 0;
        if (!(await waitsForPictures(job))) return job;
        // does not block other projects
        skipped.push(job.projectId);
      }
      return ASK_AGAIN_MS;
    },

    /**
     * Whether a running job should yield: at once to a smaller or more urgent one, eventually to another project's.
     * Jobs of a deleted project wait for its restoration.
     */
    async shouldYield(job: JobRow): Promise<boolean> {
      const { lane, projectId, startedAt } = job;
      const paused = await pausedProjects.ids();
      if (paused.includes(projectId) || (await yieldsToSmaller(job))) return true;
      if (!startedAt || clock.now().getTime() - startedAt.getTime() < ROUND_MS) return false;
      return repository.hasWaiting({ lanes: [lane], rank: rankOf(job), notOf: projectId }, paused);
    },

    /** The job of a lane to be aged now, with its new place. */
    async aged(lane: JobLane): Promise<{ id: string; place: Partial<JobRow> } | undefined> {
      const now = clock.now();
      const before = (milliseconds: number): Date => new Date(now.getTime() - milliseconds);
      const rank = agedRank(lane);
      const job = await repository.longestWaiting({ lane, above: rank }, before(AGED_MS), await pausedProjects.ids());
      if (!job || (await repository.agedSince(lane, before(AGED_EVERY_MS)))) return undefined;
      // one sheet after the small jobs of this round
      const turn = ((await first(lane, rank))?.turn ?? 0) + 1;
      return { id: job._id, place: { rank, turn, agedAt: now } };
    },
  };
}
