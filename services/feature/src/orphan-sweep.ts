import { createSweep, type Logger, type Sweep } from '@symbio/kit';
import type { Mentions } from './mentions.js';

/** Milliseconds between two looks for orphans: each is found by the write that makes it one, so this is for what was before. */
const EVERY_MS = 24 * 3_600_000;

/** Deletes mentions that have neither feature nor annotation and were left by versions that did not. */
export const orphanSweep = (mentions: Pick<Mentions, 'removeOrphans'>, log: Logger): Sweep =>
  createSweep({
    ...{ what: 'deleting mentions with neither feature nor annotation', everyMs: EVERY_MS, atOnce: true, log },
    run: () => mentions.removeOrphans(),
  });
