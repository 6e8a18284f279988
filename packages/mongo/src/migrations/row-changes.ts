/** Steps that migrations share. */
import type { mongo } from 'mongoose';
import type { Migration, MigrationContext } from './migration.js';

export type StoredRow = mongo.Document & { _id: string };
type Filter = mongo.Filter<StoredRow>;
type Update = mongo.UpdateFilter<StoredRow>;

const BATCH = 500;

/**
 * Sets fields where they are missing or null.
 *
 * @param among only rows that match this
 * @returns number of changed rows
 */
export async function setMissing(
  { connection, signal }: MigrationContext,
  collection: string,
  values: Readonly<Record<string, unknown>>,
  among: mongo.Filter<mongo.Document> = {},
): Promise<number> {
  signal.throwIfAborted();
  const missing = Object.keys(values).map((field) => ({ [field]: { $exists: false } }));
  const set = Object.entries(values).map(([field, $literal]) => [field, { $ifNull: [`$${field}`, { $literal }] }]);
  // one pass over the collection, whatever the number of fields
  const { modifiedCount } = await connection
    .collection(collection)
    .updateMany({ ...among, $or: missing }, [{ $set: Object.fromEntries(set) as object }]);
  return modifiedCount;
}

export interface RowsToChange<Row extends StoredRow> {
  collection: string;
  /** Matches rows of the previous shape. */
  filter: mongo.Filter<Row>;
  projection?: mongo.Document;
  /** A write that happened since the row was read keeps its value: the row is changed by the next run. */
  unlessChanged?: 'rev' | 'updatedAt';
  change: (row: Row) => Update | undefined | Promise<Update | undefined>;
}

export async function changeRows<Row extends StoredRow>(
  { connection, signal }: MigrationContext,
  { collection, filter, projection, unlessChanged, change }: RowsToChange<Row>,
): Promise<number> {
  const rows = connection.collection<StoredRow>(collection);
  let count = 0;
  for (let after: string | undefined; ;) {
    signal.throwIfAborted();
    const from = after === undefined ? {} : { _id: { $gt: after } };
    const some = (await rows
      .find({ $and: [filter as Filter, from] }, { sort: { _id: 1 }, limit: BATCH, ...(projection && { projection }) })
      .toArray()) as unknown as Row[];
    const writes: mongo.AnyBulkWriteOperation<StoredRow>[] = [];
    for (const row of some) {
      const update = await change(row);
      const same = unlessChanged ? { [unlessChanged]: row[unlessChanged] as unknown } : {};
      const write: Filter = { _id: row._id, ...same };
      if (update) writes.push({ updateOne: { filter: write, update } });
    }
    if (writes.length > 0) count += (await rows.bulkWrite(writes, { ordered: false })).modifiedCount;
    after = some.at(-1)?._id;
    if (some.length < BATCH) return count;
  }
}

/** Current versions remove a row together with its last event. */
export const removeDeletedRows = (name: string, collections: readonly string[]): Migration => ({
  name,
  async run({ connection, signal }) {
    let count = 0;
    for (const collection of collections) {
      signal.throwIfAborted();
      const deleted = { deletedAt: { $ne: null }, outbox: { $size: 0 } };
      count += (await connection.collection(collection).deleteMany(deleted)).deletedCount;
    }
    return count;
  },
});
