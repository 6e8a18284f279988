import mongoose, { type Collection, type Connection, type Model, type QueryFilter } from 'mongoose';

import { AppError } from './errors.js';
import { ConfigError } from './config-error.js';
import { failWritesToClosed } from './mongo-closed.js';
import { chainOf, sentenceOf } from './reasons.js';

export type { Connection } from 'mongoose';

export interface MongoOptions {
  uri: string;
  /** Database of this service. No service reads another's. */
  database: string;
  appName: string;
}

/**
 * Opens a service's own connection (never mongoose's default one). Reads go to the primary. Write concern and retryable
 * writes come from the URI: `w=1&journal=true` for one node, `w=majority&journal=true&retryWrites=true` for a replica set.
 * Without a word of it writes are not retried by the driver: the embedded engine has no sessions, and guards of revisions
 * make single-document writes safe to repeat.
 *
 * @throws ConfigError for a URI that is none
 */
export async function connectMongo({ uri, database, appName }: MongoOptions): Promise<Connection> {
  const connection = mongoose.createConnection();
  try {
    await connection.openUri(uri, {
      dbName: database,
      appName,
      readPreference: 'primary',
      ...unlessNamed(uri, {
        retryWrites: false,
        serverSelectionTimeoutMS: 5_000,
        // a pod that is replaced has another address: the one before answers nothing, not even that nobody is there
        connectTimeoutMS: 5_000,
        maxPoolSize: 20,
        // a monitor that streams can wait for ever for an answer on a connection that was closed as it asked (driver 7.8): the
        // process then never sees that the server is back (docs/decisions/0076)
        serverMonitoringMode: 'poll',
        heartbeatFrequencyMS: 5_000,
      }),
      // an absent value is absent in the database too, not null
      ignoreUndefined: true,
      autoIndex: false,
    });
    await pingMongo(connection);
    failWritesToClosed(connection);
    return connection;
  } catch (error) {
    await connection.destroy().catch(() => undefined); // it never was one
    if (isNamed(error, 'MongoParseError') || isNamed(error, 'MongoAPIError'))
      throw new ConfigError(`MONGODB_URI is not valid: ${sentenceOf(error)}`);
    throw error;
  }
}

/** Options of ours without those that a URI names itself: there the URI counts. */
function unlessNamed<T extends object>(uri: string, options: T): Partial<T> {
  const named = new Set([...new URLSearchParams(/\?(.*)$/.exec(uri)?.[1]).keys()].map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(options).filter(([name]) => !named.has(name.toLowerCase()))) as Partial<T>;
}

/** Rejects when the database does not answer, or has no primary. */
export async function pingMongo(connection: Connection): Promise<void> {
  await connection.db?.command({ ping: 1 });
  if (connection.readyState !== mongoose.ConnectionStates.connected) throw new Error('the connection is broken');
}

/** Makes the indexes of all models of a connection. Called at start, before the service is ready. */
export async function ensureIndexes(connection: Connection): Promise<void> {
  for (const name of connection.modelNames()) await connection.model(name).createIndexes();
}

/** MongoDB's codes for a user it does not know, and for one who may not do this. */
const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;

/** What the driver throws while no server can be used. */
const AWAY_NAMES = new Set([
  'MongoServerSelectionError',
  'MongooseServerSelectionError',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoPoolClearedError',
  'PoolClearedOnNetworkError',
  'MongoStalePrimaryError',
  'MongoServerClosedError',
  'MongoPoolClosedError',
  'MongoNotConnectedError',
  'MongoWaitQueueTimeoutError',
  'MongoTopologyClosedError',
]);

/**
 * Codes of servers that are not, or no longer, the primary, that shut down, or that could not have a write confirmed by a
 * majority: https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md
 */
