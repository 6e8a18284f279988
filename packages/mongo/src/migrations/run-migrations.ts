import type { Connection } from 'mongoose';
import type { Clock, Logger } from '@symbio/runtime';
import { createLedger } from './ledger.js';
import { withLock, type LockOptions } from './lock.js';
import type { Migration } from './migration.js';

/**
 * Milliseconds in which a migration is repeated after its first run: replicas of the previous version may still write
 * rows of the previous shape.
 */
const REPEATED_FOR_MS = 24 * 3_600_000;
/** Minimum milliseconds between runs of a migration. */
const REPEATED_AFTER_MS = 3_600_000;

export interface MigrationsOptions extends Omit<LockOptions, 'connection'> {
  connection: Connection;
  /** In order. */
  migrations: readonly Migration[];
  clock: Clock;
  log: Logger;
  /** Stops between batches, without an error. */
  stop?: AbortSignal;
}

/**
 * Runs the migrations that this database lacks, in order, and repeats recent ones. Only one process runs them at a
 * time; an interrupted migration is run again by the next process.
 */
export async function runMigrations(options: MigrationsOptions): Promise<number> {
  const { connection, migrations, clock, log, stop } = options;
  const ledger = createLedger(connection, clock);

  async function due(): Promise<{ pending: string[]; repeated: string[] }> {
    const executed = new Set(await ledger.executed());
    const ago = (ms: number): Date => new Date(clock.now().getTime() - ms);
    const recent = new Set(await ledger.between(ago(REPEATED_FOR_MS), ago(REPEATED_AFTER_MS)));
    const names = migrations.map(({ name }) => name);
    return {
      pending: names.filter((name) => !executed.has(name)),
      repeated: names.filter((name) => recent.has(name)),
    };
  }

  const isDue = ({ pending, repeated }: Awaited<ReturnType<typeof due>>) => pending.length + repeated.length > 0;
  if (!isDue(await due())) return 0;
  return withLock(options, async (lost) => {
    const signal = stop ? AbortSignal.any([lost, stop]) : lost;
    // another process may have run them in between
    const { pending, repeated } = await due();
    // loaded only when needed: most starts have nothing to migrate
    // a bundle has CommonJS packages as default exports only
    const { MigrationError, RerunBehavior, Umzug } = (await import('umzug')).default;
    const runner = new Umzug({
      storage: ledger,
      logger: undefined,
      migrations: migrations.map((migration) => ({
        name: migration.name,
        up: async () => {
          signal.throwIfAborted();
          const { name } = migration;
          const isFirst = pending.includes(name);
          const begun = performance.now();
          if (isFirst) log.info({ migration: name }, 'migration begins');
          const rows = await migration.run({ connection, log, signal });
          signal.throwIfAborted();
          ledger.count(name, rows);
          const result = { migration: name, rows, ms: Math.round(performance.now() - begun) };
          if (isFirst) log.info(result, 'migration done');
          else if (rows > 0) log.info(result, 'migration repeated for rows of the previous version');
        },
      })),
    });
    try {
      const names = [...pending, ...repeated];
      if (names.length > 0) await runner.up({ migrations: names, rerun: RerunBehavior.ALLOW });
    } catch (error) {
      if (stop?.aborted) return 0;
      // it only wraps the cause, by which callers decide whether to retry
      throw error instanceof MigrationError ? error.cause : error;
    }
    return pending.length;
  });
}
