import { AppError, type AppErrorCode, createLogger, createMetrics } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import { EventConsumer, type ConsumerSpec } from './consumer.js';
import type { EventEnvelope, ReceivedEvent } from './event.js';
import type { Broker, ConsumerMessages, JsMsg } from './nats.js';
import { RefusedMessage } from './nats-errors.js';
import { isPassing } from './passing.js';

const anything = { filter: () => '>', fromJSON: (json: unknown) => json } as ConsumerSpec['events'];
const RETRIES = [1, 1];

/** Consumer of these messages, on a stream that stores dead letters by default. */
function world(
  handle: (event: ReceivedEvent<unknown>) => Promise<void>,
  {
    concurrency,
    delayMs,
    publish = () => Promise.resolve(),
    distrust = () => Promise.resolve(undefined),
  }: {
    concurrency?: number;
    delayMs?: number;
    publish?: () => Promise<void>;
    distrust?: (message: JsMsg) => Promise<string | undefined>;
  } = {},
) {
  const metrics = createMetrics('test');
  const waiting: JsMsg[] = [];
  let end: () => void = () => undefined;
  let wake: () => void = () => undefined;
  const messages = {
    async *[Symbol.asyncIterator]() {
      let isOver = false;
      end = () => ((isOver = true), wake());
      while (!isOver) {
        for (const message of waiting.splice(0)) yield message;
        if (!isOver && waiting.length === 0) await new Promise<void>((resolve) => (wake = resolve));
      }
    },
    close: () => Promise.resolve(end()),
  } as unknown as ConsumerMessages;
  const letters: string[] = [];
  const broker = {
    consume: () => Promise.resolve(messages),
    distrust,
    async publish(_subject: string, { error }: { error: string }) {
      await publish();
      letters.push(error);
    },
  } as unknown as Broker;
  const consumer = new EventConsumer(
    { durable: 'test', events: anything, handle, ...(concurrency && { concurrency }), ...(delayMs && { delayMs }) },
    { broker, metrics, log: createLogger({ name: 'test', level: 'silent' }), retryDelaysMs: RETRIES },
  );
  /** Outcomes of messages in order. */
  const became: string[] = [];
  let seq = 0;
  const arrive = (body: Partial<EventEnvelope> | string, redeliveryCount = 1): void => {
    const name = typeof body === 'string' ? body : (body.entityId ?? '');
    const note = (what: string) => () => void became.push(`${name} ${what}`);
    waiting.push({
      ...{ subject: 'symbio.test.v1.p.thing.changed', seq: ++seq, info: { redeliveryCount } },
      json: () => (typeof body === 'string' ? (JSON.parse(body) as unknown) : body),
      string: () => JSON.stringify(body),
      ...{ ack: note('done'), nak: note('handed back'), term: note('given up'), working: () => undefined },
    } as unknown as JsMsg);
    wake();
  };
  const outcomes = async (): Promise<Record<string, number>> =>
    Object.fromEntries(
      (await metrics.eventsHandled.get()).values.map(({ labels, value }) => [String(labels['outcome']), value]),
    );
  return { consumer, arrive, became, letters, outcomes };
}

const broken = () => Promise.reject(new Error('broken'));

it('an event tried by earlier processes is given up after the same number of tries as any other', async () => {
  let tries = 0;
  const { consumer, arrive, became, letters, outcomes } = world(() => (tries++, broken()));
  await consumer.start();
  arrive({ entityId: 'a' }, 3);
  await eventually(() => expect(became).toEqual(['a given up']));
  expect([tries, letters]).toEqual([1, ['Error: broken']]);
  arrive({ entityId: 'b' }, 0);
  await eventually(() => expect(became).toEqual(['a given up', 'b given up']));
  expect(tries).toBe(4);
  expect(await outcomes()).toEqual({ dead: 2, retried: 2 });
  await consumer.stop();
});

it('an event that cannot be stored as a dead letter is retried, and is not lost', async () => {
  let isFull = true;
  let tries = 0;
  const { consumer, arrive, became, letters, outcomes } = world(() => (tries++, broken()), {
    publish: () => (isFull ? Promise.reject(new Error('the stream is full')) : Promise.resolve()),
  });
  await consumer.start();
  arrive({ entityId: 'a' });
  await eventually(() => expect(tries).toBeGreaterThan(RETRIES.length + 2));
  expect([became, letters]).toEqual([[], []]);
  isFull = false;
  await eventually(() => expect(became).toEqual(['a given up']));
  expect(await outcomes()).toMatchObject({ dead: 1 });
  await consumer.stop();
});

