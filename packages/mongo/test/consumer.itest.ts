/** Delivery and exactly-once effects of consumers on real servers. */
import { AppError, newId, systemClock } from '@symbio/runtime';
import { createClaims, createTombstones } from '@symbio/mongo';
import { eventually } from '@symbio/runtime/testing';
import { broker, collect, grow, insert, metrics, mongo, relayWith } from './things.js';

describe('a consumer', () => {
  it('gets an event again after a failure, but not after success', async () => {
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

  it('counts its dead letters from 0, before one exists: an alert asks for their increase', async () => {
    const { durable, stop } = await collect();
    const { values } = await metrics.deadLetters.get();
    expect(values.filter(({ labels }) => labels.consumer === durable)).toEqual([
      { labels: { consumer: durable }, value: 0 },
    ]);
    await stop();
  });

  it('holds back the events of an entity after a failed one, and handles others in the meantime', async () => {
    const [scope, other] = [newId(), newId()];
    const done: string[] = [];
    const { stop } = await collect((received) => {
      const { text } = received.data;
      if (text === 'first' && !done.includes('another entity')) return Promise.reject(new Error('not yet'));
      if ([scope, other].includes(received.scope)) done.push(text);
      return Promise.resolve();
    }, Array<number>(1_000).fill(10));
    const row = await insert(scope, 'first');
    await grow(row?._id ?? '', scope, 'second');
    await grow(row?._id ?? '', scope, 'third');
    await relayWith().sweep();
    await insert(other, 'another entity');
    await relayWith().sweep();
    await eventually(() => expect(done).toEqual(['another entity', 'first', 'second', 'third']));
    await stop();
  });

  it('handles different entities in parallel, up to a limit', async () => {
    const scope = newId();
    let active = 0;
    let most = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const { got, stop } = await collect(async (received) => {
      if (received.scope !== scope) return;
      most = Math.max(most, ++active);
      await released;
      active--;
    });
    for (let n = 0; n < 10; n++) await insert(scope, String(n));
    await relayWith().sweep();
    await eventually(() => expect(active).toBe(4));
    release();
    await eventually(() => expect(got.filter((one) => one.scope === scope)).toHaveLength(10));
    await stop();
    expect(most).toBe(4);
  });

  it('keeps its claim on an event with a slow handler, and on those that wait behind it', async () => {
    const ackWaitMs = 600;
    /** Deliveries of two events held for several waits, and the longest interval between progress signals. */
    const held = async () => {
      const scope = newId();
      let signs = 0;
      let silenceMs = 0;
      let release: () => void = () => undefined;
      const released = new Promise<void>((resolve) => (release = resolve));
      const { got, durable, stop } = await collect(
        (one) => (one.scope === scope ? released : Promise.resolve()),
        [],
        ackWaitMs,
      );
      const row = await insert(scope, 'slow');
      await grow(row?._id ?? '', scope, 'behind');
      let last = performance.now();
      const acks = broker.connection.subscribe(`$JS.ACK.*.${durable}.>`, {
        callback: (_error, message) => {
          if (message.string() !== '+WPI') return;
          signs++;
          silenceMs = Math.max(silenceMs, performance.now() - last);
          last = performance.now();
        },
      });
      await relayWith().sweep();
      // progress is signalled three times per wait: several waits have passed then
      await eventually(() => expect(signs).toBeGreaterThan(20));
      release();
      const mine = () => got.filter((one) => one.scope === scope);
      await eventually(() => expect(mine().map(({ data }) => data.text)).toContain('behind'));
      await stop();
      acks.unsubscribe();
      return { delivered: mine().map(({ data, deliveries }) => [data.text, deliveries]), silenceMs };
    };
    let tried = await held();
    // retry if the process or server stalled for about a wait
    while (tried.silenceMs > (ackWaitMs * 3) / 4) tried = await held();
    expect(tried.delivered).toEqual([
      ['slow', 1],
      ['behind', 1],
    ]);
  });

  it('returns an event that waits for its retry to the next process on shutdown', async () => {
    const scope = newId();
    // longer than the test timeout: only returned events are redelivered
    const ackWaitMs = 600_000;
    const first = await collect(
      (one) => (one.scope === scope ? Promise.reject(new Error('no')) : Promise.resolve()),
      [600_000],
      ackWaitMs,
    );
    await insert(scope, 'handed on');
    await relayWith().sweep();
    await eventually(() => expect(first.got.some((one) => one.scope === scope)).toBe(true));
    await first.stop();
    const second = await collect(() => Promise.resolve(), [], ackWaitMs, first.durable);
    // NATS 2.9 does not count deliveries returned while the last request of a stopped process is open
    await eventually(() => expect(second.got.map((one) => one.scope)).toContain(scope));
    await second.stop();
  });

  it('that was deleted on the server is created again, and gets every event again', async () => {
    const scope = newId();
    const { got, durable, stop } = await collect(() => Promise.resolve());
    const texts = (): string[] => got.filter((one) => one.scope === scope).map(({ data }) => data.text);
    await insert(scope, 'before');
    await relayWith().sweep();
    await eventually(() => expect(texts()).toEqual(['before']));
    const manager = await broker.connection.jetstreamManager();
    await manager.consumers.delete('EVENTS', durable);
    await insert(scope, 'after');
    await relayWith().sweep();
    await eventually(() => expect(texts()).toEqual(['before', 'before', 'after']));
    await stop();
  });

  it('of a stream without any message finds none', async () => {
    const name = `EMPTY_${newId().replaceAll('-', '')}`;
    await broker.ensureStream({ name, subjects: [`${name}.>`], kind: 'log', maxAgeMs: 60_000 });
    const found: unknown[] = [];
    for await (const message of broker.stored(name)) found.push(message);
    expect(found).toEqual([]);
  });

  it('stores a poisonous event as a dead letter and continues with the next', async () => {
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

  it.each([
    ['another service', () => new AppError('UNAVAILABLE', 'unavailable', 'Away.')],
    ['the database', () => Object.assign(new Error('no server'), { name: 'MongoServerSelectionError' })],
  ])('never gives up an event because %s is unavailable: such tries do not count', async (_what, away) => {
    const scope = newId();
    const dead: unknown[] = [];
    const unwatch = broker.watch('symbio.dlq.>', (_subject, body) => dead.push(body));
    let tries = 0;
    const { stop } = await collect(
      (received) => {
        if (received.scope !== scope) return Promise.resolve();
        tries++;
        if (tries <= 10) return Promise.reject(away());
        return tries <= 12 ? Promise.reject(new Error('not yet')) : Promise.resolve();
      },
      [10, 10],
    );
    await insert(scope, 'patience');
    await relayWith().sweep();
    await eventually(() => expect(tries).toBe(13));
    await stop();
    expect(dead).toEqual([]);
    unwatch();
  });

  it('runs a claimed side effect once, however often its event arrives', async () => {
    const claims = await createClaims(mongo, systemClock);
    let runs = 0;
    const effect = () => Promise.resolve(void runs++);
    const key = newId();
    expect(await claims.once(key, effect)).toBe(true);
    expect(await claims.once(key, effect)).toBe(false);
    expect(runs).toBe(1);
  });

  it('runs an interrupted side effect again', async () => {
    const claims = await createClaims(mongo, systemClock);
    const key = newId();
    await expect(claims.once(key, () => Promise.reject(new Error('died')))).rejects.toThrow('died');
    let runs = 0;
    expect(await claims.once(key, () => Promise.resolve(void runs++))).toBe(true);
    expect(runs).toBe(1);
  });

  it('knows that an object is deleted, also when that is recorded twice', async () => {
    const tombstones = await createTombstones(mongo, systemClock);
    const [one, other] = [newId(), newId()];
    expect(await tombstones.any(one, other)).toBe(false);
    await tombstones.record(one);
    await tombstones.record(one);
    expect(await tombstones.any(other, one)).toBe(true);
    expect(await tombstones.any(other)).toBe(false);
    // a revertible deletion: the highest revision wins, in any order
    await tombstones.withdraw(other, 7);
    await tombstones.record(other, 6);
    expect(await tombstones.any(other)).toBe(false);
    await tombstones.record(other, 8);
    expect(await tombstones.any(other)).toBe(true);
    await tombstones.withdraw(other, 9);
    expect(await tombstones.any(other)).toBe(false);
    // a permanent deletion cannot be reverted
    await tombstones.record(other);
    await tombstones.withdraw(other, 10);
    expect(await tombstones.any(other)).toBe(true);
  });

  it('knows the latest state of an object deleted and restored at the same time', async () => {
    const tombstones = await createTombstones(mongo, systemClock);
    const ids = Array.from({ length: 200 }, () => newId());
    await Promise.all(ids.flatMap((id) => [tombstones.record(id, 1), tombstones.withdraw(id, 2)]));
    expect(await tombstones.any(...ids)).toBe(false);
  });
});
