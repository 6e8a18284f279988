import { createSweep, type Logger, type Sweep } from '@symbio/runtime';
import type { Rules } from './rules.js';

/** Milliseconds. */
const EVERY_MS = 24 * 3_600_000;

/** Deletes features whose merge can no longer be undone. */
export const cleanupSweep = ({ features }: Pick<Rules, 'features'>, log: Logger): Sweep =>
  createSweep({
    what: 'deleting merged features',
    everyMs: EVERY_MS,
    atOnce: true,
    run: () => features.purgeMerged(),
    log,
  });
