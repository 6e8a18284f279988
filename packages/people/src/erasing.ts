/** Erases people's names from a service's rows, independent of the order of events. */
import type { Collection, Model } from 'mongoose';
import { createSweep, type Clock, type Logger, type Sweep } from '@symbio/runtime';
import { consumer, type EventSource, type ServiceHost } from '@symbio/events';
import { ERASED_BUCKET, erasedName, erasedPeople, type ErasedPeople, type ErasedPerson } from './erased-people.js';
import { holdingNames, partsWithNames, replaceNames, type NamesInRows } from './name-copies.js';

/** Rows per read, and people per query. */
const BATCH = 200;
const PEOPLE_AT_ONCE = 500;
/** Attempts per row against concurrent writers. */
const TRIES = 8;

/** Milliseconds between searches for names written after an erasure. */
const LOOK_MS = 5 * 60_000;
/**
 * Milliseconds after an erasure in which each search includes the person: earlier calls carry the name until their
 * token expires (3 minutes) and they end.
 */
const RECENT_MS = 3_600_000;
/** Milliseconds between full searches: older events may arrive for a week, dead letters for a month after that. */
const ALL_MS = 86_400_000;

interface StoredRow {
  _id: string;
  rev?: number;
}

/** Replacement names by user and author id. */
const namesOf = (people: readonly Omit<ErasedPerson, 'at'>[]): Map<string, string> =>
  new Map(
    people.flatMap(({ userId, authorId }) =>
      [userId, authorId].filter(Boolean).map((id): [string, string] => [id, erasedName(userId)]),
    ),
  );

/** Replaces names in a collection in batches. Idempotent: an interrupted run simply restarts. */
export async function eraseNames(
  collection: Collection,
  table: NamesInRows,
  people: readonly Omit<ErasedPerson, 'at'>[],
  signal?: AbortSignal,
): Promise<number> {
  const names = namesOf(people);
  const rows = collection as unknown as Collection<StoredRow>;
  const projection = Object.fromEntries([...partsWithNames(table), 'rev'].map((part) => [part, 1]));
  const options = { projection, sort: { _id: 1 }, limit: BATCH } as const;

  /** Undefined without names. */
  function writeOf(row: StoredRow) {
    const set = replaceNames(row, table, (id) => names.get(id));
    if (!set) return undefined;
    const { _id, rev } = row;
    // increment the revision: concurrent writers must not write the name back
    const counted = rev === undefined || table.keepsRev ? {} : { $inc: { rev: 1 } };
    return { filter: { _id, ...(rev === undefined ? {} : { rev }) }, update: { $set: set, ...counted } };
  }

  /** Rereads and retries rows with concurrent writes. */
  async function eraseAll(batch: readonly StoredRow[]): Promise<void> {
    let left = batch;
    for (let tries = 1; left.length > 0; tries++) {
      if (tries > TRIES)
        throw new Error(`row ${left[0]?._id} is written to so often that a name cannot be taken out of it`);
      const writes = left.flatMap((row) => writeOf(row) ?? []);
      if (writes.length === 0) return;
      const { matchedCount } = await rows.bulkWrite(
        writes.map((updateOne) => ({ updateOne })),
        { ordered: false },
      );
      if (matchedCount === writes.length) return;
      const ids = writes.map(({ filter }) => filter._id);
      left = await rows.find({ _id: { $in: ids }, ...holdingNames(table, names) }, { projection }).toArray();
    }
  }

  let count = 0;
  let last: string | undefined;
  for (;;) {
    signal?.throwIfAborted();
    const after = last === undefined ? {} : { _id: { $gt: last } };
    const batch: StoredRow[] = await rows.find({ ...after, ...holdingNames(table, names) }, options).toArray();
    await eraseAll(batch);
    count += batch.length;
    last = batch.at(-1)?._id;
    if (batch.length < BATCH) return count;
  }
}

export interface NamesTable {
  model: Model<never>;
  names: NamesInRows;
}

/** Collection whose rows contain names. */
export const namesIn = <Row>(model: Model<Row>, names: NamesInRows | NamesInRows<Row>): NamesTable => ({
  model: model as unknown as Model<never>,
  names,
});

export interface ErasingDeps {
  tables: readonly NamesTable[];
  people: Pick<ErasedPeople, 'all'>;
  clock: Clock;
  log: Logger;
}

/** Erases names in a service's rows: on events, shortly after, daily, and at startup. */
export function createErasing({ tables, people, clock, log }: ErasingDeps): {
  erase: (people: readonly Omit<ErasedPerson, 'at'>[], signal?: AbortSignal) => Promise<void>;
  sweep: Sweep;
} {
  let lookedAtAll = -Infinity;

  async function erase(some: readonly Omit<ErasedPerson, 'at'>[], signal?: AbortSignal): Promise<void> {
    for (let from = 0; from < some.length; from += PEOPLE_AT_ONCE)
      for (const { model, names } of tables) {
        const rows = await eraseNames(model.collection, names, some.slice(from, from + PEOPLE_AT_ONCE), signal);
        if (rows > 0) log.info({ collection: model.collection.name, rows }, 'names of erased people were taken out');
      }
  }

  async function look(signal: AbortSignal): Promise<void> {
    const now = clock.now().getTime();
    const everybody = await people.all();
    const isForAll = now - lookedAtAll >= ALL_MS;
    await erase(isForAll ? everybody : everybody.filter(({ at }) => now - at.getTime() < RECENT_MS), signal);
    if (isForAll) lookedAtAll = now;
  }

  const sweep = createSweep({
    what: 'taking out names of erased people',
    everyMs: LOOK_MS,
    atOnce: true,
    run: look,
    log,
  });
  return { erase, sweep };
}

type ErasedEvents = EventSource<{ user?: { id: string; authorId: string } | undefined }>;

/** Registers erasure of names with a service. */
export async function erasePeopleIn(
  host: Pick<ServiceHost, 'name' | 'clock' | 'log' | 'broker' | 'prepared' | 'consume' | 'sweep'>,
  events: ErasedEvents,
  tables: readonly NamesTable[],
): Promise<ErasedPeople> {
  const people = erasedPeople(await host.prepared(() => host.broker.keyValue(ERASED_BUCKET, 0)));
  const { erase, sweep } = createErasing({ tables, people, clock: host.clock, log: host.log });
  host.consume(
    consumer({
      durable: `${host.name}-erased-people`,
      events,
      async handle({ data: { user } }) {
        if (user) await erase([{ userId: user.id, authorId: user.authorId }]);
      },
    }),
  );
  host.sweep(sweep);
  return people;
}
