import { jest } from '@jest/globals';
import { ThrottledTask } from './throttled-task.js';
import { createLogger } from './logger.js';

const GAP_MS = 500;
const log = createLogger({ name: 'test', level: 'silent' });

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function heldWork() {
  const ends: ((error?: Error) => void)[] = [];
  const keys: string[] = [];
  const work = (key: string): Promise<void> => {
    keys.push(key);
    return new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve())));
  };
  const end = async (error?: Error): Promise<void> => {
    ends.shift()?.(error);
    await jest.advanceTimersByTimeAsync(0);
  };
  return { work, keys, end };
}

describe('a throttled task', () => {
  it('starts at once for an idle key, and does not block other keys', () => {
    const { work, keys } = heldWork();
    const coalesced = new ThrottledTask(work, { what: 'work', gapMs: GAP_MS, log });
    coalesced.request('a');
    coalesced.request('b');
    expect(keys).toEqual(['a', 'b']);
  });

  it('runs once for all requests made while it runs and pauses', async () => {
    const { work, keys, end } = heldWork();
    const coalesced = new ThrottledTask(work, { what: 'work', gapMs: GAP_MS, log });
    for (let asked = 0; asked < 5; asked++) coalesced.request('a');
    await end();
    coalesced.request('a');
    await jest.advanceTimersByTimeAsync(GAP_MS - 1);
    expect(keys).toEqual(['a']);
    await jest.advanceTimersByTimeAsync(1);
    expect(keys).toEqual(['a', 'a']);
    await end();
    await jest.advanceTimersByTimeAsync(10 * GAP_MS);
    expect(keys).toEqual(['a', 'a']);
    coalesced.request('a');
    expect(keys).toEqual(['a', 'a', 'a']);
  });

  it('is retried after failures until it succeeds', async () => {
    const { work, keys, end } = heldWork();
    const coalesced = new ThrottledTask(work, { what: 'work', gapMs: GAP_MS, log });
    coalesced.request('a');
    await end(new Error('no database'));
    await jest.advanceTimersByTimeAsync(60_000);
    expect(keys).toEqual(['a', 'a']);
    await end();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(keys).toEqual(['a', 'a']);
  });

  it('starts nothing after its end, which waits for running work and completes pending requests', async () => {
    const { work, keys, end } = heldWork();
    const coalesced = new ThrottledTask(work, { what: 'work', gapMs: GAP_MS, log });
    coalesced.request('a');
    coalesced.request('a');
    coalesced.request('at rest');
    let isStopped = false;
    void coalesced.stop().then(() => (isStopped = true));
    coalesced.request('b');
    await jest.advanceTimersByTimeAsync(0);
    await end();
    await end();
    expect(keys).toEqual(['a', 'at rest', 'a']);
    expect(isStopped).toBe(false);
    await end(new Error('no database'));
    expect(isStopped).toBe(true);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(keys).toEqual(['a', 'at rest', 'a']);
  });
});
