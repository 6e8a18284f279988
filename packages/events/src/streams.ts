import { ALL_EVENTS } from '@symbio/proto/event-type';
import type { StreamSpec } from './nats-streams.js';

const DAY_MS = 86_400_000;

/** All events: kept for a week, so services can catch up after an outage. */
export const EVENTS_STREAM: StreamSpec = {
  name: 'EVENTS',
  subjects: [ALL_EVENTS],
  kind: 'log',
  maxAgeMs: 7 * DAY_MS,
};

/** Dead letters: kept for a month for inspection. */
export const DEAD_LETTERS_STREAM: StreamSpec = {
  name: 'DEAD_LETTERS',
  subjects: ['symbio.dlq.>'],
  kind: 'log',
  maxAgeMs: 30 * DAY_MS,
};

export const deadLetterSubject = (consumer: string): string => `symbio.dlq.${consumer}`;

const JOB_PREFIX = 'symbio.job.v1';

/** Messages about waiting work, with a subject per lane. */
export const JOBS_STREAM: StreamSpec = {
  name: 'JOBS',
  subjects: [`${JOB_PREFIX}.*`],
  kind: 'work',
  maxAgeMs: 0,
};

export const laneSubject = (lane: string): string => `${JOB_PREFIX}.${lane}`;

export const JOB_SUBJECTS = laneSubject('*');
