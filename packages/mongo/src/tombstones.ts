import type { Connection } from 'mongoose';
import type { Clock } from '@symbio/runtime';
import { upserted } from './mongo.js';

interface TombstoneRow {
  _id: string;
  at: Date;
  /** Revision of the deletion; absent: permanent. */
  rev?: number;
  /** The deletion was reverted. */
  withdrawn?: boolean;
}

/** Retention of a tombstone in seconds: far longer than any write based on an earlier lookup. */
const TOMBSTONE_SECONDS = 30 * 86_400;

/** Historic collection name, so existing tombstones stay valid. */
const COLLECTION = 'gone';

/**
 * Deletions announced by other services. Closes the race between looking up another service's entity and writing its
 * dependents: the deletion handler records first and then deletes, the writer writes first and then checks. Whichever
 * comes second sees the other.
 */
export interface Tombstones {
  /**
   * Records a deletion. Call before deleting dependents.
   * @param rev revision of a revertible deletion; older revisions than the known one are ignored
   */
  record(id: string, rev?: number): Promise<void>;
  /** Records that a deletion was reverted at this revision; permanent ones cannot be. */
  withdraw(id: string, rev: number): Promise<void>;
  /** Whether any of these ids is deleted. Call after writing dependents. */
  any(...ids: string[]): Promise<boolean>;
}

export async function createTombstones(connection: Connection, clock: Clock): Promise<Tombstones> {
  const tombstones = connection.collection<TombstoneRow>(COLLECTION);
  await tombstones.createIndex({ at: 1 }, { expireAfterSeconds: TOMBSTONE_SECONDS });
  /** Ignored if a newer revision or a permanent deletion is recorded. */
  async function note(id: string, rev: number, withdrawn: boolean): Promise<void> {
    const set = { at: clock.now(), rev, withdrawn };
    await upserted((options) => tombstones.updateOne({ _id: id, rev: { $lt: rev } }, { $set: set }, options));
  }
  return {
    async record(id, rev) {
      if (rev !== undefined) return note(id, rev, false);
      const forGood = { $set: { at: clock.now() }, $unset: { rev: '', withdrawn: '' } } as const;
      await tombstones.updateOne({ _id: id }, forGood, { upsert: true });
    },
    withdraw: (id, rev) => note(id, rev, true),
    async any(...ids) {
      return (await tombstones.findOne({ _id: { $in: ids }, withdrawn: { $ne: true } })) !== null;
    },
  };
}
