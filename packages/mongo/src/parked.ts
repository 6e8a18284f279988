/** Parked outbox entries (refused by the stream): list, replay, drop. */
import type { mongo } from 'mongoose';
import { z } from 'zod';

const parkedRow = z.object({
  _id: z.string(),
  outbox: z.array(
    z.object({
      id: z.string(),
      subject: z.string(),
      error: z.string().optional(),
      parkedAt: z.date().optional(),
      data: z.unknown(),
    }),
  ),
});

export interface ParkedEntry {
  id: string;
  database: string;
  collection: string;
  rowId: string;
  subject: string;
  error: string;
  at: Date;
  data: unknown;
  behind: number;
}

const PARKED = { 'outbox.id': { $exists: true }, 'outbox.parkedAt': { $exists: true } };

/** Parked entries of all databases with a name prefix. */
export async function* parkedEntries(client: mongo.MongoClient, prefix: string): AsyncIterable<ParkedEntry> {
  const { databases } = await client.db().admin().listDatabases({ nameOnly: true });
  for (const { name: database } of databases.filter(({ name }) => name.startsWith(prefix))) {
    const db = client.db(database);
    for (const { name: collection } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      for await (const row of db.collection(collection).find(PARKED, { projection: { outbox: 1 } })) {
        const { _id: rowId, outbox } = parkedRow.parse(row);
        for (const [index, { id, subject, error = '', parkedAt, data }] of outbox.entries())
          if (parkedAt)
            yield {
              id,
              database,
              collection,
              rowId,
              subject,
              error,
              at: parkedAt,
              data,
              behind: outbox.length - index - 1,
            };
      }
    }
  }
}

const collectionOf = (client: mongo.MongoClient, { database, collection }: ParkedEntry) =>
  client.db(database).collection<{ _id: string; outbox: object[] }>(collection);

/** Makes the relay send an entry, and those behind it, at its next sweep. */
export async function replayParked(client: mongo.MongoClient, entry: ParkedEntry): Promise<void> {
  const retries = {
    'outbox.$.parkedAt': '',
    'outbox.$.retryAt': '',
    'outbox.$.tries': '',
    'outbox.$.error': '',
  } as const;
  await collectionOf(client, entry).updateOne({ _id: entry.rowId, 'outbox.id': entry.id }, { $unset: retries });
}

/** Drops an entry permanently; those behind it are sent. */
export async function dropParked(client: mongo.MongoClient, entry: ParkedEntry): Promise<void> {
  const rows = collectionOf(client, entry);
  await rows.updateOne({ _id: entry.rowId }, { $pull: { outbox: { id: entry.id } } });
  await rows.deleteOne({ _id: entry.rowId, deletedAt: { $ne: null }, outbox: { $size: 0 } });
}
