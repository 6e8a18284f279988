import { Schema, type Connection, type Model } from 'mongoose';
import {
  DEAD_LETTERS_STREAM,
  EVENTS_STREAM,
  EventConsumer,
  OutboxRelay,
  OutboxWriter,
  connectBroker,
  connectMongo,
  createClaims,
  createGone,
  createLogger,
  createMetrics,
  event,
  newId,
  outboxIndexes,
  outboxPaths,
  serviceActor,
  systemClock,
  type Broker,
  type EventType,
  type OutboxRow,
  type ReceivedEvent,
} from '@symbio/kit';
import { eventually, testConfig } from '@symbio/kit/testing';

interface ThingRow extends OutboxRow {
  text: string;
  size: number;
}
interface ThingEvent {
  text: string;
}

const actor = serviceActor('test');
const log = createLogger({ name: 'kit-test', level: 'silent' });
const metrics = createMetrics('kit-test');
const config = testConfig('kit_events');
/** A service name of its own, so that runs against the same server do not meet. */
const service = `things${newId().slice(-6)}`;
const thingChanged: EventType<ThingEvent> = {
  service,
  entity: 'thing',
  verb: 'changed',
  toJSON: (data) => data,
  fromJSON: (json) => json as ThingEvent,
};

let mongo: Connection;
let broker: Broker;
let model: Model<ThingRow>;
let writer: OutboxWriter<ThingRow>;

const relayWith = (onStep?: (step: string) => void): OutboxRelay =>
  new OutboxRelay({ models: [model as unknown as Model<never>], broker, metrics, log, onStep });

beforeAll(async () => {
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'kit-test' });
  const schema = new Schema<ThingRow>({ ...outboxPaths, text: String, size: Number });
  outboxIndexes(schema);
  model = mongo.model<ThingRow>('things', schema);
  await model.createIndexes();
  broker = await connectBroker(config.NATS_URL, 'kit-test', log);
  await broker.ensureStream(EVENTS_STREAM);
  await broker.ensureStream(DEAD_LETTERS_STREAM);
  writer = new OutboxWriter(model, systemClock, () => undefined);
});

afterAll(async () => {
  await broker.drain();
  await mongo.close();
});

/** Collects what a consumer of all things' events gets. */
async function collect(
  handle: (received: ReceivedEvent) => Promise<void> = () => Promise.resolve(),
  retryDelaysMs?: number[],
) {
  const got: ReceivedEvent[] = [];
  const consumer = new EventConsumer(
    {
      durable: `test-${newId()}`,
      filter: `symbio.evt.${service}.v1.thing.*.*`,
      handle: async (received) => {
        got.push(received);
        await handle(received);
      },
    },
    { broker, metrics, log, retryDelaysMs },
  );
  await consumer.start();
  return { got, stop: () => consumer.stop() };
}

const insert = (scope: string, text: string): Promise<ThingRow | undefined> =>
  writer.insert(newId(), { text, size: 0 }, actor, (row) => [event(thingChanged, scope, { text: row.text })]);

const grow = (id: string, scope: string, text: string): Promise<ThingRow | undefined> =>
  writer.change(id, actor, () => ({ set: { text }, events: [event(thingChanged, scope, { text })] }));

