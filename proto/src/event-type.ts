/**
 * Event types and the subject format `symbio.evt.<service>.v1.<entity>.<verb>.<scope>`. No protobuf: browsers import
 * the catalogue.
 */

export const EVENT_PREFIX = 'symbio.evt';

/** Last subject token of an entity without scope. */
export const NO_SCOPE = 'none';

export interface Codec<T> {
  toJSON(data: T): unknown;
  fromJSON(json: unknown): T;
}

/** A subscribable set of events with the same payload. */
export interface EventSource<T> {
  readonly service: string;
  readonly entity: string;
  /** Undefined: every verb. */
  readonly verb: string | undefined;
  /** Subject filter for one scope, or for all by default. */
  filter(scope?: string): string;
  fromJSON(json: unknown): T;
}

export interface EventType<T> extends EventSource<T> {
  readonly verb: string;
  /** Subject for a scope (project id); empty scope for entities without one. */
  subject(scope: string): string;
  toJSON(data: T): unknown;
}

export type EntityEvents<Verb extends string, T> = { readonly [V in Verb]: EventType<T> } & {
  readonly any: EventSource<T>;
};

const subjectOf = (service: string, entity: string, verb: string, scope: string): string =>
  `${EVENT_PREFIX}.${service}.v1.${entity}.${verb}.${scope}`;

/** Builds an entity's event types. For the catalogue and kit tests; services use the catalogue. */
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

export const entityFilter = (service: string, entity: string, scope: string): string =>
  subjectOf(service, entity, '*', scope);

export const serviceFilter = (service: string): string => `${EVENT_PREFIX}.${service}.>`;

export const scopeFilter = (scope: string): string => subjectOf('*', '*', '*', scope);

/** Subject filter for all events; used by the stream. */
export const ALL_EVENTS = `${EVENT_PREFIX}.>`;

/** Parts of a subject; missing parts are empty. */
export function parseSubject(subject: string): { service: string; entity: string; verb: string; scope: string } {
  const [, , service = '', , entity = '', verb = '', scope = ''] = subject.split('.');
  return { service, entity, verb, scope };
}
