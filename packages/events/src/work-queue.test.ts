import { AppError, createLogger, createMetrics } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import type { Broker, JsMsg } from './nats.js';
import { jobSubject, parseJobSubject } from './streams.js';
import { WorkQueue, type WorkContext, type WorkLane } from './work-queue.js';

/** In-memory queues and a record of requests. */
function world(
  lanes: Omit<WorkLane, 'kinds'> | Omit<WorkLane, 'kinds'>[],
  handle: (text: string, context: WorkContext) => Promise<void>,
) {
  const queues = new Map<string, JsMsg[]>();
  const became: string[] = [];
  const letters: string[] = [];
  const made: string[] = [];
  const server = {
    ...{ isAway: false, keepsLetters: true, looks: 0, refused: 0 },
    /** Delay of a delivery. */
    delivers: () => Promise.resolve(),
  };
  let wake: (subject: string) => void = () => undefined;
  function asked<T>(answer: () => T): Promise<T> {
    if (!server.isAway) return Promise.resolve(answer());
    server.refused++;
    return Promise.reject(new Error('no server'));
  }
  const broker = {
    ensureStream: ({ name }: { name: string }) => asked(() => void made.push(name)),
    ensureDurable: ({ durable }: { durable: string }) => asked(() => void made.push(durable)),
    watch: (_subjects: string, heard: (subject: string) => void) => ((wake = heard), () => undefined),
    depths: () =>
      asked(() => {
        server.looks++;
        return Object.fromEntries([...queues].flatMap(([one, all]) => (all.length > 0 ? [[one, all.length]] : [])));
      }),
    undelivered: () => asked(() => 0),
    distrust: (message: JsMsg) => Promise.resolve(message.string() === '"forged"' ? 'it has no signature' : undefined),
    take: (_stream: string, durable: string) =>
      asked(() => {
        const [subject] = [...queues.keys()].filter((one) => durable.endsWith(`-${parseJobSubject(one).priority}`));
        const message = queues.get(subject ?? '')?.shift();
        return message && server.delivers().then(() => message);
      }),
    publish: (_subject: string, { body }: { body: string }) =>
      server.keepsLetters ? Promise.resolve(void letters.push(body)) : Promise.reject(new Error('full')),
  } as unknown as Broker;
  const queue = new WorkQueue<string>(
    {
      lanes: [lanes].flat().map((lane) => ({ kinds: ['ocr'], ...lane })),
      parse: (json) => {
        if (typeof json !== 'string') throw new Error('a message is a text');
        return json;
      },
      handle,
    },
    {
      ...{ broker, metrics: createMetrics('test'), log: createLogger({ name: 'test', level: 'silent' }) },
      retryDelaysMs: [5, 7],
    },
  );
  return {
    ...{ queue, became, letters, made, server },
    offer: (message: unknown, priority = 5, redeliveryCount = 1): void => {
      const subject = jobSubject('ocr', priority);
      const note =
        (what: string) =>
        (delay?: number): void =>
          void became.push(`${String(message)} ${what}${delay === undefined ? '' : ` in ${delay}`}`);
      const offered = {
        ...{ subject, seq: 1, info: { redeliveryCount } },
        ...{ json: () => message, string: () => JSON.stringify(message), working: () => undefined },
        ...{ ack: note('done'), nak: note('offered again'), term: note('given up') },
      } as unknown as JsMsg;
      queues.set(subject, [...(queues.get(subject) ?? []), offered]);
      wake(subject);
    },
  };
}

const broken = () => Promise.reject(new Error('broken'));

it('a lane fetches no more messages than it has capacity for, and the next when one is done', async () => {
  const running = new Map<string, () => void>();
  const { queue, offer } = world({ slots: 2 }, (text) => new Promise((resolve) => running.set(text, resolve)));
  for (const text of ['a', 'b', 'c', 'd']) offer(text);
  await queue.start();
  await eventually(() => expect([...running.keys()]).toEqual(['a', 'b']));
  running.get('b')?.();
  await eventually(() => expect([...running.keys()]).toEqual(['a', 'b', 'c']));
  for (const text of ['a', 'c']) running.get(text)?.();
  await eventually(() => expect(running.has('d')).toBe(true));
  running.get('d')?.();
  await queue.stop();
});

it.each([
  ['the first time', 1, broken, 'm offered again in 5'],
  ['the seventh time', 7, broken, 'm offered again in 7'],
  ['the eighth time', 8, broken, 'm given up'],
  [
    'because a dependency is unavailable, however often',
    80,
    () => Promise.reject(new AppError('UNAVAILABLE', 'unavailable', 'Away.')),
    'm offered again in 7',
  ],
])('a message whose work fails %s', async (_, deliveries, handle, end) => {
  const { queue, offer, became } = world({ slots: 1 }, handle);
  offer('m', 5, deliveries);
  await queue.start();
  await eventually(() => expect(became).toEqual([end]));
  await queue.stop();
});

