/** Job messages of several kinds and priorities on a real JetStream. */
import { AppError, createLogger, createMetrics, newId } from '@symbio/runtime';
import {
  connectBroker,
  DEAD_LETTERS_STREAM,
  deadLetters,
  drop,
  jobStream,
  jobSubject,
  replay,
  WorkQueue,
  type Broker,
  type DeadLetter,
  type WorkContext,
  type WorkLane,
} from '@symbio/events';
import { eventually } from '@symbio/runtime/testing';
import { testBaseConfig } from '@symbio/events/testing';

const log = createLogger({ name: 'events-test', level: 'silent' });
const metrics = createMetrics('events-test');
let broker: Broker;
let ocr: string;
let small: string;
const running: WorkQueue<string>[] = [];

beforeAll(async () => {
  broker = await connectBroker(testBaseConfig('test').NATS_URL, 'events-test', log);
  await broker.ensureStream(DEAD_LETTERS_STREAM);
});
beforeEach(async () => {
  // unique kinds per test
  [ocr, small] = [`ocr-${newId().slice(-6)}`, `small-${newId().slice(-6)}`];
  await broker.ensureStream(jobStream(ocr));
  await broker.ensureStream(jobStream(small));
});
afterEach(async () => {
  for (const queue of running.splice(0)) await queue.stop();
});
afterAll(() => broker.drain());

const offer = (kind: string, priority: number, message: unknown): Promise<void> =>
  broker.publish(jobSubject(kind, priority), message, { id: newId() });

async function work(
  handle: (message: string, context: WorkContext) => Promise<void>,
  lanes: readonly WorkLane[] = [{ kinds: [ocr, small], slots: 1 }],
): Promise<WorkQueue<string>> {
  const parse = (json: unknown): string => {
    if (typeof json !== 'string') throw new Error('a message is a text');
    return json;
  };
  const queue = new WorkQueue({ lanes, parse, handle }, { broker, metrics, log, retryDelaysMs: [10] });
  await queue.start();
  running.push(queue);
  return queue;
}

/** Work that records its messages and ends on demand. */
function noting() {
  const done: string[] = [];
  return {
    done,
    handle: (message: string) => {
      done.push(message);
      return Promise.resolve();
    },
  };
}

async function lettersOf(kind: string): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  for await (const letter of deadLetters(broker)) if (letter.consumer === `workers-${kind}`) found.push(letter);
  return found;
}

