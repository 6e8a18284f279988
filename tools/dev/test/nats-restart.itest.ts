/** Values in buckets while the server restarts. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { connectBroker, type Broker } from '@symbio/events';
import { createLogger } from '@symbio/runtime';
import { startNatsForTest, type NatsForTest } from './nats-for-test.js';

let server: NatsForTest;
let broker: Broker;

beforeAll(async () => {
  server = await startNatsForTest({ settings: '' });
  broker = await connectBroker(`nats://${server.address}`, 'test', createLogger({ name: 'test', level: 'silent' }));
});
afterAll(async () => {
  await broker.connection.close();
  await server.stop();
});

it('calls wait for the server: none fails, none is lost', async () => {
  const bucket = await broker.keyValue('counts', 60_000);
  await bucket.set('before', 1);
  let waiting: Promise<boolean[]> | undefined;
  await server.restart(async () => {
    await expect(broker.check()).rejects.toThrow();
    waiting = Promise.all(['one', 'two'].map((key) => bucket.create(key, key)));
  });
  expect(await waiting).toEqual([true, true]);
  expect(await bucket.all()).toEqual({ before: 1, one: 'one', two: 'two' });
});
