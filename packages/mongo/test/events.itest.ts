import type { Model } from 'mongoose';
import { OutboxRelay, OutboxWriter, dropParked, parkedEntries, event } from '@symbio/mongo';
import { newId, systemClock } from '@symbio/runtime';
import type { Broker } from '@symbio/events';
import { eventually } from '@symbio/runtime/testing';
import {
  actor,
  broker,
  collect,
  config,
  grow,
  insert,
  log,
  metrics,
  model,
  mongo,
  relayWith,
  things,
  writer,
  type ThingEvent,
  type ThingRow,
} from './things.js';

describe('the outbox', () => {
  it('saves a change and its event in one write, so that neither ever exists alone', async () => {
    const scope = newId();
    const row = await insert(scope, 'one');
    const stored = await model.findOne({ _id: row?._id }).lean();
    expect(stored).toMatchObject({ text: 'one', rev: 1, outbox: [{ scope, rev: 1, data: { text: 'one' } }] });

    await grow(row?._id ?? '', scope, 'two');
    const changed = await model.findOne({ _id: row?._id }).lean();
    expect(changed?.outbox.map(({ rev, data }) => [rev, data])).toEqual([
      [1, { text: 'one' }],
      [2, { text: 'two' }],
    ]);
  });

  it('returns nothing for a used id, and publishes no second event', async () => {
    const id = newId();
    const values = { text: 'first', size: 1 };
    expect(await writer.insert(id, values, actor, () => [])).toBeDefined();
    expect(await writer.insert(id, { text: 'second', size: 2 }, actor, () => [])).toBeUndefined();
    expect(await model.findOne({ _id: id }).lean()).toMatchObject({ text: 'first', outbox: [] });
  });

  it('returns a separate result for each of several concurrent creations', async () => {
    const [taken, ...free] = Array.from({ length: 6 }, () => newId());
    const add = (id: string, text: string) => writer.insert(id, { text, size: 0 }, actor, () => []);
    await add(taken ?? '', 'first');
    const answers = await Promise.all([taken ?? '', ...free].map((id) => add(id, 'second')));
    expect(answers.map((row) => row?._id)).toEqual([undefined, ...free]);
    expect(await model.findOne({ _id: taken }).lean()).toMatchObject({ text: 'first' });
    expect(await model.countDocuments({ _id: { $in: free }, text: 'second' })).toBe(free.length);
  });

  it('loses no change when many callers write the same row', async () => {
    const row = await writer.insert(newId(), { text: '', size: 0 }, actor, () => []);
    const id = row?._id ?? '';
    const add = () => writer.change(id, actor, (current) => ({ set: { size: current.size + 1 }, events: [] }));
    await Promise.all([add(), add(), add(), add()]);
    expect(await model.findOne({ _id: id }).lean()).toMatchObject({ size: 4, rev: 5 });
  });

  it('uses its index to find pending events', async () => {
    const plan = JSON.stringify(
      await model.collection.find({ 'outbox.id': { $exists: true } }).explain('queryPlanner'),
    );
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });
});

