import { NO_SCOPE } from '@symbio/proto/event-type';
import { parseSubject, type EventEnvelope, type EventSource } from './event.js';
import type { Broker } from './nats.js';

/** Watched event; its payload is not parsed. */
export interface PassingEvent extends EventEnvelope {
  entity: string;
  verb: string;
}

/**
 * Watches events of a source without keeping a position: for caches and live views.
 *
 * @param scope limits to one scope
 * @returns unsubscribes
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
