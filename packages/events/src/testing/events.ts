import { NO_SCOPE, parseSubject, serviceFilter, type EventType } from '@symbio/proto/event-type';
import { serviceActor, newId, createLogger } from '@symbio/runtime';
import type { BaseConfig } from '../config.js';
import { eventActor, type EventActor, type EventEnvelope } from '../event.js';
import { connectBroker, type Broker } from '../nats.js';
import { testSignature } from './signature.js';

export interface PublishedEvent extends EventEnvelope {
  /** `<entity>.<verb>` */
  name: string;
}

export interface OtherEvent<T> {
  entityId: string;
  /** Project id; absent if it has none. */
  scope?: string;
  rev?: number;
  /** Author; defaults to the service. */
  actor?: EventActor;
  /** Absent for a deleted entity. */
  data?: T;
}

/** Test access to the message server. */
export interface TestEvents {
  broker: Broker;
  /** Recorded events, oldest first. */
  published: PublishedEvent[];
  of(entityId: string): PublishedEvent[];
  /** Oldest first. */
  verbsOf(entityId: string): string[];
  publish<T>(type: EventType<T>, event: OtherEvent<T>): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects and records events from now on.
 * @param services whose events are recorded
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
