import mongoose, { type Model, type QueryFilter } from 'mongoose';
import { LRUCache } from 'lru-cache';
import { systemClock, type Clock } from './clock.js';
import { countRows } from './mongo.js';

/** Rows from which on a count is told again for a while: MongoDB walks through every entry of an index to know. */
const LARGE = 10_000;
/** For how long a large count is told again, in milliseconds. */
const KEPT_MS = 10_000;
/** Filters whose counts are kept at a time. */
const MOST_FILTERS = 200;

interface Kept {
  /** When it was asked for, as `Date.now()` has it. */
  at: number;
  rows: Promise<number>;
}

/** How many rows a filter leaves; a large number may be of some seconds ago. */
export type CountOfList = <Row>(model: Model<Row>, filter: QueryFilter<Row>) => Promise<number>;

/**
 * Counts what lists tell of their length: exactly up to ten thousand rows; a larger number is counted once in ten seconds, and
 * callers at the same time wait for the same count (docs/decisions/0107). Not for counts that something is decided by.
 */
export function createListCounts(clock: Clock = systemClock): CountOfList {
  const kept = new LRUCache<string, Kept>({ max: MOST_FILTERS });
  return async (model, filter) => {
    const key = `${model.collection.name} ${mongoose.mongo.BSON.EJSON.stringify(filter)}`;
    const at = clock.now().getTime();
    const last = kept.get(key);
    if (last && at - last.at < KEPT_MS) return last.rows;
    const rows = countRows(model, filter);
    // who asks meanwhile waits for this one; where the number is small, it has to know what the caller has just written
    if (last) kept.set(key, { at, rows });
    try {
      const count = await rows;
      if (count < LARGE) kept.delete(key);
      else kept.set(key, { at, rows });
      return count;
    } catch (error) {
      kept.delete(key);
      throw error;
    }
  };
}
