import type { Clock } from '@symbio/runtime';
import type { Model } from 'mongoose';
import type { SearchRow } from '../model.js';
import { RERUNS, type RerunRow } from './model.js';

/** Milliseconds for which a process may search. */
const LEASE_MS = 300_000;
/** Changes that go on are searched at the latest after so many pauses. */
const MOST_PAUSES = 6;

export type RerunRepository = ReturnType<typeof rerunRepository>;

/** @param pauseMs milliseconds without changes, after which a search is repeated */
export function rerunRepository(
  { reruns, searches }: { reruns: Model<RerunRow>; searches: Model<SearchRow> },
  pauseMs: number,
  clock: Clock,
) {
  /** An aggregation's stage; `since` is the first change. */
  const dueAfter = (now: Date, since: unknown) => ({
    $min: [new Date(now.getTime() + pauseMs), { $add: [since, pauseMs * MOST_PAUSES] }],
  });

  return {
    /** All projects with a search. */
    async askAll(): Promise<void> {
      const now = clock.now();
      await searches
        .aggregate([
          { $match: { deletedAt: null } },
          { $group: { _id: '$projectId', lookedAt: { $max: '$createdAt' } } },
          { $set: { firstAt: now, askedAt: now, due: new Date(now.getTime() + pauseMs), tries: 0 } },
          {
            $merge: {
              into: RERUNS,
              whenMatched: [{ $set: { askedAt: now, due: dueAfter(now, '$firstAt'), tries: 0 } }],
            },
          },
        ])
        .option({ writeConcern: { w: 'majority' } });
    },

    async ask(projectId: string): Promise<void> {
      const now = clock.now();
      const first = { $ifNull: ['$firstAt', now] };
      await reruns.collection.updateOne(
        { _id: projectId } as never,
        [
          {
            $set: {
              ...{ firstAt: first, askedAt: now, due: dueAfter(now, first), tries: 0 },
              lookedAt: { $ifNull: ['$lookedAt', now] },
            },
          },
        ],
        { upsert: true },
      );
    },

    /** Only of a project that waits. */
    async looked(projectId: string): Promise<void> {
      await reruns.updateOne({ _id: projectId }, { $set: { lookedAt: clock.now() } });
    },

    /** The one that a person looked at last, exclusively until its lease ends. */
    claim: async (): Promise<RerunRow | undefined> => {
      const now = clock.now();
      return (
        (await reruns
          .findOneAndUpdate(
            { due: { $lte: now } },
            { $set: { due: new Date(now.getTime() + LEASE_MS) }, $inc: { tries: 1 } },
            { sort: { lookedAt: -1 }, returnDocument: 'after' },
          )
          .lean<RerunRow>()) ?? undefined
      );
    },

    /** Unless it was asked for again in the meantime. */
    async done({ _id, askedAt }: Pick<RerunRow, '_id' | 'askedAt'>): Promise<void> {
      const { deletedCount } = await reruns.deleteOne({ _id, askedAt });
      if (deletedCount === 0) await reruns.updateOne({ _id }, { $set: { due: clock.now(), firstAt: clock.now() } });
    },

    async removeProject(projectId: string): Promise<void> {
      await reruns.deleteOne({ _id: projectId });
    },
  };
}
