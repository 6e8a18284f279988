import type { Connection } from 'mongoose';
import type { Logger } from '@symbio/runtime';

export interface MigrationContext {
  connection: Connection;
  log: Logger;
  /** Aborted when another process may have taken the lock: check it between batches. */
  signal: AbortSignal;
}

/**
 * Change of stored rows to the current shape. It finds rows by their previous shape, so it can be interrupted,
 * repeated, and run while replicas of the previous version write.
 */
export interface Migration {
  /** Name of its file without extension: `0001-remove-deleted-rows`. */
  readonly name: string;
  /** @returns number of changed rows */
  run(context: MigrationContext): Promise<number>;
}