describe('the relay', () => {
  it('sends events of a row in the order of its changes, with their actor', async () => {
    const scope = newId();
    const row = await insert(scope, '1');
    for (const text of ['2', '3', '4', '5']) await grow(row?._id ?? '', scope, text);
    const { got, stop } = await collect();
    await relayWith().sweep();
    await eventually(() => expect(got.filter((one) => one.scope === scope)).toHaveLength(5));
    const mine = got.filter((one) => one.scope === scope);
    expect(mine.map((one) => one.data.text)).toEqual(['1', '2', '3', '4', '5']);
    expect(mine.map((one) => one.rev)).toEqual([1, 2, 3, 4, 5]);
    expect(mine[0]).toMatchObject({ entityId: row?._id, actor: { sub: 'service:test', via: 'service' } });
    expect((await model.findOne({ _id: row?._id }).lean())?.outbox).toEqual([]);
    await stop();
  });

  it('that is notified of each write sends all of them in order, and leaves nothing behind', async () => {
    const scope = newId();
    const any = model as unknown as Model<never>;
    const shut = () => {
      let open: () => void = () => undefined;
      const opened = new Promise<void>((resolve) => (open = resolve));
      return { opened, open };
    };
    let gate = shut();
    const held: Broker = { ...broker, publish: (...message) => gate.opened.then(() => broker.publish(...message)) };
    const told = new OutboxRelay({ models: [any], broker: held, metrics, log });
    const looks: boolean[] = [];
    const writing = new OutboxWriter(model, systemClock, (rows) => {
      looks.push(rows === undefined);
      told.notify(any, rows);
    });
    const change = (id: string, text: string, remove = false) =>
      writing.change(id, actor, () => ({ set: { text }, remove, events: [event(things.changed, scope, { text })] }));
    const add = (text: string) =>
      writing.insert(newId(), { text, size: 0 }, actor, () => [event(things.changed, scope, { text })]);
    const { got, stop } = await collect();
    const mine = (id = '') => got.filter(({ entityId }) => entityId === id).map(({ data: { text } }) => text);
    told.start();
    const ids = await Promise.all(['a', 'b', 'c'].map(async (text) => (await add(text))?._id ?? ''));
    // inserts always notify in the same way
    looks.length = 0;
    const left = async (): Promise<void> =>
      eventually(async () => expect(await model.countDocuments({ _id: { $in: ids }, outbox: { $ne: [] } })).toBe(0));
    for (let n = 1; n <= 20; n++) {
      for (const id of ids) await change(id, String(n));
      if (n % 3 !== 0) continue;
      // earlier entries have been sent in some rounds and wait in others
      gate.open();
      if (n % 2 === 0) await left();
      gate = shut();
    }
    gate.open();
    for (const id of ids) await change(id, 'gone', true);
    const numbers = Array.from({ length: 20 }, (_, n) => String(n + 1));
    await eventually(() => expect(ids.map(mine)).toEqual(['a', 'b', 'c'].map((first) => [first, ...numbers, 'gone'])));
    await eventually(async () => expect(await model.countDocuments({ _id: { $in: ids } })).toBe(0));
    // both cases occurred
    expect(new Set(looks)).toEqual(new Set([true, false]));
    await told.stop();
    await stop();
  });

  it.each(['read', 'published', 'pulled'])('that crashes after "%s" leaves no deleted row behind', async (step) => {
    const row = await insert(newId(), 'soon deleted');
    await writer.change(row?._id ?? '', actor, () => ({
      events: [event(things.changed, 'none', { text: 'deleted' })],
      remove: true,
    }));
    let steps = 0;
    const crashing = relayWith((at) => {
      // at its last entry
      if (at === step && ++steps === 2) throw new Error('crash');
    });
    await expect(crashing.sweep()).rejects.toThrow('crash');
    await relayWith().sweep();
    expect(await model.countDocuments({ _id: row?._id })).toBe(0);
  });

  it.each(['read', 'published', 'pulled'])(
    'that crashes after "%s" loses nothing, and the next sweep sends nothing twice',
    async (step) => {
      const scope = newId();
      const row = await insert(scope, 'a');
      await grow(row?._id ?? '', scope, 'b');
      const { got, stop } = await collect();
      let armed = true;
      const crashing = relayWith((at) => {
        if (armed && at === step) {
          armed = false;
          throw new Error('crash');
        }
      });
      await expect(crashing.sweep()).rejects.toThrow('crash');
      await relayWith().sweep();
      await eventually(() => expect(got.filter((one) => one.scope === scope)).toHaveLength(2));
      // a later marker proves that no duplicate is still in flight
      const marker = newId();
      await insert(marker, 'marker');
      await relayWith().sweep();
      await eventually(() => expect(got.some((one) => one.scope === marker)).toBe(true));
      expect(got.filter((one) => one.scope === scope).map((one) => one.data.text)).toEqual(['a', 'b']);
      await stop();
    },
  );

  it('removes acknowledged events, and only those, when the broker becomes unavailable midway', async () => {
    const scope = newId();
    const rows = [await insert(scope, 'one'), await insert(scope, 'two'), await insert(scope, 'three')];
    await grow(rows[2]?._id ?? '', scope, 'four');
    const { got, stop } = await collect();
    const leaving: Broker = {
      ...broker,
      publish: (subject, body, options) =>
        ['two', 'four'].includes((body as { data: ThingEvent }).data.text)
          ? Promise.reject(new Error('away'))
          : broker.publish(subject, body, options),
    };
    const models = [model as unknown as Model<never>];
    await expect(new OutboxRelay({ models, broker: leaving, metrics, log }).sweep()).rejects.toThrow('away');
    const left = async () =>
      (await Promise.all(rows.map((row) => model.findOne({ _id: row?._id }).lean()))).map((row) =>
        row?.outbox.map(({ data }) => (data as ThingEvent).text),
      );
    expect(await left()).toEqual([[], ['two'], ['four']]);
    await relayWith().sweep();
    expect(await left()).toEqual([[], [], []]);
    await eventually(() => expect(got.filter((one) => one.scope === scope)).toHaveLength(4));
    await stop();
  });

  it('also removes a row that is deleted while its event is being sent', async () => {
    const row = await insert(newId(), 'on its way');
    const slow: Broker = {
      ...broker,
      publish: async (...message) => {
        await broker.publish(...message);
        await writer.change(row?._id ?? '', actor, () => ({ remove: true, events: [] }));
      },
    };
    await new OutboxRelay({ models: [model as unknown as Model<never>], broker: slow, metrics, log }).sweep();
    await relayWith().sweep();
    expect(await model.countDocuments({ _id: row?._id })).toBe(0);
  });

  it('removes a deleted row only after its last event is sent', async () => {
    const scope = newId();
    const row = await insert(scope, 'gone soon');
    const id = row?._id ?? '';
    await writer.change(id, actor, () => ({ events: [event(things.changed, scope, { text: 'gone' })], remove: true }));
    expect(await writer.change(id, actor, () => ({ events: [] }))).toBeUndefined();
    expect(await model.countDocuments({ _id: id })).toBe(1);
    await relayWith().sweep();
    expect(await model.countDocuments({ _id: id })).toBe(0);
  });
});