describe('the work queue', () => {
  it('delivers each of the ten priorities before the next, across kinds (OP-31)', async () => {
    for (const priority of [7, 2, 9, 0, 5, 3, 8, 1, 6])
      await offer(priority % 2 ? ocr : small, priority, `${priority}`);
    const { done, handle } = noting();
    await work(handle);
    await eventually(() => expect(done).toHaveLength(9));
    // the tenth would have been the fair turn
    expect(done).toEqual(['0', '1', '2', '3', '5', '6', '7', '8', '9']);
  });

  it('lets an urgent small job overtake ten earlier ones', async () => {
    for (let index = 0; index < 10; index++) await offer(ocr, 7, 'ocr');
    const done: string[] = [];
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await work(async (message) => {
      done.push(message);
      await held;
    });
    await eventually(() => expect(done).toEqual(['ocr']));
    await offer(small, 2, 'urgent');
    release();
    await eventually(() => expect(done).toHaveLength(11));
    expect(done[1]).toBe('urgent');
  });

  it('reserves capacity for urgent work beside long work', async () => {
    await offer(ocr, 5, 'long');
    await offer(ocr, 5, 'also long');
    const begun: string[] = [];
    const kinds = [ocr, small];
    await work(
      (message, { signal }) => {
        begun.push(message);
        return new Promise((resolve) => signal.addEventListener('abort', () => resolve()));
      },
      [
        { kinds, slots: 1 },
        { kinds, slots: 1, upToPriority: 2 },
      ],
    );
    await eventually(() => expect(begun).toEqual(['long']));
    await offer(small, 2, 'urgent');
    await eventually(() => expect(begun).toEqual(['long', 'urgent']));
  });

  it('does not starve low priorities while urgent messages keep arriving', async () => {
    await offer(ocr, 9, 'patient');
    for (let index = 0; index < 20; index++) await offer(small, 0, 'urgent');
    const { done, handle } = noting();
    await work(handle);
    await eventually(() => expect(done).toHaveLength(21));
    expect(done.indexOf('patient')).toBe(9);
  });

  it('defers deferrable work until no other kind waits, and then runs it', async () => {
    const lanes = (atMostMs: number): WorkLane[] => [
      { kinds: [small], slots: 1 },
      { kinds: [ocr], slots: 1, yields: { fromPriority: 6, to: [small], quietMs: 0, atMostMs } },
    ];
    for (const message of ['reading 1', 'reading 2']) await offer(ocr, 7, message);
    for (const message of ['picture 1', 'picture 2', 'picture 3']) await offer(small, 5, message);
    await offer(ocr, 3, 'looked at');
    const begun: string[] = [];
    const release = new Map<string, () => void>();
    const end = async (message: string): Promise<void> => {
      await eventually(() => expect(begun).toContain(message));
      release.get(message)?.();
    };
    await work((message) => {
      begun.push(message);
      return new Promise((resolve) => release.set(message, resolve));
    }, lanes(600_000));
    await eventually(() => expect(begun).toHaveLength(2));
    await end('looked at');
    await end('picture 1');
    await end('picture 2');
    // the last picture is being processed and nothing else waits
    await eventually(() => expect(begun).toContain('reading 1'));
    expect(begun.slice(0, 2).sort()).toEqual(['looked at', 'picture 1']);
    expect(begun.slice(2)).toEqual(['picture 2', 'picture 3', 'reading 1']);
    await end('picture 3');
    await end('reading 1');
    await end('reading 2');

    // despite a stream of others
    await offer(small, 5, 'blocker');
    await eventually(() => expect(begun).toContain('blocker'));
    await offer(small, 5, 'waits');
    await offer(ocr, 7, 'patient');
    const { done, handle } = noting();
    await work(
      handle,
      [lanes(0)[1]].flatMap((lane) => lane ?? []),
    );
    await eventually(() => expect(done).toEqual(['patient']));
    await end('blocker');
    await end('waits');
  });

  it('defers low priorities until no message has arrived for a while: more of a batch may follow', async () => {
    const lanes = (quietMs: number): WorkLane[] => [
      { kinds: [small], slots: 1 },
      { kinds: [ocr], slots: 1, yields: { fromPriority: 6, to: [small], quietMs, atMostMs: 600_000 } },
    ];
    const { done, handle } = noting();
    const patient = await work(handle, lanes(600_000));
    await offer(ocr, 7, 'nothing else has come');
    await eventually(() => expect(done).toEqual(['nothing else has come']));
    await offer(small, 5, 'picture 1');
    await offer(ocr, 7, 'reading');
    await offer(small, 5, 'picture 2');
    await offer(ocr, 5, 'somebody waits');
    await eventually(() => expect(done.slice(1).sort()).toEqual(['picture 1', 'picture 2', 'somebody waits']));
    await patient.stop();

    await work(handle, lanes(1));
    await offer(small, 5, 'picture 3');
    await eventually(() => expect(done.slice(4).sort()).toEqual(['picture 3', 'reading']));
  });

  it('gives each message to one of several workers', async () => {
    for (let index = 0; index < 30; index++) await offer(index % 2 ? ocr : small, 5, `${index}`);
    const { done, handle } = noting();
    await work(handle);
    await work(handle);
    await eventually(() => expect(new Set(done).size).toBe(30));
    await eventually(async () => expect(await broker.depths(jobStream(ocr).name)).toEqual({}));
    expect(done).toHaveLength(30);
  });

  it('offers a failed message again, and stores it as a dead letter after the last try', async () => {
    await offer(ocr, 5, 'poison');
    await offer(ocr, 5, 'healthy');
    const deliveries: number[] = [];
    const done: string[] = [];
    let cured = false;
    await work((message, context) => {
      if (message === 'poison' && !cured) {
        deliveries.push(context.deliveries);
        throw new Error('poison');
      }
      done.push(message);
      return Promise.resolve();
    });
    const counted = async (): Promise<number | undefined> =>
      (await metrics.deadLetters.get()).values.find(({ labels }) => labels.consumer === `workers-${ocr}`)?.value;
    // an alert uses its increase
    expect(await counted()).toBe(0);
    await eventually(async () => expect(await lettersOf(ocr)).toHaveLength(1));
    expect(deliveries).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(done).toEqual(['healthy']);
    const [letter] = await lettersOf(ocr);
    expect(letter).toMatchObject({ subject: jobSubject(ocr, 5), error: 'Error: poison', body: '"poison"' });
    expect(await counted()).toBe(1);

    cured = true;
    if (letter) await replay(broker, letter);
    await eventually(() => expect(done).toEqual(['healthy', 'poison']));
    expect(await lettersOf(ocr)).toEqual([]);
  });

  it('gives up malformed messages and invalid JSON at once, and a dead letter can be dropped', async () => {
    const { done, handle } = noting();
    await work(handle);
    await broker.connection.jetstream().publish(jobSubject(small, 5), 'no JSON');
    await eventually(async () => expect(await lettersOf(small)).toMatchObject([{ body: 'no JSON' }]));
    await offer(ocr, 5, { not: 'a message' });
    await offer(ocr, 5, 'message');
    await eventually(() => expect(done).toEqual(['message']));
    const letter = await eventually(async () => {
      const [found] = await lettersOf(ocr);
      expect(found).toBeDefined();
      return found;
    });
    if (letter) await drop(broker, letter);
    expect(await lettersOf(ocr)).toEqual([]);
  });

  it('does not wait on a queue whose messages are all in progress: one in another queue would be delayed', async () => {
    const durable = `workers-${ocr}-5`;
    const stream = jobStream(ocr).name;
    const filter = jobSubject(ocr, 5);
    await broker.ensureDurable({ stream, durable, filter, ackWaitMs: 30_000, maxAckPending: 10 });
    await offer(ocr, 5, 'in flight');
    const held = await eventually(async () => {
      const message = await broker.take(stream, durable);
      expect(message?.json()).toBe('in flight');
      return message;
    });
    const asked = broker.take(stream, durable);
    // round trips after which an immediate answer would have arrived
    for (let trip = 0; trip < 5; trip++) await broker.depths(stream);
    await offer(ocr, 5, 'next');
    expect(await asked).toBeUndefined();
    const next = await eventually(async () => {
      const message = await broker.take(stream, durable);
      expect(message?.json()).toBe('next');
      return message;
    });
    held?.ack();
    next?.ack();
  });

  it('never gives up a message because another service is unavailable', async () => {
    await offer(ocr, 5, 'patience');
    let deliveries = 0;
    await work((_, context) => {
      ({ deliveries } = context);
      if (deliveries <= 10) throw new AppError('UNAVAILABLE', 'unavailable', 'Away.');
      return Promise.resolve();
    });
    await eventually(() => expect(deliveries).toBe(11));
    expect(await lettersOf(ocr)).toEqual([]);
  });

  it('returns messages in progress to other workers at once on shutdown', async () => {
    await offer(ocr, 5, 'message');
    const begun: string[] = [];
    const stopping = await work((_, { signal }) => {
      begun.push('first');
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    });
    await eventually(() => expect(begun).toEqual(['first']));
    await stopping.stop();
    const { done, handle } = noting();
    await work(handle);
    await eventually(() => expect(done).toEqual(['message']));
  });
});
