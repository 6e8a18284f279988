import type { Connection } from 'mongoose';
import type { UmzugStorage } from 'umzug';
import type { Clock } from '@symbio/runtime';
import { isDuplicateKey } from '../mongo.js';

/** Ledger and the lock of a service's migrations, in its own database. */
export const MIGRATIONS_COLLECTION = 'migrations';

interface LedgerRow {
  _id: string;
  /** End of its first complete run. */
  at: Date;
  /** End of its last complete run. */
  lastAt: Date;
  /** Changed rows in all runs. */
  rows: number;
}

export interface Ledger extends UmzugStorage {
  executed(): Promise<string[]>;
  /** First run ended after `first`, last run before `last`. */
  between(first: Date, last: Date): Promise<string[]>;
  count(name: string, rows: number): void;
}

/** The lock is a row without `at`. */
const ENTRIES = { at: { $exists: true } } as const;

export function createLedger(connection: Connection, clock: Clock): Ledger {
  const entries = connection.collection<LedgerRow>(MIGRATIONS_COLLECTION);
  const counted = new Map<string, number>();
  return {
    count: (name, rows) => void counted.set(name, rows),
    async logMigration({ name }) {
      const rows = counted.get(name) ?? 0;
      const now = clock.now();
      const entry = { $setOnInsert: { at: now }, $set: { lastAt: now }, $inc: { rows } };
      await entries.updateOne({ _id: name }, entry, { upsert: true }).catch((error: unknown) => {
        // another process, whose lock had expired, recorded it
        if (!isDuplicateKey(error)) throw error;
      });
    },
    async unlogMigration({ name }) {
      await entries.deleteOne({ _id: name });
    },
    async executed() {
      return (await entries.find(ENTRIES, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    },
    async between(first, last) {
      const recent = { at: { $gt: first }, lastAt: { $lte: last } };
      return (await entries.find(recent, { projection: { _id: 1 } }).toArray()).map(({ _id }) => _id);
    },
  };
}
