import type { Collection, Db, Document as Row, IndexDescriptionInfo, Sort } from 'mongodb';
import { percentile } from '../../harness/statistics.js';
import { uniqueCopy } from './copies.js';
import type { CollectionSize } from './firm.js';

/** Rows written at once, so that a batch stays below 48 MB also with the words of pages. */
const BATCH = 500;
/** A collection of large rows ends at so many bytes. */
const MOST_BYTES = 100_000_000;
/** Repetitions of a query, each with another row's values. */
const QUERIES = 200;

interface Stats {
  count: number;
  size: number;
  storageSize: number;
  indexSizes: Record<string, number>;
}

const statsOf = async (collection: Collection): Promise<Stats> =>
  (await collection.db.command({ collStats: collection.collectionName })) as unknown as Stats;

/** Rows of a copy must not expire while they are measured. */
function withoutExpiry({ expireAfterSeconds: _expiry, v: _version, ...index }: IndexDescriptionInfo) {
  return index;
}

/** Fills an empty collection with copies of another's rows, with the same indexes. */
async function fill(from: Collection, into: Collection, most: number): Promise<void> {
  const indexes = (await from.indexes()).filter(({ name }) => name !== '_id_');
  const uniqueKeys = [['_id'], ...indexes.filter(({ unique }) => unique).map(({ key }) => Object.keys(key))];
  const rows = await from.find().sort({ _id: 1 }).toArray();
  const bytesPerRow = (await statsOf(from)).size / rows.length;
  if (indexes.length > 0) await into.createIndexes(indexes.map(withoutExpiry));
  const wanted = Math.min(most, MOST_BYTES / bytesPerRow);
  for (let copy = 0, written = 0; written < wanted; copy++)
    for (let start = 0; start < rows.length && written < wanted; start += BATCH) {
      const batch = rows.slice(start, start + BATCH).map((row: Row) => uniqueCopy(row, copy, uniqueKeys));
      await into.insertMany(batch, { ordered: false });
      written += batch.length;
    }
}

/** Bytes of a row and of its index entries, when there are many. @returns undefined for an empty collection */
export async function sizeOf(from: Collection, into: Collection, most: number): Promise<CollectionSize | undefined> {
  const rows = await from.countDocuments();
  if (rows === 0) return undefined;
  await fill(from, into, most);
  // sizes on disk are those of the last checkpoint
  await into.db.admin().command({ fsync: 1 });
  const { count, size, storageSize, indexSizes } = await statsOf(into);
  const indexes = (await into.indexes()).map(({ key, name = '' }) => ({
    fields: Object.keys(key),
    bytesPerRow: (indexSizes[name] ?? 0) / count,
  }));
  return {
    ...{ name: `${from.dbName.replace(/^symbio_/, '')}.${from.collectionName}`, rows, indexes },
    ...{ dataPerRow: size / count, diskPerRow: storageSize / count },
  };
}

export interface Query {
  name: string;
  /** `service.collection`. */
  of: string;
  /** Fields that equal those of a stored row; of a list, its first value. */
  by: readonly string[];
  sort?: Sort;
  limit: number;
}

export interface QueryFigures {
  p95Ms: number;
  /** Rows and index entries read for each row of the answer. */
  readPerRow: number;
}

function filterOf(row: Row, by: readonly string[]): Row {
  const valueOf = (field: string): unknown => {
    const value: unknown = row[field];
    return Array.isArray(value) ? value[0] : value;
  };
  return Object.fromEntries(by.map((field) => [field, valueOf(field)]));
}

/** Runs a query for rows from all over a collection. */
export async function timeOf({ by, sort, limit }: Query, collection: Collection): Promise<QueryFigures> {
  const rows = await collection.aggregate([{ $sample: { size: QUERIES } }]).toArray();
  const times: number[] = [];
  const find = (row: Row) => collection.find(filterOf(row, by), { limit, ...(sort && { sort }) });
  for (const row of rows) {
    const began = performance.now();
    await find(row).toArray();
    times.push(performance.now() - began);
  }
  const { executionStats } = (await find(rows[0] ?? {}).explain('executionStats')) as {
    executionStats: { nReturned: number; totalKeysExamined: number; totalDocsExamined: number };
  };
  const { nReturned, totalKeysExamined, totalDocsExamined } = executionStats;
  return {
    p95Ms: percentile(times, 95) ?? NaN,
    readPerRow: Math.max(totalKeysExamined, totalDocsExamined) / Math.max(1, nReturned),
  };
}

/** Collections of services, those of MongoDB itself left out. */
export async function collectionsOf(db: Db): Promise<Collection[]> {
  const all = await db.listCollections({ name: { $not: /^system\./ } }, { nameOnly: true }).toArray();
  return all.map(({ name }) => db.collection(name));
}
