import { accessEvents } from '@symbio/proto/project';
import { createLogger } from '@symbio/runtime';
import { createPropagation } from './propagation.js';

const log = createLogger({ name: 'test', level: 'silent' });

function setUp(mostMs = 60_000) {
  let hear: (subject: string, body: unknown) => void = () => undefined;
  const broker = {
    watch: (_subject: string, handle: typeof hear) => {
      hear = handle;
      return () => undefined;
    },
  };
  const propagation = createPropagation(broker, [accessEvents.changed], log, mostMs);
  const tell = (entityId: string, rev: number) => hear(accessEvents.changed.subject('p1'), { entityId, rev });
  return { propagation, tell };
}
const row = { _id: 'm1', rev: 4 };

/** Whether work has settled after all microtasks and timers. */
async function hasEnded(work: Promise<unknown>): Promise<boolean> {
  let ended = false;
  void work.then(() => (ended = true));
  await new Promise((resolve) => setImmediate(resolve));
  return ended;
}

describe('a change of access returns', () => {
  it('after its event has arrived, but not with that of another member or an earlier change', async () => {
    const { propagation, tell } = setUp();
    const answer = propagation.after(() => Promise.resolve(row));
    expect(await hasEnded(answer)).toBe(false);
    tell('m2', 9);
    tell('m1', 3);
    expect(await hasEnded(answer)).toBe(false);
    tell('m1', 4);
    expect(await answer).toBe(row);
  });

  it('also when the event arrives before the write returns', async () => {
    const { propagation, tell } = setUp();
    const answer = propagation.after(async () => {
      tell('m1', 4);
      return Promise.resolve(row);
    });
    expect(await answer).toBe(row);
  });

  it('at once when nothing changed, and with its error', async () => {
    const { propagation } = setUp();
    expect(await propagation.after(() => Promise.resolve(undefined))).toBeUndefined();
    await expect(propagation.after(() => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  });

  it('after a timeout while NATS is unavailable', async () => {
    const { propagation } = setUp(1);
    expect(await propagation.after(() => Promise.resolve(row))).toBe(row);
  });
});
