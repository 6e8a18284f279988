import { createSweep, type Logger, type Sweep } from '@symbio/kit';
import type { Features } from './features.js';
import type { Mentions } from './mentions.js';

/** Milliseconds between two looks: orphans are found by the write that makes them some, merged features are kept for 30 days. */
const EVERY_MS = 24 * 3_600_000;

/**
 * Deletes mentions that have neither feature nor annotation and were left by versions that did not, and features whose
 * merge can be undone no more.
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
