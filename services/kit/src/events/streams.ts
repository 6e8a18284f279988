import { EVENT_PREFIX } from './event.js';
import type { StreamSpec } from './nats.js';

const DAY_MS = 86_400_000;

/** What happened: kept a week, so that a service that was away catches up. */
export const EVENTS_STREAM: StreamSpec = {
  name: 'EVENTS',
  subjects: [`${EVENT_PREFIX}.>`],
  kind: 'log',
  maxAgeMs: 7 * DAY_MS,
};

/** What a consumer gave up on: kept a month for a person to look at. */
export const DEAD_LETTERS_STREAM: StreamSpec = {
  name: 'DEAD_LETTERS',
  subjects: ['symbio.dlq.>'],
  kind: 'log',
  maxAgeMs: 30 * DAY_MS,
};

export const deadLetterSubject = (consumer: string): string => `symbio.dlq.${consumer}`;

/** The work queue of one kind of job. */
export const jobStream = (kind: string): StreamSpec => ({
  name: `JOBS_${kind.toUpperCase().replaceAll('-', '_')}`,
  subjects: [jobSubject(kind)],
  kind: 'work',
  maxAgeMs: 0,
});

/** Subject on which tickets of one kind of job are offered. */
export const jobSubject = (kind: string): string => `symbio.job.v1.${kind}`;
