import { jest } from '@jest/globals';
import type { Model } from 'mongoose';
import { createLogger } from '../logger.js';
import { createMetrics } from '../metrics.js';
import type { Broker } from './nats.js';
import { RefusedMessage } from './nats-errors.js';
import type { OutboxRow } from './outbox.js';
import { OutboxRelay } from './relay.js';

const log = createLogger({ name: 'kit-test', level: 'silent' });
const metrics = createMetrics('kit-test');

/** A collection that counts how often the relay looks into it. */
class Looked {
  looks = 0;
  rows: Partial<OutboxRow>[] = [];
  isAway = false;

  readonly model = {
    collection: {
      name: 'things',
      find: () => {
        this.looks += 1;
        return { toArray: () => (this.isAway ? Promise.reject(new Error('away')) : Promise.resolve(this.rows)) };
      },
      findOne: () => Promise.resolve(null),
      countDocuments: () => Promise.resolve(0),
      deleteMany: () => Promise.resolve(),
      updateOne: () => Promise.resolve(),
      updateMany: () => Promise.resolve((this.rows = [])),
    },
  } as unknown as Model<never>;
}

const refused = (): Promise<never> => Promise.reject(new RefusedMessage('too large', false, undefined));
const entry = { id: 'e1', subject: 'symbio.test.thing.changed.p1', scope: 'p1', at: new Date(), trace: {}, data: {} };

let one: Looked;
let other: Looked;
let publish: jest.Mock<() => Promise<void>>;
let relay: OutboxRelay;

const seconds = (count: number): Promise<void> => jest.advanceTimersByTimeAsync(count * 1_000);

beforeEach(async () => {
  jest.useFakeTimers();
  one = new Looked();
  other = new Looked();
  publish = jest.fn<() => Promise<void>>().mockResolvedValue(undefined);
  const broker = { publish } as unknown as Broker;
  relay = new OutboxRelay({ models: [one.model, other.model], broker, metrics, log, retryDelaysMs: [2_000] });
  relay.start();
  await seconds(0);
});
afterEach(async () => {
  await relay.stop();
  jest.useRealTimers();
});

describe('the relay of outboxes', () => {
  it('looks at once into what was written to, and into nothing else', async () => {
    await seconds(0.5);
    expect([one.looks, other.looks]).toEqual([1, 1]);
    relay.notify(one.model);
    await seconds(0);
    expect([one.looks, other.looks]).toEqual([2, 1]);
  });

  it('looks once for all that is written within a hundredth of a second', async () => {
    await seconds(0.5);
    for (let write = 0; write < 9; write++) {
      relay.notify(one.model);
      await seconds(0.001);
    }
    expect(one.looks).toBe(2);
    await seconds(0.01);
    expect(one.looks).toBe(3);
  });

  it('looks into all collections every five seconds, for what a process left behind that died', async () => {
    await seconds(4);
    expect([one.looks, other.looks]).toEqual([1, 1]);
    await seconds(2);
    expect([one.looks, other.looks]).toEqual([2, 2]);
  });

  it('looks again within a second when the database was away, also into what was written to before', async () => {
    one.isAway = true;
    await seconds(0.01);
    relay.notify(one.model);
    await seconds(0);
    one.isAway = false;
    one.rows = [{ _id: 't1', outbox: [entry] as never }];
    await seconds(1);
    expect(publish).toHaveBeenCalledTimes(1);
    expect([one.looks, other.looks]).toEqual([3, 2]);
  });

  it('sends a refused entry again when its time has come, without waiting for the next look into everything', async () => {
    publish.mockImplementationOnce(refused);
    one.rows = [{ _id: 't1', outbox: [entry] as never }];
    await seconds(0.01);
    relay.notify(one.model);
    await seconds(0);
    expect(publish).toHaveBeenCalledTimes(1);
    await seconds(3);
    expect(publish).toHaveBeenCalledTimes(2);
  });
});
