import { ALL_EVENTS } from '@symbio/proto/event-type';
import type { StreamSpec } from './nats-streams.js';

const DAY_MS = 86_400_000;

/** What happened: kept a week, so that a service that was away catches up. */
export const EVENTS_STREAM: StreamSpec = {
  name: 'EVENTS',
  subjects: [ALL_EVENTS],
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

/** Subject on which a consumer leaves what it gave up, in DEAD_LETTERS. @param consumer name of its durable consumer */
export const deadLetterSubject = (consumer: string): string => `symbio.dlq.${consumer}`;

const JOB_PREFIX = 'symbio.job.v1';

/** How urgent a job message can be: 0 before all others, 9 when there is nothing else. */
export const JOB_PRIORITY = { min: 0, max: 9 } as const;

/** The work queue of one kind of job: a subject for each priority. */
export const jobStream = (kind: string): StreamSpec => ({
  name: `JOBS_${kind.toUpperCase().replaceAll('-', '_')}`,
  subjects: [`${JOB_PREFIX}.${kind}.*`],
  kind: 'work',
  maxAgeMs: 0,
});

/** Subject on which job messages of one kind of job and one priority are offered. */
export const jobSubject = (kind: string, priority: number): string => `${JOB_PREFIX}.${kind}.${priority}`;

/** Job messages of every kind and priority. */
export const JOB_SUBJECTS = `${JOB_PREFIX}.>`;

/** Kind and priority of a job message's subject. */
export function parseJobSubject(subject: string): { kind: string; priority: number } {
  const [kind = '', priority] = subject.slice(JOB_PREFIX.length + 1).split('.');
  return { kind, priority: Number(priority) };
}
