import { createSweep, type Logger, type Sweep } from '@symbio/runtime';
import type { Rules } from './rules.js';

/** Milliseconds. Daily suffices: writes handle new orphans at once. */
const EVERY_MS = 24 * 3_600_000;

/** Deletes orphaned mentions left by older versions, and features whose merge can no longer be undone. */
export const cleanupSweep = ({ mentions, features }: Pick<Rules, 'mentions' | 'features'>, log: Logger): Sweep =>
  createSweep({
    ...{
      what: 'deleting mentions with neither feature nor annotation, and merged features',
      everyMs: EVERY_MS,
      atOnce: true,
      log,
    },
    run: async () => {
      await mentions.removeOrphans();
      await features.purgeMerged();
    },
  });
