import mongoose, { type Model, type QueryFilter } from 'mongoose';
import { LRUCache } from 'lru-cache';
import { systemClock, type Clock } from '@symbio/runtime';
import { countRows } from './mongo.js';

/** Counts of at least this many rows are cached: MongoDB walks every index entry. */
const LARGE = 10_000;
/** Cache lifetime in milliseconds. */
const KEPT_MS = 10_000;
/** Maximum cached filters. */
const MOST_FILTERS = 200;

interface Kept {
  /** Request time by `Date.now()`. */
  at: number;
  rows: Promise<number>;
}

/** Number of rows of a filter; large numbers may be a few seconds old. */
export type CountOfList = <Row>(model: Model<Row>, filter: QueryFilter<Row>) => Promise<number>;

/**
 * Counts for list lengths: exact up to ten thousand rows, otherwise cached for ten seconds; concurrent callers share
 * one query (decision 0107). Not for decisions.
 */
export function createListCounts(clock: Clock = systemClock): CountOfList {
  const kept = new LRUCache<string, Kept>({ max: MOST_FILTERS });
  return async (model, filter) => {
    const key = `${model.collection.name} ${mongoose.mongo.BSON.EJSON.stringify(filter)}`;
    const at = clock.now().getTime();
    const last = kept.get(key);
    if (last && at - last.at < KEPT_MS) return last.rows;
    const rows = countRows(model, filter);
    // share a query only after a large count: small counts must include the caller's own writes
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
