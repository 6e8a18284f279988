/** Events in tests: what services published, and publishing in the place of another service. */
import { NO_SCOPE, parseSubject, serviceFilter, type EventType } from '@symbio/proto/event-type';
import { serviceActor } from '../actor.js';
import type { BaseConfig } from '../config.js';
import { eventActor, type EventActor, type EventEnvelope } from '../events/event.js';
import { connectBroker, type Broker } from '../events/nats.js';
import { newId } from '../ids.js';
import { createLogger } from '../logger.js';
import { testSignature } from './keys.js';

/** An event that was published. */
export interface PublishedEvent extends EventEnvelope {
  /** `<entity>.<verb>` */
  name: string;
}

/** An event as another service would publish it. */
export interface OtherEvent<T> {
  entityId: string;
  /** Id of the project that it belongs to; left out where it belongs to nothing. */
  scope?: string;
  rev?: number;
  /** Whose doing it was; the service's own when left out. */
  actor?: EventActor;
  /** Nothing when left out, as of something that is gone. */
  data?: T;
}

/** The message server as tests use it. */
export interface TestEvents {
  broker: Broker;
  /** What was published since, oldest first. */
  published: PublishedEvent[];
  /** What was published of one thing, oldest first. */
  of(entityId: string): PublishedEvent[];
  /** Verbs of what was published of one thing, oldest first. */
  verbsOf(entityId: string): string[];
  /** Publishes an event of another service. */
  publish<T>(type: EventType<T>, event: OtherEvent<T>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects, and collects what services publish from now on. Delivery is at least once: an event that comes again, after an
 * answer of the server's that came late, is the one that is there already.
 *
 * @param services whose events are collected
 */
export async function testEvents(config: Pick<BaseConfig, 'NATS_URL'>, ...services: string[]): Promise<TestEvents> {
  const broker = await connectBroker(config.NATS_URL, 'test', createLogger({ name: 'test', level: 'silent' }));
  const published: PublishedEvent[] = [];
  const seen = new Set<string>();
  for (const service of services)
    broker.watch(serviceFilter(service), (subject, body) => {
      const { entity, verb } = parseSubject(subject);
      const event = body as EventEnvelope;
      if (seen.has(event.id)) return;
      seen.add(event.id);
      published.push({ ...event, subject, name: `${entity}.${verb}` });
    });
  await broker.ready();
  const of = (entityId: string): PublishedEvent[] => published.filter((event) => event.entityId === entityId);
  return {
    broker,
    published,
    of,
    verbsOf: (entityId) => of(entityId).map(({ subject }) => parseSubject(subject).verb),
    publish: (type, { entityId, scope = NO_SCOPE, rev = 2, actor = eventActor(serviceActor(type.service)), data }) => {
      const id = newId();
      const subject = type.subject(scope);
      const at = new Date().toISOString();
      const payload = data === undefined ? {} : type.toJSON(data);
      const envelope: EventEnvelope = { id, subject, entityId, scope, rev, actor, at, data: payload };
      const signature = testSignature(subject, JSON.stringify(envelope));
      return broker.publish(subject, envelope, { id, signature });
    },
    close: () => broker.drain(),
  };
}
