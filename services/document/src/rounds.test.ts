import { jest } from '@jest/globals';
import { startRounds } from './rounds.js';

const HOUR = 3_600_000;

describe('work that is done in rounds (DOC-36)', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => void jest.useRealTimers());

  it('is done one round at a time, and again after one that failed', async () => {
    const begun: (() => void)[] = [];
    const failures: unknown[] = [];
    let fail = true;
    const stop = startRounds({
      everyMs: HOUR,
      atOnce: true,
      round: () =>
        new Promise((resolve, reject) => begun.push(() => (fail ? reject(new Error('not now')) : resolve(undefined)))),
      failed: (error) => failures.push(error),
    });
    await jest.advanceTimersByTimeAsync(HOUR);
    expect(begun).toHaveLength(1);
    begun[0]?.();
    await jest.advanceTimersByTimeAsync(0);
    expect(failures).toEqual([new Error('not now')]);
    expect(begun).toHaveLength(2);
    fail = false;
    let stopped = false;
    const stopping = stop().then(() => (stopped = true));
    await jest.advanceTimersByTimeAsync(2 * HOUR);
    expect(stopped).toBe(false);
    begun[1]?.();
    await stopping;
    expect(begun).toHaveLength(2);
  });

  it('begins after the first wait where nothing is said', async () => {
    let rounds = 0;
    const stop = startRounds({
      everyMs: HOUR,
      round: () => Promise.resolve(void rounds++),
      failed: () => undefined,
    });
    await jest.advanceTimersByTimeAsync(HOUR - 1);
    expect(rounds).toBe(0);
    await jest.advanceTimersByTimeAsync(1);
    expect(rounds).toBe(1);
    await stop();
  });
});
