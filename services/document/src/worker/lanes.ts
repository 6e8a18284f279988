import type { WorkLane } from '@symbio/kit';
import type { WorkerConfig } from './config.js';
import { WORK } from './kinds.js';

/** Runs for minutes, at low priority of the processor. */
const ANALYSIS = 'background-analyze-pages';
/** Jobs of this priority and more urgent ones are small, and a person waits for them (OP-31). */
export const URGENT = 2;

/** What a worker has room for at a time. Each slot is one document in flight, bounded by the limits of its child process. */
export function lanes(
  config: Pick<WorkerConfig, 'WORKER_CONCURRENCY' | 'WORKER_ANALYSES' | 'WORKER_URGENT'>,
): WorkLane[] {
  const kinds = Object.keys(WORK);
  return [
    { kinds: kinds.filter((kind) => kind !== ANALYSIS), slots: config.WORKER_CONCURRENCY },
    { kinds: [ANALYSIS], slots: config.WORKER_ANALYSES },
    { kinds, slots: config.WORKER_URGENT, upToPriority: URGENT },
  ].filter(({ slots }) => slots > 0);
}