describe('the outbox', () => {
  it('saves a change and its event in one write, so that neither is ever there alone', async () => {
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

  it('answers nothing for an id that is taken, and tells no second event', async () => {
    const id = newId();
    const values = { text: 'first', size: 1 };
    expect(await writer.insert(id, values, actor, () => [])).toBeDefined();
    expect(await writer.insert(id, { text: 'second', size: 2 }, actor, () => [])).toBeUndefined();
    expect(await model.findOne({ _id: id }).lean()).toMatchObject({ text: 'first', outbox: [] });
  });

  it('loses no change when many write the same row at once', async () => {
    const row = await writer.insert(newId(), { text: '', size: 0 }, actor, () => []);
    const id = row?._id ?? '';
    const add = () => writer.change(id, actor, (current) => ({ set: { size: current.size + 1 }, events: [] }));
    await Promise.all([add(), add(), add(), add()]);
    expect(await model.findOne({ _id: id }).lean()).toMatchObject({ size: 4, rev: 5 });
  });

  it('uses its index to find what there is to send', async () => {
    const plan = JSON.stringify(
      await model.collection.find({ 'outbox.id': { $exists: true } }).explain('queryPlanner'),
    );
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });
});

describe('the relay', () => {
  it('sends events of a row in the order of its changes, with who did it', async () => {
    const scope = newId();
    const row = await insert(scope, '1');
    for (const text of ['2', '3', '4', '5']) await grow(row?._id ?? '', scope, text);
    const { got, stop } = await collect();
    await relayWith().sweep();
    await eventually(() => expect(got.filter((one) => one.scope === scope)).toHaveLength(5));
    const mine = got.filter((one) => one.scope === scope);
    expect(mine.map((one) => one.as(thingChanged).text)).toEqual(['1', '2', '3', '4', '5']);
    expect(mine.map((one) => one.rev)).toEqual([1, 2, 3, 4, 5]);
    expect(mine[0]).toMatchObject({ entityId: row?._id, actor: { sub: 'service:test', via: 'service' } });
    expect((await model.findOne({ _id: row?._id }).lean())?.outbox).toEqual([]);
    await stop();
  });

  it.each(['read', 'published', 'pulled'])(
    'that crashes after "%s" loses nothing, and the next sweep brings nothing twice',
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
      // a marker sent afterwards proves that no second copy is still under way before it
      const marker = newId();
      await insert(marker, 'marker');
      await relayWith().sweep();
      await eventually(() => expect(got.some((one) => one.scope === marker)).toBe(true));
      expect(got.filter((one) => one.scope === scope).map((one) => one.as(thingChanged).text)).toEqual(['a', 'b']);
      await stop();
    },
  );

  it('removes a deleted row only after its last event is sent', async () => {
    const scope = newId();
    const row = await insert(scope, 'gone soon');
    const id = row?._id ?? '';
    await writer.change(id, actor, () => ({ events: [event(thingChanged, scope, { text: 'gone' })], remove: true }));
    expect(await writer.change(id, actor, () => ({ events: [] }))).toBeUndefined();
    expect(await model.countDocuments({ _id: id })).toBe(1);
    await relayWith().sweep();
    expect(await model.countDocuments({ _id: id })).toBe(0);
  });
});

describe('a consumer', () => {
  it('gets an event again after a failure, and then no more', async () => {
    const scope = newId();
    let failures = 2;
    const { got, stop } = await collect(
      (received) => {
        if (received.scope === scope && failures-- > 0) return Promise.reject(new Error('not yet'));
        return Promise.resolve();
      },
      [10, 10, 10],
    );
    await insert(scope, 'retry me');
    await relayWith().sweep();
    await eventually(() => expect(got.filter((one) => one.scope === scope)).toHaveLength(3));
    expect(got.filter((one) => one.scope === scope).map((one) => one.deliveries)).toEqual([1, 2, 3]);
    await stop();
  });

  it('puts a poisonous event with the dead letters and goes on with the next', async () => {
    const poison = newId();
    const healthy = newId();
    const dead: unknown[] = [];
    const unwatch = broker.watch('symbio.dlq.>', (_subject, body) => dead.push(body));
    const { got, stop } = await collect(
      (received) => (received.scope === poison ? Promise.reject(new Error('poison')) : Promise.resolve()),
      [10],
    );
    await insert(poison, 'poison');
    await insert(healthy, 'healthy');
    await relayWith().sweep();
    await eventually(() => {
      expect(got.some((one) => one.scope === healthy)).toBe(true);
      expect(dead).toHaveLength(1);
    });
    expect(dead[0]).toMatchObject({ error: 'Error: poison', subject: expect.stringContaining(poison) as string });
    unwatch();
    await stop();
  });

  it('runs a claimed side effect once, however often its event comes', async () => {
    const claims = await createClaims(mongo, systemClock);
    let runs = 0;
    const effect = () => Promise.resolve(void runs++);
    const key = newId();
    expect(await claims.once(key, effect)).toBe(true);
    expect(await claims.once(key, effect)).toBe(false);
    expect(runs).toBe(1);
  });

  it('runs a side effect again that broke off in the middle', async () => {
    const claims = await createClaims(mongo, systemClock);
    const key = newId();
    await expect(claims.once(key, () => Promise.reject(new Error('died')))).rejects.toThrow('died');
    let runs = 0;
    expect(await claims.once(key, () => Promise.resolve(void runs++))).toBe(true);
    expect(runs).toBe(1);
  });

  it('knows of a thing that is gone, also when it is told twice', async () => {
    const gone = await createGone(mongo, systemClock);
    const [one, other] = [newId(), newId()];
    expect(await gone.any(one, other)).toBe(false);
    await gone.mark(one);
    await gone.mark(one);
    expect(await gone.any(other, one)).toBe(true);
    expect(await gone.any(other)).toBe(false);
  });
});
