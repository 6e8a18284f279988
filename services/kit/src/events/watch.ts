import { NO_SCOPE } from '@symbio/proto/event-type';
import { parseSubject, type EventEnvelope, type EventSource } from './event.js';
import type { Broker } from './nats.js';

/** An event as it passes by; its payload is not read. */
export interface PassingEvent extends EventEnvelope {
  entity: string;
  verb: string;
}

/**
 * Events of one source as they pass by, without keeping a place: for caches and live views.
 *
 * @param scope only of this scope; all when left out
 * @returns ends it
 */
export function watchEvents(
  broker: Pick<Broker, 'watch'>,
  source: EventSource<unknown>,
  handle: (event: PassingEvent) => void,
  scope?: string,
): () => void {
  return broker.watch(source.filter(scope), (subject, body) => {
    const { entity, verb, scope: token } = parseSubject(subject);
    handle({ ...(body as EventEnvelope), subject, entity, verb, scope: token === NO_SCOPE ? '' : token });
  });
}
