import { BSON } from 'mongodb';
import type { Stores } from '@symbio/operations/backup/stores';
import { databases } from '../harness/stores.js';
import { sha256 } from '../harness/ledger.js';

/** Hash of every row, by `database.collection id`. */
export type Snapshot = ReadonlyMap<string, string>;

/** Collections of timestamps, written by sweeps at any time. */
const ABOUT_TIME = ['symbio_audit.audit_states'];

/** Request counters by collection: a repeated event increments them without other changes. */
const COUNTERS: Readonly<Record<string, Record<string, 0>>> = {
  'symbio_project.projects': { 'progress.asked': 0, 'progress.counted': 0 },
};

export async function snapshot(stores: Stores): Promise<Snapshot> {
  const rows = new Map<string, string>();
  for (const db of await databases(stores))
    for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
      const place = `${db.databaseName}.${name}`;
      if (ABOUT_TIME.includes(place)) continue;
      for await (const row of db.collection(name).find({}, { projection: COUNTERS[place] ?? {} }))
        rows.set(`${place} ${String(row._id)}`, sha256(BSON.EJSON.stringify(row)));
    }
  return rows;
}

/** As sentences by collection. */
export function differences(before: Snapshot, after: Snapshot): string[] {
  const counts = new Map<string, string[]>();
  const note = (key: string, how: string): void => {
    const [place = '', id = ''] = key.split(' ');
    const what = `${place}: ${how}`;
    counts.set(what, [...(counts.get(what) ?? []), id]);
  };
  for (const [key, hash] of before) {
    const now = after.get(key);
    if (now === undefined) note(key, 'gone');
    else if (now !== hash) note(key, 'changed');
  }
  for (const key of after.keys()) if (!before.has(key)) note(key, 'new');
  return [...counts].map(([what, ids]) => `${ids.length} rows of ${what} (${ids.slice(0, 3).join(', ')})`);
}
