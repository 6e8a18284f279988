import type { Connection } from 'mongoose';
import type { Clock } from '../clock.js';

interface GoneRow {
  _id: string;
  at: Date;
}

/** Seconds the mark is kept: far longer than any write that looked at the thing before can be under way. */
const GONE_SECONDS = 30 * 86_400;

/**
 * What other services said is gone. Closes the gap between looking at a thing of another service and writing what
 * belongs to it: the reaction to the removal marks first and then removes, the write writes first and then asks.
 * Whichever comes second sees the other.
 */
export interface Gone {
  /** Remembers that a thing is gone. To be called before what belongs to it is removed. */
  mark(id: string): Promise<void>;
  /** Whether one of these things is known to be gone. To be called after what belongs to them was written. */
  any(...ids: string[]): Promise<boolean>;
}

/** Marks in a collection of the service's own database. */
export async function createGone(connection: Connection, clock: Clock): Promise<Gone> {
  const gone = connection.collection<GoneRow>('gone');
  await gone.createIndex({ at: 1 }, { expireAfterSeconds: GONE_SECONDS });
  return {
    async mark(id) {
      await gone.updateOne({ _id: id }, { $set: { at: clock.now() } }, { upsert: true });
    },
    async any(...ids) {
      return (await gone.findOne({ _id: { $in: ids } })) !== null;
    },
  };
}
