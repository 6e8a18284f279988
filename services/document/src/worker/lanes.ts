import type { WorkSlots } from '@symbio/events';
import type { JobLane } from '@symbio/proto/job/vocabulary';
import type { WorkerConfig } from './config.js';

const slotsOf = (slots: number, ...lanes: JobLane[]): WorkSlots => ({ lanes, slots });

/** A slot is one document, bounded by its child process. Any free slot does urgent work first. */
export const slots = (
  config: Pick<WorkerConfig, 'WORKER_CONCURRENCY' | 'WORKER_ANALYSES' | 'WORKER_URGENT'>,
): WorkSlots[] =>
  [
    slotsOf(config.WORKER_URGENT, 'urgent'),
    slotsOf(config.WORKER_CONCURRENCY, 'urgent', 'pictures'),
    slotsOf(config.WORKER_ANALYSES, 'urgent', 'reading'),
  ].filter((one) => one.slots > 0);
