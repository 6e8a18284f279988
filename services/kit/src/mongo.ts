import mongoose, { type Collection, type Connection, type Model, type QueryFilter } from 'mongoose';

export type { Connection } from 'mongoose';

export interface MongoOptions {
  uri: string;
  /** Database of this service. No service reads another's. */
  database: string;
  appName: string;
}

/**
 * Opens a service's own connection (never mongoose's default one).
 * Write concern comes from the URI: `w=1&journal=true` for one node, `w=majority&journal=true` for a replica set.
 */
export async function connectMongo({ uri, database, appName }: MongoOptions): Promise<Connection> {
  return mongoose
    .createConnection(uri, {
      dbName: database,
      appName,
      // single-document writes are made idempotent by revision guards; one engine we support has no sessions
      retryWrites: false,
      serverSelectionTimeoutMS: 5_000,
      maxPoolSize: 20,
      // an absent value is absent in the database too, not null
      ignoreUndefined: true,
      autoIndex: false,
    })
    .asPromise();
}

/** Whether the database answers. */
export async function mongoReady(connection: Connection): Promise<boolean> {
  await connection.db?.command({ ping: 1 });
  return connection.readyState === mongoose.ConnectionStates.connected;
}

/** Makes the indexes of all models of a connection. Called at start, before the service is ready. */
export async function ensureIndexes(connection: Connection): Promise<void> {
  for (const name of connection.modelNames()) await connection.model(name).createIndexes();
}

/** MongoDB's code for a unique index that already holds the value. */
const DUPLICATE_KEY = 11000;

/** Whether a write failed because the key is taken. */
export const isDuplicateKey = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === DUPLICATE_KEY;

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
    for (const { index, code, errmsg } of [error.writeErrors].flat())
      refused[index] = new mongoose.mongo.MongoServerError({ code, errmsg });
  }
  return refused;
}

/**
 * How many rows a filter leaves. The command `count` counts in an index where one answers the filter; `countDocuments` is
 * an aggregation, which costs a third more on both sides.
 */
export const countRows = <Row>({ collection }: Model<Row>, filter: QueryFilter<Row>): Promise<number> =>
  // deprecated for transactions and geographic filters, which it cannot count; we have neither
  collection.count(filter as object);
