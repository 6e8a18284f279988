/**
 * What an event type is, and the one place that knows how a subject is written:
 * `symbio.evt.<service>.v1.<entity>.<verb>.<scope>`. No protobuf runtime in here: browsers read the catalogue.
 */

/** First tokens of the subject of every event. */
export const EVENT_PREFIX = 'symbio.evt';

/** Last token of the subject of an event whose entity belongs to nothing. */
export const NO_SCOPE = 'none';

/** How the payload of an event is written. */
export interface Codec<T> {
  toJSON(data: T): unknown;
  fromJSON(json: unknown): T;
}

/** What can be subscribed to: events with the same payload. */
export interface EventSource<T> {
  readonly service: string;
  readonly entity: string;
  /** Undefined: every verb of the entity. */
  readonly verb: string | undefined;
  /** Subject filter of these events, of one scope or (left out) of all. */
  filter(scope?: string): string;
  /** Reads the payload. */
  fromJSON(json: unknown): T;
}

/** A kind of event: where it is published and how its payload is written. */
export interface EventType<T> extends EventSource<T> {
  readonly verb: string;
  /** Subject of an event of a scope (a project's id); an empty one when the entity belongs to nothing. */
  subject(scope: string): string;
  toJSON(data: T): unknown;
}

/** The event types of an entity by verb, and `any`: all of them as one source. */
export type EntityEvents<Verb extends string, T> = { readonly [V in Verb]: EventType<T> } & {
  readonly any: EventSource<T>;
};

const subjectOf = (service: string, entity: string, verb: string, scope: string): string =>
  `${EVENT_PREFIX}.${service}.v1.${entity}.${verb}.${scope}`;

/** The event types of an entity. Services take theirs from the catalogue; this is for it, and for tests of the kit. */
export function entityEvents<const Verb extends string, T>(
  service: string,
  entity: string,
  verbs: readonly Verb[],
  codec: Codec<T>,
): EntityEvents<Verb, T> {
  const fromJSON = (json: unknown): T => codec.fromJSON(json);
  const typeOf = (verb: Verb): EventType<T> => ({
    service,
    entity,
    verb,
    subject: (scope) => subjectOf(service, entity, verb, scope || NO_SCOPE),
    filter: (scope = '*') => subjectOf(service, entity, verb, scope || NO_SCOPE),
    toJSON: (data) => codec.toJSON(data),
    fromJSON,
  });
  const any: EventSource<T> = {
    service,
    entity,
    verb: undefined,
    filter: (scope = '*') => entityFilter(service, entity, scope || NO_SCOPE),
    fromJSON,
  };
  return { ...(Object.fromEntries(verbs.map((verb) => [verb, typeOf(verb)])) as Record<Verb, EventType<T>>), any };
}

/** Subject filter of everything that happens to entities of a kind. */
export const entityFilter = (service: string, entity: string, scope: string): string =>
  subjectOf(service, entity, '*', scope);

/** Subject filter of everything that one service publishes. */
export const serviceFilter = (service: string): string => `${EVENT_PREFIX}.${service}.>`;

/** Subject filter of everything that happens to the entities of one scope, whichever service publishes it. */
export const scopeFilter = (scope: string): string => subjectOf('*', '*', '*', scope);

/** Subject filter of all events there are; for the stream that keeps them. */
export const ALL_EVENTS = `${EVENT_PREFIX}.>`;

/** The parts of a subject; empty where the subject has no such part. */
export function parseSubject(subject: string): { service: string; entity: string; verb: string; scope: string } {
  const [, , service = '', , entity = '', verb = '', scope = ''] = subject.split('.');
  return { service, entity, verb, scope };
}