it('a malformed message is given up at the first try', async () => {
  const { queue, offer, became, letters } = world({ slots: 1 }, () => Promise.resolve());
  offer(7);
  await queue.start();
  await eventually(() => expect(became).toEqual(['7 given up']));
  expect(letters).toEqual(['7']);
  await queue.stop();
});

it('a message that cannot become a dead letter stays in its queue and is redelivered after the wait', async () => {
  const { queue, offer, became, server } = world({ slots: 1 }, () => Promise.resolve());
  server.keepsLetters = false;
  offer(7);
  offer('next');
  await queue.start();
  await eventually(() => expect(became).toEqual(['next done']));
  await queue.stop();
  expect(became).toEqual(['next done']);
});

it('messages in progress when a worker stops are offered to others at once', async () => {
  const begun: string[] = [];
  const { queue, offer, became } = world({ slots: 1 }, (text, { signal }) => {
    begun.push(text);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
  });
  offer('m', 5, 8);
  offer('waits');
  await queue.start();
  await eventually(() => expect(begun).toEqual(['m']));
  await queue.stop();
  // immediately, whatever the delivery count: the worker's shutdown is not the message's fault
  expect([begun, became]).toEqual([['m'], ['m offered again']]);
});

it('streams and queues are created again after the server was unavailable: it may have been replaced', async () => {
  const { queue, offer, became, made, server } = world({ slots: 1 }, () => Promise.resolve());
  await queue.start();
  offer('before');
  await eventually(() => expect(became).toEqual(['before done']));
  const first = made.splice(0);
  offer('later');
  await eventually(() => expect(became).toHaveLength(2));
  expect(made).toEqual([]);
  server.isAway = true;
  offer('meanwhile');
  await eventually(() => expect(server.refused).toBeGreaterThan(0));
  server.isAway = false;
  offer('after');
  await eventually(() => expect(became).toHaveLength(4));
  expect(made).toEqual(first);
  await queue.stop();
});

it.each([
  ['upToPriority', { slots: 1, upToPriority: 2 }, { taken: 2, left: 3 }],
  [
    'yields',
    { slots: 1, yields: { fromPriority: 6, to: ['ocr'], quietMs: 600_000, atMostMs: 600_000 } },
    { taken: 5, left: 6 },
  ],
])('each lane has its own limit (%s)', async (_, lane, { taken, left }) => {
  const { queue, offer, became, server } = world(lane, () => Promise.resolve());
  await queue.start();
  offer('left', left);
  const { looks } = server;
  await eventually(() => expect(server.looks).toBeGreaterThan(looks));
  offer('taken', taken);
  await eventually(() => expect(became).toHaveLength(1));
  await queue.stop();
  expect(became).toEqual(['taken done']);
});

it('yielding work waits while another message is being fetched: it is delivered but not yet received', async () => {
  const yields = { fromPriority: 6, to: ['ocr'], quietMs: 0, atMostMs: 600_000 };
  const { queue, offer, became, server } = world(
    [
      { slots: 1, upToPriority: 5 },
      { slots: 1, yields },
    ],
    () => Promise.resolve(),
  );
  let arrive: () => void = () => undefined;
  let taken = false;
  server.delivers = () => {
    taken = true;
    return new Promise((resolve) => (arrive = resolve));
  };
  await queue.start();
  offer('others', 5);
  await eventually(() => expect(taken).toBe(true));
  server.delivers = () => Promise.resolve();
  const { looks } = server;
  // each check makes two requests: waiting messages, and undelivered ones
  offer('yields', 6);
  await eventually(() => expect(server.looks).toBeGreaterThanOrEqual(looks + 2));
  offer('yields, too', 6);
  await eventually(() => expect(server.looks).toBeGreaterThanOrEqual(looks + 4));
  expect(became).toEqual([]);
  arrive();
  await eventually(() => expect(became).toContain('others done'));
  offer('others again', 5);
  await eventually(() => expect(became).toHaveLength(4));
  await queue.stop();
});

it('a job message without a valid signature is a dead letter at once, and is not processed', async () => {
  const worked: string[] = [];
  const { queue, offer, became, letters } = world({ slots: 1 }, (text) => Promise.resolve(void worked.push(text)));
  await queue.start();
  offer('forged');
  offer('good');
  await eventually(() => expect(became).toEqual(['forged given up', 'good done']));
  expect([worked, letters]).toEqual([['good'], ['"forged"']]);
  await queue.stop();
});