describe('an entry that the stream refuses', () => {
  /** Larger than a message may be. */
  const TOO_LARGE = 'x'.repeat(2_000_000);
  const relay = (retryDelaysMs: number[] = [0, 0]) =>
    new OutboxRelay({ models: [model as unknown as Model<never>], broker, metrics, log, retryDelaysMs });
  const outboxOf = async (row: ThingRow | undefined) => (await model.findOne({ _id: row?._id }).lean())?.outbox ?? [];
  afterEach(() => model.deleteMany({}));

  it('is parked with its reason after some tries; other rows continue, later events of its row wait', async () => {
    const scope = newId();
    const stuck = await insert(scope, TOO_LARGE);
    await grow(stuck?._id ?? '', scope, 'behind');
    const healthy = await insert(scope, 'healthy');
    const { got, stop } = await collect();
    const mine = () => got.filter((one) => one.scope === scope).map((one) => one.data.text);
    const parkings = async () => (await metrics.outboxParkings.get()).values.reduce((sum, { value }) => sum + value, 0);
    const before = await parkings();

    await relay().sweep();
    expect(await outboxOf(healthy)).toEqual([]);
    expect(await outboxOf(stuck)).toMatchObject([{ tries: 1, error: expect.stringMatching(/payload/i) as string }, {}]);
    await relay().sweep();
    await relay().sweep();
    expect((await outboxOf(stuck)).map(({ parkedAt }) => parkedAt !== undefined)).toEqual([true, false]);
    expect(await parkings()).toBe(before + 1);
    await relay().measure();
    expect((await metrics.outboxParked.get()).values[0]?.value).toBe(1);
    await relay().sweep();
    await eventually(() => expect(mine()).toEqual(['healthy']));
    expect(await outboxOf(stuck)).toHaveLength(2);

    const client = mongo.getClient();
    for await (const entry of parkedEntries(client, config.MONGODB_DB)) await dropParked(client, entry);
    await relay().sweep();
    await eventually(() => expect(mine()).toEqual(['healthy', 'behind']));
    await stop();
  });

  it('is retried only after a delay', async () => {
    const stuck = await insert(newId(), TOO_LARGE);
    for (let n = 0; n < 3; n++) await relay([60_000]).sweep();
    expect(await outboxOf(stuck)).toMatchObject([{ tries: 1 }]);
  });

  it('is never parked while no stream accepts its subject, as when JetStream restarts', async () => {
    const stuck = await writer.insert(newId(), { text: '', size: 0 }, actor, () => [
      { subject: 'nobody.takes.this', scope: '', data: {} },
    ]);
    for (let n = 0; n < 5; n++) await relay().sweep();
    const [entry] = await outboxOf(stuck);
    expect(entry?.tries).toBe(5);
    expect(entry?.parkedAt).toBeUndefined();
  });

  it('is visible as growing lag, whatever sweeps do', async () => {
    const scope = newId();
    const stuck = await insert(scope, TOO_LARGE);
    const since = new Date(Date.now() - 90_000);
    await model.collection.updateOne({ _id: stuck?._id as never }, { $set: { 'outbox.0.at': since } });
    await relay([60_000]).sweep();
    await relay().measure();
    expect((await metrics.outboxLag.get()).values[0]?.value).toBeGreaterThanOrEqual(90);
  });
});

describe('a row that is deleted without an event', () => {
  it('is removed at once, or with its last pending event', async () => {
    const silent = await writer.insert(newId(), { text: 'silent', size: 0 }, actor, () => []);
    await writer.change(silent?._id ?? '', actor, () => ({ remove: true, events: [] }));
    expect(await model.countDocuments({ _id: silent?._id })).toBe(0);

    const row = await insert(newId(), 'published first');
    await writer.change(row?._id ?? '', actor, () => ({ remove: true, events: [] }));
    expect(await model.countDocuments({ _id: row?._id, deletedAt: { $ne: null } })).toBe(1);
    await relayWith().sweep();
    expect(await model.countDocuments({ _id: row?._id })).toBe(0);
  });
});
