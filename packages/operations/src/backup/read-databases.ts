import type { Document } from 'mongodb';
import type { CollectionLine, UniqueIndex } from './archive-format.js';
import type { ArchiveWriter } from './archive-writer.js';
import { databaseNames, readingOrder, RESTORES, type Place } from './plan.js';
import type { Stores } from './stores.js';

const PART_BYTES = 8 * 1024 * 1024;
const BATCH = 1_000;

export type RowProgress = (place: Place, rows: number) => void;

/** All collections of the services' databases in reading order. */
export async function findCollections({ database }: Pick<Stores, 'database'>): Promise<Place[]> {
  const found: Place[] = [];
  for (const service of databaseNames) {
    for (const { name } of await database(service)
      .listCollections({ type: 'collection' }, { nameOnly: true })
      .toArray()) {
      const isOurs = service === RESTORES.service && name === RESTORES.collection;
      if (!isOurs && !name.startsWith('system.')) found.push({ service, collection: name });
    }
  }
  return readingOrder(found);
}

export async function readDatabases(
  stores: Pick<Stores, 'database'>,
  writer: ArchiveWriter,
  progress: RowProgress,
  signal: AbortSignal,
): Promise<CollectionLine[]> {
  const lines: CollectionLine[] = [];
  for (const place of await findCollections(stores)) {
    const rows = await readCollection(stores, place, writer, progress, signal);
    lines.push({ ...place, rows, unique: await uniqueIndexes(stores, place) });
  }
  return lines;
}

async function readCollection(
  { database }: Pick<Stores, 'database'>,
  place: Place,
  writer: ArchiveWriter,
  progress: RowProgress,
  signal: AbortSignal,
): Promise<number> {
  // sorted by id, so a row which exists throughout is read exactly once despite concurrent writes; raw: copied unparsed
  const cursor = database(place.service)
    .collection(place.collection)
    .find({}, { raw: true, sort: { _id: 1 }, batchSize: BATCH });
  let waiting: Buffer[] = [];
  let bytes = 0;
  let rows = 0;
  let part = 0;
  const flush = async (): Promise<void> => {
    if (waiting.length === 0) return;
    const number = String(++part).padStart(6, '0');
    await writer.addCompressed(
      `databases/${place.service}/${place.collection}/${number}.bson.gz`,
      Buffer.concat(waiting),
    );
    rows += waiting.length;
    progress(place, rows);
    [waiting, bytes] = [[], 0];
  };
  try {
    for await (const row of cursor as unknown as AsyncIterable<Buffer>) {
      signal.throwIfAborted();
      // copy: a view would keep the whole response in memory
      waiting.push(Buffer.from(row));
      bytes += row.length;
      if (bytes >= PART_BYTES) await flush();
    }
    await flush();
  } finally {
    await cursor.close();
  }
  return rows;
}

/** Unique indexes: a restore creates them first, services create all others. */
async function uniqueIndexes({ database }: Pick<Stores, 'database'>, place: Place): Promise<UniqueIndex[]> {
  const all: Document[] = await database(place.service).collection(place.collection).indexes();
  return all
    .filter(({ unique }) => unique === true)
    .map(({ key, v: _v, ns: _ns, ...options }) => ({
      key: key as Record<string, unknown>,
      options: options as Record<string, unknown>,
    }));
}