it('a malformed event is given up, and blocks nothing', async () => {
  const { consumer, arrive, became, letters } = world(() => Promise.resolve());
  await consumer.start();
  arrive('{');
  arrive({ entityId: 'a' });
  await eventually(() => expect(became).toEqual(['a done', '{ given up']));
  expect(letters).toEqual([expect.stringContaining('SyntaxError')]);
  await consumer.stop();
});

it('an event without a valid signature becomes a dead letter, is not handled, and blocks nothing', async () => {
  const seen: string[] = [];
  let isFull = true;
  const { consumer, arrive, became, letters, outcomes } = world(
    ({ entityId, rev }) => Promise.resolve(void seen.push(`${entityId}${rev}`)),
    {
      distrust: (message) => Promise.resolve(message.json<EventEnvelope>().rev === 666 ? 'forged' : undefined),
      publish: () => (isFull ? Promise.reject(new Error('away')) : Promise.resolve()),
    },
  );
  await consumer.start();
  arrive({ entityId: 'a', rev: 666 });
  arrive({ entityId: 'a', rev: 2 });
  await eventually(() => expect(became).toEqual(['a done']));
  expect(letters).toEqual([]);
  isFull = false;
  await eventually(() => expect(became).toEqual(['a done', 'a given up']));
  expect([seen, letters]).toEqual([['a2'], ['not believed: forged']]);
  expect(await outcomes()).toEqual({ ok: 1, dead: 1 });
  await consumer.stop();
});

it('an event that is too large for a dead letter is not retried either', async () => {
  const { consumer, arrive, became } = world(() => Promise.resolve(), {
    distrust: () => Promise.resolve('forged'),
    publish: () => Promise.reject(new RefusedMessage('too large', false, undefined)),
  });
  await consumer.start();
  arrive({ entityId: 'a' });
  await eventually(() => expect(became).toEqual(['a given up']));
  await consumer.stop();
});

it('whether an event is trusted is checked again until it is known', async () => {
  let asked = 0;
  const { consumer, arrive, became } = world(() => Promise.resolve(), {
    distrust: () =>
      ++asked < 2 ? Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'Away.')) : Promise.resolve(undefined),
  });
  await consumer.start();
  arrive({ entityId: 'a' });
  await eventually(() => expect(became).toEqual(['a done']));
  await consumer.stop();
});

it('a failed handler releases its slot to the next entity, and later events of its entity wait', async () => {
  const seen: string[] = [];
  let isCured = false;
  const { consumer, arrive, became } = world(
    ({ entityId, rev }) => {
      seen.push(`${entityId}${rev}`);
      return entityId === 'a' && !isCured
        ? Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'Away.'))
        : Promise.resolve();
    },
    { concurrency: 1 },
  );
  await consumer.start();
  arrive({ entityId: 'a', rev: 1 });
  arrive({ entityId: 'a', rev: 2 });
  arrive({ entityId: 'b', rev: 1 });
  await eventually(() => expect(became).toEqual(['b done']));
  expect(seen).not.toContain('a2');
  isCured = true;
  await eventually(() => expect(became).toEqual(['b done', 'a done', 'a done']));
  expect(seen.slice(-2)).toEqual(['a1', 'a2']);
  await consumer.stop();
});

it('stopping finishes events in progress, and returns those that wait behind them', async () => {
  const finish: (() => void)[] = [];
  const { consumer, arrive, became } = world(() => new Promise((resolve) => finish.push(resolve)));
  await consumer.start();
  arrive({ entityId: 'a' });
  arrive({ entityId: 'a' });
  await eventually(() => expect(finish).toHaveLength(1));
  const stopped = consumer.stop();
  finish[0]?.();
  await stopped;
  expect(became).toEqual(['a done', 'a handed back']);
});

it.each<[AppErrorCode, boolean]>([
  ['UNAVAILABLE', true],
  ['DEADLINE_EXCEEDED', true],
  ['CANCELLED', true],
  ['RESOURCE_EXHAUSTED', true],
  ['NOT_FOUND', false],
  ['FAILED_PRECONDITION', false],
  ['ABORTED', false],
  ['INTERNAL', false],
])('the failure %s is temporary: %s', (code, passes) => {
  expect(isPassing(new AppError(code, 'test', 'Test.'))).toBe(passes);
});

it('lets later events pass one that is too recent, and returns it on stop', async () => {
  const { consumer, arrive, became } = world(() => Promise.resolve(), { concurrency: 1, delayMs: 3_600_000 });
  await consumer.start();
  arrive({ entityId: 'recent', at: new Date().toISOString() });
  arrive({ entityId: 'old', at: new Date(0).toISOString() });
  await eventually(() => expect(became).toEqual(['old done']));
  await consumer.stop();
  expect(became).toEqual(['old done', 'recent handed back']);
});
