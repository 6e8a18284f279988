import type { Actor } from '../actor.js';

/** A kind of event: where it is published and how its data is written. */
export interface EventType<T> {
  service: string;
  entity: string;
  verb: string;
  toJSON(data: T): unknown;
  fromJSON(json: unknown): T;
}

/** Who did it: data for display and history, never authority. */
export interface EventActor {
  sub: string;
  authorId: string;
  via: string;
}

/** An event as it travels. */
export interface EventEnvelope {
  /** Unique; JetStream drops a second copy of it. */
  id: string;
  subject: string;
  entityId: string;
  /** What the entity belongs to; the last token of the subject. */
  scope: string;
  /** Revision of the entity that this event made: a projection applies only a higher one. */
  rev: number;
  actor: EventActor;
  /** RFC 3339. */
  at: string;
  data: unknown;
}

/** An event as a consumer gets it. */
export interface ReceivedEvent extends EventEnvelope {
  /** How many times it was delivered, this one included. */
  deliveries: number;
  /** Reads the data as the given kind. */
  as<T>(type: EventType<T>): T;
}

export const EVENT_PREFIX = 'symbio.evt';

/** Subject of an event of a scope; scope "*" for a filter, "none" for entities that belong to nothing. */
export const eventSubject = (type: Pick<EventType<unknown>, 'service' | 'entity' | 'verb'>, scope: string): string =>
  `${EVENT_PREFIX}.${type.service}.v1.${type.entity}.${type.verb}.${scope}`;

/** The parts of a subject. */
export function parseSubject(subject: string): { service: string; entity: string; verb: string; scope: string } {
  const [, , service = '', , entity = '', verb = '', scope = ''] = subject.split('.');
  return { service, entity, verb, scope };
}

export const eventActor = (actor: Actor): EventActor => ({ sub: actor.sub, authorId: actor.authorId, via: actor.via });
