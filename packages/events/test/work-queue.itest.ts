/** Messages about waiting work, on a real JetStream. */
import { createLogger, createMetrics, newId } from '@symbio/runtime';
import { connectBroker, JOBS_STREAM, laneSubject, WorkQueue, type Broker, type Claim } from '@symbio/events';
import { eventually } from '@symbio/runtime/testing';
import { testBaseConfig } from '@symbio/events/testing';

const log = createLogger({ name: 'events-test', level: 'silent' });
const metrics = createMetrics('events-test');
let broker: Broker;
/** Unique per test. */
let lane: string;
const running: WorkQueue[] = [];

beforeAll(async () => {
  broker = await connectBroker(testBaseConfig('test').NATS_URL, 'events-test', log);
  await broker.ensureStream(JOBS_STREAM);
});
beforeEach(() => {
  lane = `lane-${newId().slice(-6)}`;
});
afterEach(async () => {
  for (const queue of running.splice(0)) await queue.stop();
});
afterAll(() => broker.drain());

const say = (): Promise<void> => broker.publish(laneSubject(lane), {}, { id: newId() });

async function work(claim: () => Claim | Promise<Claim>, askMs = 600_000): Promise<WorkQueue> {
  const queue = new WorkQueue(
    { slots: [{ lanes: [lane], slots: 1 }], claim: async () => claim() },
    { broker, metrics, log, askMs, failedMs: 10 },
  );
  await queue.start();
  running.push(queue);
  return queue;
}

function jobs(...waiting: string[]) {
  const done: string[] = [];
  return {
    ...{ waiting, done },
    claim: (): Claim => {
      const job = waiting.shift();
      return job === undefined ? { askAgainMs: 0 } : { work: () => Promise.resolve(void done.push(job)) };
    },
  };
}

const messages = async (): Promise<number> => {
  let count = 0;
  for await (const { subject } of broker.stored(JOBS_STREAM.name)) if (subject === laneSubject(lane)) count++;
  return count;
};

it('two processes share the work of a lane, and no message remains', async () => {
  const { done, claim } = jobs(...Array.from({ length: 30 }, (_, index) => `${index}`));
  for (let index = 0; index < 30; index++) await say();
  await work(claim);
  await work(claim);
  await eventually(() => expect(done).toHaveLength(30));
  await eventually(async () => expect(await messages()).toBe(0));
  expect(new Set(done).size).toBe(30);
});

it('keeps a message whose work has to wait, and asks again after that time', async () => {
  const { done, claim, waiting } = jobs();
  let denied = 0;
  await say();
  await work(() => (denied++ < 3 ? { askAgainMs: 20 } : claim()));
  waiting.push('job');
  await eventually(() => expect(done).toEqual(['job']));
  await eventually(async () => expect(await messages()).toBe(0));
  expect(denied).toBeGreaterThanOrEqual(4);
});

it('loses nothing when messages are lost: with the stream purged, idle workers find the work', async () => {
  const { done, claim, waiting } = jobs();
  await work(claim, 50);
  const manager = await broker.connection.jetstreamManager();
  await say();
  await manager.streams.purge(JOBS_STREAM.name, { filter: laneSubject(lane) });
  waiting.push('job');
  await eventually(() => expect(done).toEqual(['job']));
});

it('never gives up a message because the service is unavailable', async () => {
  const { done, claim } = jobs('job');
  let tries = 0;
  await say();
  await work(() => {
    if (tries++ < 10) throw new Error('away');
    return claim();
  });
  await eventually(() => expect(done).toEqual(['job']));
});

it('leaves a message to others when the worker stops during its claim', async () => {
  const { done, claim } = jobs('job');
  await say();
  let release: (() => void) | undefined;
  const stopping = await work(async () => {
    await new Promise<void>((resolve) => (release = resolve));
    return { askAgainMs: 1 };
  });
  await eventually(() => expect(release).toBeDefined());
  const stopped = stopping.stop();
  release?.();
  await stopped;
  await work(claim);
  await eventually(() => expect(done).toEqual(['job']));
});
