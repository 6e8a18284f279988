import mongoose from 'mongoose';
import type { DatabaseConfig } from '../config.js';
import { connectMongo } from '../mongo.js';

export interface QueryPlan {
  collection: string;
  method: 'find' | 'findOne' | 'distinct' | 'count' | 'countDocuments' | 'aggregate';
  /** Arguments: filter and options, key and filter, or pipeline. */
  args: unknown[];
  /** Stages of the winning plan, for example IXSCAN, FETCH, SORT; COLLSCAN without an index. */
  stages: string[];
  /** Whether it is a periodic outbox query, which should not be counted. */
  ofOutbox: boolean;
}

type Sent = Pick<QueryPlan, 'collection' | 'method' | 'args'>;

const READS: readonly string[] = ['find', 'findOne', 'distinct', 'count', 'countDocuments', 'aggregate'];

/** Runs `run` and explains every read sent in the meantime, so no query is missed. */
export async function queryPlans(
  config: Pick<DatabaseConfig, 'MONGODB_URI'> & { MONGODB_DB: string },
  run: () => Promise<void>,
): Promise<QueryPlan[]> {
  const sent: Sent[] = [];
  mongoose.set('debug', (collection: string, method: string, ...args: unknown[]) => {
    if (READS.includes(method)) sent.push({ collection, method: method as QueryPlan['method'], args });
  });
  try {
    await run();
  } finally {
    mongoose.set('debug', false);
  }
  const connection = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  try {
    const plans: QueryPlan[] = [];
    for (const each of sent) {
      const answer: unknown = await connection.db!.command({ explain: commandOf(each), verbosity: 'queryPlanner' });
      plans.push({ ...each, stages: stagesOf(answer), ofOutbox: isOfOutbox(each) });
    }
    return plans;
  } finally {
    await connection.close();
  }
}

const isOfOutbox = ({ args: [filter] }: Sent): boolean =>
  typeof filter === 'object' && filter !== null && 'outbox.id' in filter;

/** Database command of a driver call. */
function commandOf({ collection, method, args: [first, second, third] }: Sent): object {
  switch (method) {
    case 'aggregate':
      return { aggregate: collection, pipeline: first, cursor: {} };
    case 'count':
      return { count: collection, query: first };
    case 'countDocuments':
      return {
        aggregate: collection,
        pipeline: [{ $match: first }, { $group: { _id: 1, n: { $sum: 1 } } }],
        cursor: {},
      };
    case 'distinct':
      return { distinct: collection, key: first, query: second ?? {}, ...(third as object) };
    default: {
      const { sort, projection, skip, limit } = (second ?? {}) as Record<string, unknown>;
      const asked = { sort, projection, skip, limit: method === 'findOne' ? 1 : limit };
      const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
      return { find: collection, filter: first, ...given };
    }
  }
}

/** Stage names of winning plans at any depth of an explanation. */
function stagesOf(value: unknown, inside = false): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]: [string, unknown]) => {
    if (key === 'rejectedPlans') return [];
    if (inside && key === 'stage') return [String(part)];
    return stagesOf(part, inside || key === 'winningPlan');
  });
}
