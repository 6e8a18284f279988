import { parseSubject, type EventSource, type EventType } from '@symbio/proto/event-type';
import type { Actor } from '@symbio/runtime';

export { parseSubject, scopeFilter, serviceFilter } from '@symbio/proto/event-type';
export type { EventSource, EventType };

/** Author of an event, for display and history, never for authorization. */
export interface EventActor {
  sub: string;
  authorId: string;
  via: string;
  /** Id of the API key used; absent without one, and in events from before November 2026. */
  keyId?: string;
  /** Only shown in the audit trail. */
  requestId?: string;
  /** Request id chosen by the client, if any. */
  clientRequestId?: string;
  address?: string;
}

/** Wire format of an event. */
export interface EventEnvelope {
  /** Unique; JetStream drops duplicates. */
  id: string;
  subject: string;
  entityId: string;
  /** Owner of the entity; the last token of the subject. */
  scope: string;
  /** Revision of the entity after this event: projections apply only higher ones. */
  rev: number;
  actor: EventActor;
  /** RFC 3339. */
  at: string;
  data: unknown;
}

export interface ReceivedEvent<T = unknown> extends EventEnvelope {
  entity: string;
  verb: string;
  data: T;
  /** Number of deliveries, including this one. */
  deliveries: number;
}

export function receivedEvent<T>(source: EventSource<T>, envelope: EventEnvelope, deliveries = 1): ReceivedEvent<T> {
  const { entity, verb } = parseSubject(envelope.subject);
  return { ...envelope, entity, verb, data: source.fromJSON(envelope.data), deliveries };
}

/** Event's author, without name, role and permissions, which may change before it is read. */
export const eventActor = ({ sub, authorId, via, keyId, requestId, clientRequestId, address }: Actor): EventActor => ({
  sub,
  authorId,
  via,
  ...(keyId === undefined ? {} : { keyId }),
  ...(requestId === undefined ? {} : { requestId }),
  ...(clientRequestId === undefined ? {} : { clientRequestId }),
  ...(address === undefined ? {} : { address }),
});
