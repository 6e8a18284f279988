import { createLogger, createMetrics } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import type { Broker, JsMsg } from './nats.js';
import { laneSubject } from './streams.js';
import { WorkQueue, type Claim, type WorkSlots } from './work-queue.js';

/** In-memory messages, and the service that decides. */
function world(slots: WorkSlots[], claim: (lane: string) => Promise<Claim>, askMs = 600_000) {
  const queues = new Map<string, JsMsg[]>();
  const became: string[] = [];
  const letters: string[] = [];
  const made: string[] = [];
  const server = { isAway: false, keepsLetters: true, refused: 0 };
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
    distrust: (message: JsMsg) => Promise.resolve(message.string() === 'forged' ? 'it has no signature' : undefined),
    take: (_stream: string, durable: string) =>
      asked(() => queues.get(laneSubject(durable.slice('workers-'.length)))?.shift()),
    publish: (_subject: string, { body }: { body: string }) =>
      server.keepsLetters ? Promise.resolve(void letters.push(body)) : Promise.reject(new Error('full')),
  } as unknown as Broker;
  const queue = new WorkQueue(
    { slots, claim },
    {
      ...{ broker, metrics: createMetrics('test'), log: createLogger({ name: 'test', level: 'silent' }) },
      ...{ askMs, failedMs: 7 },
    },
  );
  return {
    ...{ queue, became, letters, made, server },
    announce: (lane: string): void => wake(laneSubject(lane)),
    say: (lane: string, name = 'm'): void => {
      const subject = laneSubject(lane);
      const note =
        (what: string) =>
        (delay?: number): void =>
          void became.push(`${name} ${what}${delay === undefined ? '' : ` in ${delay}`}`);
      const message = {
        ...{ subject, seq: 1, string: () => name },
        ...{ ack: note('done'), nak: note('offered again'), term: note('given up') },
      } as unknown as JsMsg;
      queues.set(subject, [...(queues.get(subject) ?? []), message]);
      wake(subject);
    },
  };
}

const NONE: Claim = { askAgainMs: 0 };
const ONE: WorkSlots[] = [{ lanes: ['reading'], slots: 1 }];

it('claims no more work than it has capacity for, and the next when one is done', async () => {
  const running: (() => void)[] = [];
  const { queue, say, became } = world([{ lanes: ['reading'], slots: 2 }], () =>
    Promise.resolve({ work: () => new Promise((resolve) => running.push(resolve)) }),
  );
  for (const name of ['a', 'b', 'c', 'd']) say('reading', name);
  await queue.start();
  await eventually(() => expect(became).toEqual(['a done', 'b done']));
  expect(running).toHaveLength(2);
  running[1]?.();
  await eventually(() => expect(became).toEqual(['a done', 'b done', 'c done']));
  for (const end of running) end();
  await eventually(() => expect(running).toHaveLength(4));
  running[3]?.();
  await queue.stop();
});

it('drops a message when no work waits, and offers it again when work has to wait', async () => {
  const answers: Claim[] = [NONE, { askAgainMs: 9 }];
  const { queue, say, became } = world(ONE, () => Promise.resolve(answers.shift() ?? NONE));
  say('reading', 'stale');
  say('reading', 'early');
  await queue.start();
  await eventually(() => expect(became).toEqual(['stale done', 'early offered again in 9']));
  await queue.stop();
});

it('asks again at once when other work of the lane is announced', async () => {
  const asked: string[] = [];
  const { queue, say, became } = world(ONE, (lane) => {
    asked.push(lane);
    return Promise.resolve({ askAgainMs: 600_000 });
  });
  say('reading', 'early');
  await queue.start();
  await eventually(() => expect(became).toHaveLength(1));
  say('reading', 'looked at');
  await eventually(() => expect(became).toHaveLength(2));
  expect(asked).toHaveLength(2);
  await queue.stop();
});

it('asks the lanes of a slot in their order', async () => {
  const begun: string[] = [];
  const { queue, say } = world([{ lanes: ['urgent', 'pictures'], slots: 1 }], (lane) =>
    Promise.resolve({ work: () => Promise.resolve(void begun.push(lane)) }),
  );
  say('pictures');
  say('urgent');
  say('urgent');
  await queue.start();
  await eventually(() => expect(begun.filter((lane) => lane === 'urgent').length).toBeGreaterThanOrEqual(2));
  await eventually(() => expect(begun).toContain('pictures'));
  expect(begun.slice(0, 2)).toEqual(['urgent', 'urgent']);
  await queue.stop();
});

it('finds work whose message was lost: an idle slot asks by itself', async () => {
  const waiting = ['job'];
  const done: string[] = [];
  const { queue } = world(
    ONE,
    () => {
      const job = waiting.shift();
      return Promise.resolve(job ? { work: () => Promise.resolve(void done.push(job)) } : NONE);
    },
    5,
  );
  await queue.start();
  await eventually(() => expect(done).toEqual(['job']));
  waiting.push('later');
  await eventually(() => expect(done).toEqual(['job', 'later']));
  await queue.stop();
});

it('offers a message again whose claim failed, however often', async () => {
  let tries = 0;
  const { queue, say, became } = world(ONE, () =>
    ++tries > 3 ? Promise.resolve(NONE) : Promise.reject(new Error('away')),
  );
  await queue.start();
  for (let index = 0; index < 3; index++) say('reading');
  await eventually(() => expect(became).toHaveLength(3));
  expect(became.filter((what) => what === 'm offered again in 7').length).toBeGreaterThanOrEqual(2);
  await queue.stop();
});

it('aborts the signal of running work when it stops, and claims nothing more', async () => {
  const begun: string[] = [];
  const { queue, say, became } = world(ONE, () => {
    begun.push('work');
    return Promise.resolve({
      work: (signal: AbortSignal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve())),
    });
  });
  say('reading', 'a');
  say('reading', 'b');
  await queue.start();
  await eventually(() => expect(became).toEqual(['a done']));
  await queue.stop();
  expect([begun, became]).toEqual([['work'], ['a done']]);
});

it('creates stream and consumers again after the server was unavailable: it may have been replaced', async () => {
  const { queue, say, became, made, server } = world(ONE, () => Promise.resolve(NONE));
  await queue.start();
  say('reading');
  await eventually(() => expect(became).toHaveLength(1));
  const first = made.splice(0);
  expect(first).toEqual(['JOBS', 'workers-reading']);
  server.isAway = true;
  say('reading');
  await eventually(() => expect(server.refused).toBeGreaterThan(0));
  server.isAway = false;
  say('reading');
  await eventually(() => expect(became).toHaveLength(3));
  expect(made).toEqual(first);
  await queue.stop();
});

it('stores a message without a valid signature as a dead letter, and claims nothing for it', async () => {
  const asked: string[] = [];
  const { queue, say, became, letters } = world(ONE, (lane) => {
    asked.push(lane);
    return Promise.resolve(NONE);
  });
  say('reading', 'forged');
  say('reading', 'good');
  await queue.start();
  await eventually(() => expect(became).toEqual(['forged given up', 'good done']));
  expect([asked, letters]).toEqual([['reading'], ['forged']]);
  await queue.stop();
});
