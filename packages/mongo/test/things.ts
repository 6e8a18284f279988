/** Rows with an outbox and events on real servers, for the tests of one file. */
import type { Connection, Model } from 'mongoose';
import {
  DEAD_LETTERS_STREAM,
  EVENTS_STREAM,
  EventConsumer,
  connectBroker,
  consumer as consumerOf,
  type Broker,
  type ReceivedEvent,
} from '@symbio/events';
import {
  OutboxRelay,
  OutboxWriter,
  connectMongo,
  event,
  fields,
  isMongoPassing,
  rowSchema,
  type RowOf,
} from '@symbio/mongo';
import { createLogger, createMetrics, newId, serviceActor, systemClock } from '@symbio/runtime';
import { entityEvents } from '@symbio/proto/event-type';
import { testConfig } from '@symbio/mongo/testing';

const thing = fields({ text: { type: String, required: true }, size: { type: Number, required: true } });
export type ThingRow = RowOf<typeof thing>;
export interface ThingEvent {
  text: string;
}

export const actor = serviceActor('test');
export const log = createLogger({ name: 'sample-test', level: 'silent' });
export const metrics = createMetrics('sample-test');
export const config = testConfig('sample_events');
/** A unique service name, so runs on the same server stay separate. */
const service = `things${newId().slice(-6)}`;
export const things = entityEvents(service, 'thing', ['changed'], {
  toJSON: (data: ThingEvent) => data,
  fromJSON: (json) => json as ThingEvent,
});

export let mongo: Connection;
export let broker: Broker;
export let model: Model<ThingRow>;
export let writer: OutboxWriter<ThingRow>;

export const relayWith = (onStep?: (step: string) => void): OutboxRelay =>
  new OutboxRelay({ models: [model as unknown as Model<never>], broker, metrics, log, onStep });

beforeAll(async () => {
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'sample-test' });
  model = mongo.model<ThingRow>('things', rowSchema<ThingRow>('things', thing));
  await model.createIndexes();
  broker = await connectBroker(config.NATS_URL, 'sample-test', log);
  await broker.ensureStream(EVENTS_STREAM);
  await broker.ensureStream(DEAD_LETTERS_STREAM);
  writer = new OutboxWriter(model, systemClock, () => undefined);
});

afterAll(async () => {
  await broker.drain();
  await mongo.close();
});

export async function collect(
  handle: (received: ReceivedEvent<ThingEvent>) => Promise<void> = () => Promise.resolve(),
  retryDelaysMs?: number[],
  ackWaitMs?: number,
  durable = `test-${newId()}`,
) {
  const got: ReceivedEvent<ThingEvent>[] = [];
  const consumer = new EventConsumer(
    consumerOf({
      durable,
      events: things.any,
      handle: async (received) => {
        got.push(received);
        await handle(received);
      },
    }),
    { broker, metrics, log, retryDelaysMs, ackWaitMs, isStoreUnavailable: isMongoPassing },
  );
  await consumer.start();
  return { got, durable, stop: () => consumer.stop() };
}

export const insert = (scope: string, text: string): Promise<ThingRow | undefined> =>
  writer.insert(newId(), { text, size: 0 }, actor, (row) => [event(things.changed, scope, { text: row.text })]);

export const grow = (id: string, scope: string, text: string): Promise<ThingRow | undefined> =>
  writer.change(id, actor, () => ({ set: { text }, events: [event(things.changed, scope, { text })] }));
