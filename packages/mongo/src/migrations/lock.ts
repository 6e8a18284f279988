import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { newId, type Logger } from '@symbio/runtime';
import { isDuplicateKey } from '../mongo.js';
import { MIGRATIONS_COLLECTION } from './ledger.js';

interface LockRow {
  _id: string;
  holder: string;
  until: Date;
}

const LOCK = 'lock';
/** Milliseconds after which the lock of a dead process is free. */
const LEASE_MS = 30_000;
/** Milliseconds between attempts to take the lock. */
const POLL_MS = 500;

export interface LockOptions {
  connection: Connection;
  log: Logger;
  /** Shortened by tests. */
  leaseMs?: number;
  pollMs?: number;
}

/** Runs work while holding the lock of this database, and waits for it first. */
export async function withLock<T>(
  { connection, log, leaseMs = LEASE_MS, pollMs = POLL_MS }: LockOptions,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const locks = connection.collection<LockRow>(MIGRATIONS_COLLECTION);
  const holder = newId();
  const lease = () => ({ $set: { holder, until: new Date(Date.now() + leaseMs) } });

  async function take(): Promise<boolean> {
    try {
      await locks.updateOne({ _id: LOCK, until: { $lte: new Date() } }, lease(), { upsert: true });
      return true;
    } catch (error) {
      // another process holds it
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  if (!(await take())) {
    log.info('waiting for another process, which runs migrations');
    while (!(await take())) await sleep(pollMs);
  }
  const lost = new AbortController();
  let until = Date.now() + leaseMs;
  const renew = async (): Promise<void> => {
    const begun = Date.now();
    try {
      const { matchedCount } = await locks.updateOne({ _id: LOCK, holder }, lease());
      if (matchedCount === 1) until = begun + leaseMs;
      else lost.abort(new Error('another process took the lock of the migrations'));
    } catch (error) {
      log.warn({ err: error }, 'could not renew the lock of the migrations; will retry');
      if (Date.now() >= until) lost.abort(new Error('the lock of the migrations could not be renewed'));
    }
  };
  const renewals = setInterval(() => void renew(), leaseMs / 3);
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(renewals);
    await locks.deleteOne({ _id: LOCK, holder });
  }
}
