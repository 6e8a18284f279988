import { createSweep, type Logger, type Sweep } from '@symbio/runtime';
import type { Features } from './features.js';
import type { Mentions } from './mentions.js';

/**
 * Milliseconds between sweeps. Daily suffices: writes handle new orphans at once, and merged features are kept for 30
 * days.
 */
const EVERY_MS = 24 * 3_600_000;

/**
 * Deletes mentions without feature and annotation left by older versions, and features whose merge can no longer be
 * undone.
 */
export const orphanSweep = (
  mentions: Pick<Mentions, 'removeOrphans'>,
  features: Pick<Features, 'eraseMerged'>,
  log: Logger,
): Sweep =>
  createSweep({
    ...{
      what: 'deleting mentions with neither feature nor annotation, and merged features',
      everyMs: EVERY_MS,
      atOnce: true,
      log,
    },
    run: async () => {
      await mentions.removeOrphans();
      await features.eraseMerged();
    },
  });
