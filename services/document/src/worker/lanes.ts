import type { WorkLane } from '@symbio/kit';
import { READING_PRIORITY } from '../processing/reading-priority.js';
import type { WorkerConfig } from './config.js';
import { WORK } from './kinds.js';

/** Runs for minutes, at low priority of the processor. */
const ANALYSIS = 'background-analyze-pages';
/** Jobs of this priority and more urgent ones are small, and a person waits for them (OP-31). */
export const URGENT = 2;
/** Milliseconds for which reading of text leaves the machine to pictures of pages, however many of those keep coming. */
const READING_WAITS_MS = 600_000;

/** Milliseconds after which a batch is taken to be all there, and its last pages to be shown, when no other job that makes pages came. */
const BATCH_GAP_MS = 2_000;

/** What a worker has room for at a time. Each slot is one document in flight, bounded by the limits of its child process. */
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
      // every sheet of a batch can be looked at before the first one's text is read
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
