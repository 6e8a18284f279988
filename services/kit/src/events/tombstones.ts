import type { Connection } from 'mongoose';
import type { Clock } from '../clock.js';
import { upserted } from '../mongo.js';

interface TombstoneRow {
  _id: string;
  at: Date;
  /** The revision that said so; absent: it is deleted for good. */
  rev?: number;
  /** The deletion was taken back. */
  withdrawn?: boolean;
}

/** Seconds a tombstone is kept: far longer than any write that looked at the thing before can be under way. */
const TOMBSTONE_SECONDS = 30 * 86_400;

/** The collection keeps its first name, so that the tombstones a running system has written stay in force. */
const COLLECTION = 'gone';

/**
 * What other services said is deleted. Closes the gap between looking at a thing of another service and writing what
 * belongs to it: the reaction to the deletion records first and then deletes, the write writes first and then asks.
 * Whichever comes second sees the other.
 */
export interface Tombstones {
  /**
   * Remembers that a thing is deleted. To be called before what belongs to it is deleted.
   * @param rev of a deletion that can be taken back: its revision. One that is older than what is known changes nothing.
   */
  record(id: string, rev?: number): Promise<void>;
  /** A deletion was taken back at this revision; one for good cannot be. Events may come in either order. */
  withdraw(id: string, rev: number): Promise<void>;
  /** Whether one of these things is known to be deleted. To be called after what belongs to them was written. */
  any(...ids: string[]): Promise<boolean>;
}

/** Tombstones in a collection of the service's own database. */
export async function createTombstones(connection: Connection, clock: Clock): Promise<Tombstones> {
  const tombstones = connection.collection<TombstoneRow>(COLLECTION);
  await tombstones.createIndex({ at: 1 }, { expireAfterSeconds: TOMBSTONE_SECONDS });
  /** Unless something newer, or a deletion for good, is known. */
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
