import { ALL_EVENTS } from '@symbio/proto/event-type';
import type { StreamSpec } from './nats-streams.js';

const DAY_MS = 86_400_000;

/** All events: kept for a week, so that services can catch up after an outage. */
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

/** Subject of a consumer's dead letters. @param consumer its durable name */
export const deadLetterSubject = (consumer: string): string => `symbio.dlq.${consumer}`;

const JOB_PREFIX = 'symbio.job.v1';

/** Priority of a job message: 0 is the most urgent. */
export const JOB_PRIORITY = { min: 0, max: 9 } as const;

/** The work queue of a job kind, with a subject per priority. */
export const jobStream = (kind: string): StreamSpec => ({
  name: `JOBS_${kind.toUpperCase().replaceAll('-', '_')}`,
  subjects: [`${JOB_PREFIX}.${kind}.*`],
  kind: 'work',
  maxAgeMs: 0,
});

/** Subject of job messages of a kind and priority. */
export const jobSubject = (kind: string, priority: number): string => `${JOB_PREFIX}.${kind}.${priority}`;

export const JOB_SUBJECTS = `${JOB_PREFIX}.>`;

/** Parses the subject of a job message. */
export function parseJobSubject(subject: string): { kind: string; priority: number } {
  const [kind = '', priority] = subject.slice(JOB_PREFIX.length + 1).split('.');
  return { kind, priority: Number(priority) };
}
