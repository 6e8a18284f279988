import mongoose, { type Collection, type Connection, type Model, type QueryFilter } from 'mongoose';

import { AppError, ConfigError, chainOf, sentenceOf } from '@symbio/runtime';
import { failWritesToClosed } from './mongo-closed.js';

export type { Connection } from 'mongoose';

export interface MongoOptions {
  uri: string;
  /** Database of this service, used by no other. */
  database: string;
  appName: string;
}

/**
 * Opens a service's own connection (never mongoose's default one). Reads go to the primary. Write concern and retryable
 * writes come from the URI: `w=1&journal=true` for one node, `w=majority&journal=true&retryWrites=true` for a replica
 * set. Retryable writes are off by default: the embedded engine has no sessions, and revision checks make
 * single-document writes safe to repeat.
 *
 * @throws ConfigError for an invalid URI
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
        // a replaced pod has another address; the old one does not even refuse connections
        connectTimeoutMS: 5_000,
        maxPoolSize: 20,
        // a streaming monitor can hang on a connection closed during its request (driver 7.8): the process would never
        // notice that the server is available again
        serverMonitoringMode: 'poll',
        heartbeatFrequencyMS: 5_000,
      }),
      // store absent values as absent, not null
      ignoreUndefined: true,
      autoIndex: false,
    });
    await pingMongo(connection);
    failWritesToClosed(connection);
    return connection;
  } catch (error) {
    await connection.destroy().catch(() => undefined); // it was never connected
    if (isNamed(error, 'MongoParseError') || isNamed(error, 'MongoAPIError'))
      throw new ConfigError(`MONGODB_URI is not valid: ${sentenceOf(error)}`);
    throw error;
  }
}

/** Our options except those set by the URI. */
function unlessNamed<T extends object>(uri: string, options: T): Partial<T> {
  const named = new Set([...new URLSearchParams(/\?(.*)$/.exec(uri)?.[1]).keys()].map((name) => name.toLowerCase()));
  return Object.fromEntries(Object.entries(options).filter(([name]) => !named.has(name.toLowerCase()))) as Partial<T>;
}

/** Rejects without an answer or a primary. */
export async function pingMongo(connection: Connection): Promise<void> {
  await connection.db?.command({ ping: 1 });
  if (connection.readyState !== mongoose.ConnectionStates.connected) throw new Error('the connection is broken');
}

/** Creates the indexes of models, by default of all, before the service is ready. */
export async function ensureIndexes(connection: Connection, names = connection.modelNames()): Promise<void> {
  for (const name of names) await connection.model(name).createIndexes();
}

/** MongoDB error codes: unknown user, not permitted. */
const AUTHENTICATION_FAILED = 18;
const UNAUTHORIZED = 13;

/** Driver errors when no server is usable. */
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
 * Codes of servers that are not the primary, shut down, or lack majority confirmation:
 * https://github.com/mongodb/specifications/blob/master/source/retryable-writes/retryable-writes.md
 */
const AWAY_CODES = new Set([6, 7, 64, 89, 91, 134, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436]);

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** The MongoDB code of an error; gRPC codes are numbers as well. */
const codeOf = (error: Error): number | undefined =>
  'code' in error && typeof error.code === 'number' && error.name.startsWith('Mongo') ? error.code : undefined;

/** Driver message when a server closes a connection. */
const CLOSED = /^connection \d+ to \S+ closed$/;

function* serverErrors(error: Error): Generator<Error> {
  const { servers } = ('reason' in error ? (error.reason as { servers?: unknown } | undefined) : undefined) ?? {};
  if (servers instanceof Map)
    for (const { error: said } of servers.values() as Iterable<{ error?: unknown }>)
      if (said instanceof Error) yield said;
}

/** Whether server selection timed out before any server responded or refused. */
function wasTooSoon(error: Error): boolean {
  const { servers } = ('reason' in error ? (error.reason as { servers?: unknown } | undefined) : undefined) ?? {};
  if (!(servers instanceof Map) || servers.size === 0) return false;
  return [...(servers.values() as Iterable<{ type?: string; error?: unknown }>)].every(
    ({ type, error: said }) => type === 'Unknown' && !said,
  );
}

/** Error with its causes and the server errors, because the driver's message only mentions its timeout. */
function allOf(error: unknown): Error[] {
  const chain = [...chainOf(error)];
  return [...chain.flatMap((one) => [...serverErrors(one)]), ...chain];
}

const causesOf = (error: unknown): Error[] =>
  [...chainOf(error)].flatMap((one) =>
    'errorResponse' in one && one.errorResponse instanceof Error ? [one, ...chainOf(one.errorResponse)] : [one],
  );

/** Whether the database is unavailable, as opposed to an invalid call. */
export const isMongoAway = (error: unknown): boolean =>
  causesOf(error).some((one) => AWAY_NAMES.has(one.name) || AWAY_CODES.has(codeOf(one) ?? 0));

/** Whether retrying may help: the database is unavailable, or access is not granted yet. */
export const isMongoPassing = (error: unknown): boolean =>
  isMongoAway(error) || causesOf(error).some((one) => [AUTHENTICATION_FAILED, UNAUTHORIZED].includes(codeOf(one) ?? 0));

/** Why a database is unusable, for the operator. */
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

/** Database outage as a retryable error. */
export const mongoUnavailable = (cause: unknown): AppError =>
  new AppError(
    'UNAVAILABLE',
    'database_away',
    'The database cannot be reached right now. Please try again in a moment.',
    { cause },
  );

/** MongoDB code of a unique index violation. */
const DUPLICATE_KEY = 11000;

/** Whether a write failed because the key is taken. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE_KEY;

/** Retries an upsert that lost a race for the same row. */
export async function upserting<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return run();
  }
}

/**
 * Conditional upsert. A taken key means that the row does not match the condition, or was inserted concurrently: then
 * it retries without upsert, so the condition decides between concurrent writes.
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
 * Inserts rows in one unordered write: refused rows do not block others.
 *
 * @returns the error of each row, or undefined
 * @throws when it is unknown which rows were written
 */
export async function insertAll(collection: Collection, rows: readonly object[]): Promise<(Error | undefined)[]> {
  const refused = new Array<Error | undefined>(rows.length).fill(undefined);
  try {
    await collection.insertMany([...rows], { ordered: false });
  } catch (error) {
    if (!(error instanceof mongoose.mongo.MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
    const refusals = [error.writeErrors].flat();
    // a broken connection has this type as well, without refused rows: perhaps none was written
    if (refusals.length === 0) throw error;
    for (const { index, code, errmsg } of refusals)
      refused[index] = new mongoose.mongo.MongoServerError({ code, errmsg });
  }
  return refused;
}

/** Inserts missing rows in one write. @throws as {@link insertAll}, and other refusals of a row */
export async function insertMissing(collection: Collection, rows: readonly object[]): Promise<void> {
  const refused = await insertAll(collection, rows);
  const reason = refused.find((error) => error !== undefined && !isDuplicateKey(error));
  if (reason) throw reason;
}

/**
 * Number of rows of a filter. The command `count` may use an index alone; `countDocuments`, an aggregation, costs a
 * third more.
 */
export const countRows = <Row>({ collection }: Model<Row>, filter: QueryFilter<Row>): Promise<number> =>
  // deprecated for transactions and geographic filters, which we do not use
  collection.count(filter as object);
