import { parseSubject, type EventSource, type EventType } from '@symbio/proto/event-type';
import type { Actor } from '../actor.js';

export { parseSubject, scopeFilter, serviceFilter } from '@symbio/proto/event-type';
export type { EventSource, EventType };

/** Who did it: data for display and history, never authority. */
export interface EventActor {
  sub: string;
  authorId: string;
  via: string;
  /** The API key that it was done with; absent without one, and in events from before November 2026. */
  keyId?: string;
  /** The request that it was done by, and where that came from; nothing to be shown but in the audit trail. */
  requestId?: string;
  /** The id that the caller chose for that request, where it chose one. */
  clientRequestId?: string;
  address?: string;
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

/** An event as its consumer gets it: the payload is read. */
export interface ReceivedEvent<T = unknown> extends EventEnvelope {
  entity: string;
  verb: string;
  data: T;
  /** How many times it was delivered, this one included. */
  deliveries: number;
}

/** Reads the payload of an event that came from `source`. */
export function receivedEvent<T>(source: EventSource<T>, envelope: EventEnvelope, deliveries = 1): ReceivedEvent<T> {
  const { entity, verb } = parseSubject(envelope.subject);
  return { ...envelope, entity, verb, data: source.fromJSON(envelope.data), deliveries };
}

/** What an event says of who caused it: without name, role and permissions, which may be others by the time it is read. */
export const eventActor = ({ sub, authorId, via, keyId, requestId, clientRequestId, address }: Actor): EventActor => ({
  sub,
  authorId,
  via,
  ...(keyId === undefined ? {} : { keyId }),
  ...(requestId === undefined ? {} : { requestId }),
  ...(clientRequestId === undefined ? {} : { clientRequestId }),
  ...(address === undefined ? {} : { address }),
});
