/** Which process may publish which subject. Receivers check it by signature, and NATS by permissions. */
import { catalogueRows } from './catalogue.js';
import { EVENT_PREFIX, parseSubject } from './event-type.js';
import { JOB_TYPES } from './job/vocabulary.js';

/** Subjects that are broadcast or offered as work, by their first tokens, with the one process that publishes them. */
export const PUBLISHERS: Readonly<Record<string, string>> = {
  'symbio.job.v1': 'job',
  'symbio.presence.v1': 'gateway',
  'symbio.cursor.v1': 'gateway',
  'symbio.sessions.v1': 'gateway',
  'symbio.key-hits.v1': 'gateway',
  'symbio.person-hits.v1': 'gateway',
};

/**
 * The process that may publish a subject.
 *
 * @returns undefined for subjects that need no signature, such as those of dead letters
 */
export function publisherOf(subject: string): string | undefined {
  if (subject.startsWith(`${EVENT_PREFIX}.`)) {
    const { service, entity, verb } = parseSubject(subject);
    const row = catalogueRows.find((each) => each.service === service && each.entity === entity);
    return row?.publishers?.[verb] ?? service;
  }
  return Object.entries(PUBLISHERS).find(([prefix]) => subject === prefix || subject.startsWith(`${prefix}.`))?.[1];
}

/** Subjects that a process may publish to, with wildcards. */
export function publishedBy(process: string): readonly string[] {
  const events = catalogueRows.flatMap(({ service, entity, verbs, publishers = {} }) =>
    verbs
      .filter((verb) => (publishers[verb] ?? service) === process)
      .map((verb) => `${EVENT_PREFIX}.${service}.v1.${entity}.${verb}.*`),
  );
  const others = Object.entries(PUBLISHERS).flatMap(([prefix, publisher]) =>
    publisher === process ? [prefix, `${prefix}.>`] : [],
  );
  return [...events, ...others];
}

/** Streams of job messages until November 2026, which the job service deletes. */
export const FORMER_JOB_STREAMS: readonly string[] = JOB_TYPES.map(
  (type) => `JOBS_${type.toUpperCase().replaceAll('-', '_')}`,
);
