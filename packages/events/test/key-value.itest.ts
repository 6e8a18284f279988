import { connectBroker, type Broker, type KeyValue } from '@symbio/events';
import { createLogger, newId } from '@symbio/runtime';
import { testBaseConfig } from '@symbio/events/testing';

const config = testBaseConfig('test');
let brokers: Broker[];
let buckets: [KeyValue, KeyValue];

beforeAll(async () => {
  const log = createLogger({ name: 'events-test', level: 'silent' });
  brokers = await Promise.all([0, 1].map(() => connectBroker(config.NATS_URL, 'events-test', log)));
  const bucket = `counts-${newId().slice(-6)}`;
  buckets = (await Promise.all(brokers.map((broker) => broker.keyValue(bucket, 60_000)))) as [KeyValue, KeyValue];
});
afterAll(() => Promise.all(brokers.map((broker) => broker.drain())));

const more = (value: unknown): number => (typeof value === 'number' ? value : 0) + 1;

it('a lost connection is reported once it is restored', async () => {
  const [broker] = brokers as [Broker];
  const back = new Promise<void>((resolve) => broker.onReconnect(resolve));
  await broker.connection.reconnect();
  await back;
  expect(await broker.ready()).toBe(true);
});

describe('a value updated from its current one', () => {
  it('is set when missing, when present, and after its removal', async () => {
    const [bucket] = buckets;
    expect(await bucket.update('count', more)).toBe(1);
    expect(await bucket.update('count', more)).toBe(2);
    expect(await bucket.get('count')).toBe(2);
    await bucket.remove('count');
    expect(await bucket.update('count', more)).toBe(1);
  });

  it('loses no concurrent updates of several processes', async () => {
    const [one, other] = buckets;
    await Promise.all(Array.from({ length: 10 }, (_, index) => (index % 2 ? one : other).update('busy', more)));
    expect(await one.get('busy')).toBe(10);
  });

  it('is listed with all others, except removed ones', async () => {
    const bucket = await (brokers[0] as Broker).keyValue(`list-${newId().slice(-6)}`, 0);
    expect(await bucket.all()).toEqual({});
    for (const key of ['one', 'two', 'three']) await bucket.create(key, { key });
    await bucket.remove('two');
    expect(await bucket.all()).toEqual({ one: { key: 'one' }, three: { key: 'three' } });
  });

  it('is not set when computing it fails', async () => {
    const [bucket] = buckets;
    const broken = () => {
      throw new Error('no such change');
    };
    await expect(bucket.update('untouched', broken)).rejects.toThrow('no such change');
    expect(await bucket.get('untouched')).toBeUndefined();
  });
});