const AWAY_CODES = new Set([6, 7, 64, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** MongoDB's code of an error; those of gRPC are numbers, too, and mean something else. */
const codeOf = (error: Error): number | undefined =>
  'code' in error && typeof error.code === 'number' && error.name.startsWith('Mongo') ? error.code : undefined;

/** What the driver says when a server ends a connection. */
const CLOSED = /^connection \d+ to \S+ closed$/;

/** What the servers said that a driver looked at in vain. */
function* serverErrors(error: Error): Generator<Error> {
  const { servers } = ('reason' in error ? (error.reason as { servers?: unknown } | undefined) : undefined) ?? {};
  if (servers instanceof Map)
    for (const { error: said } of servers.values() as Iterable<{ error?: unknown }>)
      if (said instanceof Error) yield said;
}

/** Whether the driver gave up looking before any server had answered or refused: it says no more than its timeout. */
function wasTooSoon(error: Error): boolean {
  const { servers } = ('reason' in error ? (error.reason as { servers?: unknown } | undefined) : undefined) ?? {};
  if (!(servers instanceof Map) || servers.size === 0) return false;
  return [...(servers.values() as Iterable<{ type?: string; error?: unknown }>)].every(
    ({ type, error: said }) => type === 'Unknown' && !said,
  );
}

/** An error, what caused it, and what the servers said: the driver's own words are about its timeout. */
function allOf(error: unknown): Error[] {
  const chain = [...chainOf(error)];
  return [...chain.flatMap((one) => [...serverErrors(one)]), ...chain];
}

/** An error and what caused it. The driver keeps what broke a write of many rows in a field of its own. */
const causesOf = (error: unknown): Error[] =>
  [...chainOf(error)].flatMap((one) =>
    'errorResponse' in one && one.errorResponse instanceof Error ? [one, ...chainOf(one.errorResponse)] : [one],
  );

/** Whether an error means that the database cannot be used at the moment, not that something was wrong with a call. */
export const isMongoAway = (error: unknown): boolean =>
  causesOf(error).some((one) => AWAY_NAMES.has(one.name) || AWAY_CODES.has(codeOf(one) ?? 0));

/** Whether waiting may help: the database is away, or does not let us in until somebody gives us the right. */
export const isMongoPassing = (error: unknown): boolean =>
  isMongoAway(error) || causesOf(error).some((one) => [AUTHENTICATION_FAILED, UNAUTHORIZED].includes(codeOf(one) ?? 0));

/** Why a database cannot be used, for the person on call. */
export function explainMongo(error: unknown, database: string): string {
  const all = allOf(error);
  const codes = all.map(codeOf);
  if (codes.includes(AUTHENTICATION_FAILED)) return 'it refuses the user name or the password in MONGODB_URI.';
  if (codes.includes(UNAUTHORIZED))
    return `it does not let the user of MONGODB_URI work in the database ${database}: the role readWrite on it is missing.`;
  if (all.some((one) => CLOSED.test(one.message))) return 'it broke the connection off.';
  const outer = all.find((one) => AWAY_NAMES.has(one.name));
  if (all[0] === outer && outer?.name.endsWith('ServerSelectionError'))
    return wasTooSoon(outer) ? 'it did not answer in time.' : 'none of its servers is the primary.';
  return sentenceOf(all[0]);
}

/** An error of the database that is away as one that callers may answer by trying again. */
export const mongoUnavailable = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'database_away',
    'The database cannot be reached right now. Please try again in a moment.',
    { cause },
  );

/** MongoDB's code for a unique index that already holds the value. */
const DUPLICATE_KEY = 11000;

/** Whether a write failed because the key is taken. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE_KEY;

/**
 * Writes to a row that meets a condition, and makes it where there is none. When the key is taken the row does not meet the
 * condition, or somebody made it in the same moment: then it is written to without being made, so that of two writes that come
 * at once the one counts that the condition is for.
 *
 * @param write the write, with its condition
 */
export async function upserted(write: (options: { upsert: boolean }) => Promise<unknown>): Promise<void> {
  try {
    await write({ upsert: true });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    await write({ upsert: false });
  }
}

/**
 * Adds rows in one write, each for itself: a refused one does not hold up the others.
 *
 * @returns for each row why it was refused, or undefined
 * @throws when it is not known which rows were written
 */
export async function insertAll(collection: Collection, rows: readonly object[]): Promise<(Error | undefined)[]> {
  const refused = new Array<Error | undefined>(rows.length).fill(undefined);
  try {
    await collection.insertMany([...rows], { ordered: false });
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
    const refusals = [error.writeErrors].flat();
    // a connection that broke comes as this type, too, with no row refused: then none may have been written
    if (refusals.length === 0) throw error;
    for (const { index, code, errmsg } of refusals)
      refused[index] = new mongoose.mongo.MongoServerError({ code, errmsg });
  }
  return refused;
}

/** Adds those rows in one write that are not there yet. @throws as {@link insertAll}, and what refuses a row otherwise */
export async function insertMissing(collection: Collection, rows: readonly object[]): Promise<void> {
  const refused = await insertAll(collection, rows);
  const reason = refused.find((error) => error !== undefined && !isDuplicateKey(error));
  if (reason) throw reason;
}

/**
 * How many rows a filter leaves. The command `count` counts in an index where one answers the filter; `countDocuments` is
 * an aggregation, which costs a third more on both sides.
 */
export const countRows = <Row>({ collection }: Model<Row>, filter: QueryFilter<Row>): Promise<number> =>
  // deprecated for transactions and geographic filters, which it cannot count; we have neither
  collection.count(filter as object);
