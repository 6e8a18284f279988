import { BSON, MongoBulkWriteError, type Collection, type Document } from 'mongodb';
import type { CollectionLine, Manifest } from './archive-format.js';
import { databaseNames, LEDGER } from './plan.js';
import { findCollections } from './read-databases.js';
import type { Stores } from './stores.js';

const BATCH = 1_000;
/** MongoDB error code. */
const DUPLICATE_KEY = 11000;
/** Written by services at their first start. */
const OF_A_FIRST_START: readonly string[] = ['identity.role_permissions', 'audit.audit_states'];
/** Keeps BSON types of numbers, dates and binaries. */
const AS_STORED = { promoteValues: false, promoteBuffers: false, promoteLongs: false, bsonRegExp: true } as const;

/** A collection with rows, preferably one that others refer to. */
export async function firstRows({ database }: Pick<Stores, 'database'>): Promise<string | undefined> {
  for (const { service, collection } of (await findCollections({ database })).reverse()) {
    if (collection === LEDGER || OF_A_FIRST_START.includes(`${service}.${collection}`)) continue;
    if (
      await database(service)
        .collection(collection)
        .findOne({}, { projection: { _id: 1 } })
    )
      return `${service}.${collection}`;
  }
  return undefined;
}

/** Drops every collection; services recreate the indexes. Dropping a database needs more than the role readWrite. */
export async function removeAllRows({ database }: Pick<Stores, 'database'>): Promise<void> {
  for (const { service, collection } of await findCollections({ database }))
    await database(service).collection(collection).drop();
}

/** Creates unique indexes, and removes rows of a first start. */
export async function prepareCollections(
  { database }: Pick<Stores, 'database'>,
  { collections }: Pick<Manifest, 'collections'>,
): Promise<void> {
  for (const service of databaseNames) await database(service).collection(LEDGER).deleteMany({});
  for (const { service, collection, unique } of collections) {
    const target = database(service).collection(collection);
    if (OF_A_FIRST_START.includes(`${service}.${collection}`)) await target.deleteMany({});
    for (const { key, options } of unique) await target.createIndex(key as never, options);
  }
}

export interface Written {
  rows: number;
  /** Refused by an index: a row was replaced by another while the backup read. */
  refused: number;
}

export async function writeRows(
  { database }: Pick<Stores, 'database'>,
  { service, collection }: Pick<CollectionLine, 'service' | 'collection'>,
  part: Buffer,
): Promise<Written> {
  const target = database(service).collection(collection);
  const written: Written = { rows: 0, refused: 0 };
  let batch: Document[] = [];
  const flush = async (): Promise<void> => {
    if (batch.length === 0) return;
    const refused = await insert(target, batch);
    written.rows += batch.length - refused;
    written.refused += refused;
    batch = [];
  };
  for (let at = 0; at < part.length;) {
    const length = part.readInt32LE(at);
    batch.push(BSON.deserialize(part.subarray(at, at + length), AS_STORED));
    at += length;
    if (batch.length >= BATCH) await flush();
  }
  await flush();
  return written;
}

/** Returns the number of refused rows. */
async function insert(target: Collection, rows: Document[]): Promise<number> {
  try {
    await target.insertMany(rows, { ordered: false });
    return 0;
  } catch (error) {
    if (!(error instanceof MongoBulkWriteError) || error.result.getWriteConcernError()) throw error;
    const refusals = [error.writeErrors].flat();
    if (refusals.some(({ code }) => code !== DUPLICATE_KEY)) throw error;
    return refusals.length;
  }
}
