import type { Document } from 'mongodb';
import type { CollectionLine, UniqueIndex } from './archive-format.js';
import type { ArchiveWriter } from './archive-writer.js';
import { databaseNames, readingOrder, RESTORES, type Place } from './plan.js';
import type { Stores } from './stores.js';

/** Bytes of rows that make a part. */
const PART_BYTES = 8 * 1024 * 1024;
/** Rows asked for at once. */
const BATCH = 1_000;

/** Hears of rows that were read. */
export type RowProgress = (place: Place, rows: number) => void;

/** Every collection of the services' databases, in the order in which they are to be read. */
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

/** Copies every row of every service into the archive. */
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
  // in the order of ids: a row that exists throughout is read exactly once despite concurrent writes. Raw: rows are
  // copied unparsed
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
      // a view of the whole answer: kept as it is, it would keep that in memory
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

/** Indexes that refuse rows: a restore makes them first, services make all others. */
async function uniqueIndexes({ database }: Pick<Stores, 'database'>, place: Place): Promise<UniqueIndex[]> {
  const all: Document[] = await database(place.service).collection(place.collection).indexes();
  return all
    .filter(({ unique }) => unique === true)
    .map(({ key, v: _v, ns: _ns, ...options }) => ({
      key: key as Record<string, unknown>,
      options: options as Record<string, unknown>,
    }));
}
