import type { Connection } from 'mongoose';
import type { Clock } from '../clock.js';

interface TombstoneRow {
  _id: string;
  at: Date;
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
  /** Remembers that a thing is deleted. To be called before what belongs to it is deleted. */
  record(id: string): Promise<void>;
  /** Whether one of these things is known to be deleted. To be called after what belongs to them was written. */
  any(...ids: string[]): Promise<boolean>;
}

/** Tombstones in a collection of the service's own database. */
export async function createTombstones(connection: Connection, clock: Clock): Promise<Tombstones> {
  const tombstones = connection.collection<TombstoneRow>(COLLECTION);
  await tombstones.createIndex({ at: 1 }, { expireAfterSeconds: TOMBSTONE_SECONDS });
  return {
    async record(id) {
      await tombstones.updateOne({ _id: id }, { $set: { at: clock.now() } }, { upsert: true });
    },
    async any(...ids) {
      return (await tombstones.findOne({ _id: { $in: ids } })) !== null;
    },
  };
}
