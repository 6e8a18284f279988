import { createMetrics } from '@symbio/runtime';
import { RefusedMessage, type EventEnvelope } from '@symbio/events';
import { TestClock, eventually } from '@symbio/runtime/testing';
import { auditEvents } from '@symbio/proto/identity';
import { silent } from '../../testing.js';
import { auditRecorder, type PendingEntry } from './recorder.js';

const seen = (objectId: string): PendingEntry => ({
  ...{ userId: 'u1', authorId: 'a1', apiKeyId: '', address: '192.0.2.7', action: 'opened', operation: 'read' },
  ...{
    object: 'page',
    objectId,
    projectId: '',
    status: 200,
    requestId: 'r1',
    clientRequestId: '',
    manifestSha256: '',
    organizationId: '',
  },
});

function setUp(kept?: number) {
  const published: EventEnvelope[] = [];
  const broker = {
    away: undefined as Error | undefined,
    publish: (_subject: string, body: unknown) => {
      if (broker.away) return Promise.reject(broker.away);
      published.push(body as EventEnvelope);
      return Promise.resolve();
    },
  };
  const metrics = createMetrics('test');
  const recorder = auditRecorder({
    broker,
    metrics,
    log: silent,
    clock: new TestClock(),
    ...(kept ? { maxBuffered: kept } : {}),
  });
  const objects = () =>
    published.map(({ data }) => auditEvents.recorded.fromJSON(data).entries.map(({ objectId }) => objectId));
  const dropped = async () => (await metrics.auditDropped.get()).values[0]?.value;
  return { recorder, broker, published, objects, dropped };
}

it('publishes entries in batches, each with an id and a timestamp', async () => {
  const { recorder, published, objects } = setUp();
  recorder.add(seen('p1'));
  recorder.add(seen('p2'));
  expect(published).toHaveLength(0);
  await recorder.flush();
  expect(objects()).toEqual([['p1', 'p2']]);
  const [first, second] = auditEvents.recorded.fromJSON(published[0]?.data).entries;
  expect(first).toMatchObject({ action: 'opened', at: new TestClock().now(), userId: 'u1' });
  expect(first?.id).not.toBe(second?.id);
});

it('publishes an entry that follows an empty batch', async () => {
  const { recorder, published, objects } = setUp();
  await recorder.flush();
  recorder.add(seen('p1'));
  await eventually(() => expect(published).toHaveLength(1));
  expect(objects()).toEqual([['p1']]);
});

it('keeps entries in order while the stream is unavailable, and never fails', async () => {
  const { recorder, broker, objects } = setUp();
  broker.away = new Error('NATS is away');
  recorder.add(seen('p1'));
  await recorder.flush();
  recorder.add(seen('p2'));
  broker.away = undefined;
  await recorder.flush();
  expect(objects()).toEqual([['p1', 'p2']]);
});

it('sends at most 200 entries per message', async () => {
  const { recorder, objects } = setUp();
  for (let index = 0; index < 450; index++) recorder.add(seen(`p${index}`));
  await recorder.flush();
  expect(objects().map((batch) => batch.length)).toEqual([200, 200, 50]);
});

it('drops and counts entries above the limit, rejected ones, and those left at shutdown', async () => {
  const { recorder, broker, objects, dropped } = setUp(2);
  broker.away = new Error('NATS is away');
  for (const object of ['p1', 'p2', 'p3']) recorder.add(seen(object));
  expect(await dropped()).toBe(1);
  broker.away = new RefusedMessage('too large', false, undefined);
  await recorder.flush();
  expect(await dropped()).toBe(3);
  broker.away = new Error('NATS is away');
  recorder.add(seen('p4'));
  await recorder.stop();
  expect(await dropped()).toBe(4);
  expect(objects()).toEqual([]);
});

it('publishes buffered entries at shutdown', async () => {
  const { recorder, objects } = setUp();
  recorder.add(seen('p1'));
  await recorder.stop();
  expect(objects()).toEqual([['p1']]);
});
