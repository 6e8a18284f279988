import { jest } from '@jest/globals';
import type { Model } from 'mongoose';
import { createLogger, createMetrics } from '@symbio/runtime';
import { type Broker, RefusedMessage } from '@symbio/events';
import type { OutboxRow, UnsentRow } from './outbox.js';
import { OutboxRelay } from './relay.js';

const log = createLogger({ name: 'kit-test', level: 'silent' });
const metrics = createMetrics('kit-test');

/** Collection that counts the relay's queries. */
class Looked {
  looks = 0;
  rows: Partial<OutboxRow>[] = [];
  /** Ids of removed entries, by write. */
  pulled: string[][] = [];
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
      updateMany: (_filter: unknown, { $pull }: { $pull: { outbox: { id: { $in: string[] } } } }) => {
        this.pulled.push($pull.outbox.id.$in);
        this.rows = this.rows.filter(({ outbox }) => !outbox?.some(({ id }) => $pull.outbox.id.$in.includes(id)));
        return Promise.resolve();
      },
    },
  } as unknown as Model<never>;
}

const refused = (): Promise<never> => Promise.reject(new RefusedMessage('too large', false, undefined));
const entry = { id: 'e1', subject: 'symbio.test.thing.changed.p1', scope: 'p1', at: new Date(), trace: {}, data: {} };

let one: Looked;
let other: Looked;
type Publish = (subject: string, body: unknown, options: { id: string }) => Promise<void>;

const written = (id: string, entryId: string): UnsentRow => ({
  _id: id,
  deletedAt: null,
  outbox: [{ ...entry, id: entryId } as never],
});

let publish: jest.Mock<Publish>;
let relay: OutboxRelay;

const published = (): string[] => publish.mock.calls.map(([, , { id }]) => id);
const seconds = (count: number): Promise<void> => jest.advanceTimersByTimeAsync(count * 1_000);

beforeEach(async () => {
  jest.useFakeTimers();
  one = new Looked();
  other = new Looked();
  publish = jest.fn<Publish>().mockResolvedValue(undefined);
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
  it('reads at once the collections that were written to, and no others', async () => {
    await seconds(0.5);
    expect([one.looks, other.looks]).toEqual([1, 1]);
    relay.notify(one.model);
    await seconds(0);
    expect([one.looks, other.looks]).toEqual([2, 1]);
  });

  it('reads once for all writes within a hundredth of a second', async () => {
    await seconds(0.5);
    for (let write = 0; write < 9; write++) {
      relay.notify(one.model);
      await seconds(0.001);
    }
    expect(one.looks).toBe(2);
    await seconds(0.01);
    expect(one.looks).toBe(3);
  });

  it('sends rows passed to it by this process without reading them', async () => {
    await seconds(0.5);
    relay.notify(one.model, [written('t1', 'e1'), written('t2', 'e2')]);
    await seconds(0);
    expect(published()).toEqual(['e1', 'e2']);
    expect([one.looks, one.pulled]).toEqual([1, [['e1', 'e2']]]);
  });

  it('counts what it sent by entity, and messages to workers apart', async () => {
    const event = { ...entry, id: 'e1', subject: 'symbio.evt.document.v1.page.created.p1' };
    const message = { ...entry, id: 'e2', subject: 'symbio.job.v1.urgent' };
    metrics.outboxPublished.reset();
    relay.notify(one.model, [{ _id: 't1', deletedAt: null, outbox: [event, message] as never }]);
    await seconds(0.5);
    const { values } = await metrics.outboxPublished.get();
    expect(values.map(({ labels, value }) => [labels.entity, value])).toEqual([
      ['page', 1],
      ['work', 1],
    ]);
  });

  it('sends passed events of a row before those that it finds', async () => {
    await seconds(0.5);
    one.rows = [written('t1', 'e2')];
    relay.notify(one.model, [written('t1', 'e1')]);
    relay.notify(one.model);
    await seconds(0.02);
    expect(published()).toEqual(['e1', 'e2']);
  });

  it('finds passed rows again after the stream was unavailable', async () => {
    await seconds(0.5);
    publish.mockRejectedValueOnce(new Error('away'));
    relay.notify(one.model, [written('t1', 'e1')]);
    await seconds(0);
    one.rows = [written('t1', 'e1')];
    await seconds(1);
    expect(published()).toEqual(['e1', 'e1']);
    expect(one.looks).toBe(2);
  });

  it('keeps only a few rows in memory, and finds the others', async () => {
    await seconds(0.5);
    // the first is sent immediately, 200 are remembered
    const rows = Array.from({ length: 202 }, (_, n) => written(`t${n}`, `e${n}`));
    for (const row of rows) relay.notify(one.model, [row]);
    one.rows = rows.slice(201);
    await seconds(0.02);
    expect(published()).toEqual(rows.map(({ outbox }) => outbox[0]?.id));
    expect(one.looks).toBe(2);
  });

  it('retries passed events that were refused', async () => {
    await seconds(0.5);
    publish.mockImplementationOnce(refused);
    relay.notify(one.model, [written('t1', 'e1')]);
    await seconds(0);
    one.rows = [written('t1', 'e1')];
    await seconds(3);
    expect(published()).toEqual(['e1', 'e1']);
  });

  it('reads all collections every five seconds, for leftovers of a dead process', async () => {
    await seconds(4);
    expect([one.looks, other.looks]).toEqual([1, 1]);
    await seconds(2);
    expect([one.looks, other.looks]).toEqual([2, 2]);
  });

  it('retries within a second when the database was unavailable, including earlier writes', async () => {
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

  it('sends pending events on shutdown', async () => {
    await seconds(0.5);
    one.rows = [written('t1', 'e1')];
    other.rows = [written('t2', 'e2')];
    await relay.stop();
    expect(published()).toEqual(['e1', 'e2']);
    // no further sends
    one.rows = [written('t3', 'e3')];
    relay.notify(one.model);
    await seconds(60);
    expect(published()).toEqual(['e1', 'e2']);
    one.rows = [];
  });

  it('sends a refused entry again when due, without waiting for the next full sweep', async () => {
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
