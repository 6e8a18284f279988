import type { WorkLane } from '@symbio/events';
import { READING_PRIORITY } from '../processing/reading-priority.js';
import type { WorkerConfig } from './config.js';
import { WORK } from './work-by-type.js';

/** Runs for minutes, at low CPU priority. */
const ANALYSIS = 'background-analyze-pages';
/** Small jobs that a person waits for (OP-31): this priority and more urgent. */
export const URGENT = 2;
/** Milliseconds for which reading yields to making pictures, at most. */
const READING_WAITS_MS = 600_000;

/** Milliseconds without another picture job until a batch is complete. */
const BATCH_GAP_MS = 2_000;

/** A slot is one document, bounded by its child process. */
export function lanes(
  config: Pick<WorkerConfig, 'WORKER_CONCURRENCY' | 'WORKER_ANALYSES' | 'WORKER_URGENT'>,
): WorkLane[] {
  const kinds = Object.keys(WORK);
  const others = kinds.filter((kind) => kind !== ANALYSIS);
  return [
    { kinds: others, slots: config.WORKER_CONCURRENCY },
    {
      kinds: [ANALYSIS],
      slots: config.WORKER_ANALYSES,
      // all sheets of a batch become viewable before reading starts
      yields: {
        fromPriority: READING_PRIORITY.single,
        to: others,
        quietMs: BATCH_GAP_MS,
        atMostMs: READING_WAITS_MS,
      },
    },
    { kinds, slots: config.WORKER_URGENT, upToPriority: URGENT },
  ].filter(({ slots }) => slots > 0);
}
