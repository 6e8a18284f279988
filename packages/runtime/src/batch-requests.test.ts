import { describe, expect, it, jest } from '@jest/globals';
import { setImmediate as immediate } from 'node:timers/promises';
import { batchRequests } from './batch-requests.js';

/** A run that ends on demand. */
function held() {
  const groups: number[][] = [];
  const ends: (() => void)[] = [];
  const one = batchRequests(
    async (items: number[]) => {
      groups.push(items);
      await new Promise<void>((resolve) => ends.push(resolve));
      if (items.includes(13)) throw new Error('thirteen');
      return items.map((item) => item * 10);
    },
    { most: 3 },
  );
  const end = async (): Promise<void> => {
    ends.shift()?.();
    // the end of one run starts the next
    await immediate();
    await immediate();
  };
  return { one, groups, end };
}

describe('batchRequests', () => {
  it('groups the items of one turn of the event loop, and later ones in the next group', async () => {
    const { one, groups, end } = held();
    const first = [1, 2].map(one);
    expect(groups).toEqual([]);
    await immediate();
    expect(groups).toEqual([[1, 2]]);
    const second = one(3);
    await end();
    expect(groups).toEqual([[1, 2], [3]]);
    await end();
    expect(await Promise.all([...first, second])).toEqual([10, 20, 30]);
  });

  it('limits the size of groups and keeps the order of items', async () => {
    const { one, groups, end } = held();
    const answers = Promise.all([1, 2, 3, 4, 5, 6, 7].map(one));
    await immediate();
    for (let run = 0; run < 3; run++) await end();
    expect(await answers).toEqual([10, 20, 30, 40, 50, 60, 70]);
    expect(groups).toEqual([[1, 2, 3], [4, 5, 6], [7]]);
  });

  it('fails only the group that failed', async () => {
    const { one, end } = held();
    const answers = Promise.allSettled([1, 13, 2, 3, 4].map(one));
    await immediate();
    for (let run = 0; run < 2; run++) await end();
    expect((await answers).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
  });

  it('runs again after it was idle', async () => {
    const { one, groups, end } = held();
    const first = one(1);
    await immediate();
    await end();
    await first;
    const second = one(2);
    await immediate();
    expect(groups).toEqual([[1], [2]]);
    await end();
    expect(await second).toBe(20);
  });

  it('starts no run before the gap has passed, and then runs once for all waiting items', async () => {
    jest.useFakeTimers();
    const groups: number[][] = [];
    const one = batchRequests(
      (items: number[]) => {
        groups.push(items);
        return Promise.resolve(items);
      },
      { gapMs: 50 },
    );
    const first = one(1);
    await jest.advanceTimersByTimeAsync(0);
    await first;
    const later = Promise.all([2, 3].map(one));
    await jest.advanceTimersByTimeAsync(49);
    expect(groups).toEqual([[1]]);
    await jest.advanceTimersByTimeAsync(1);
    expect(await later).toEqual([2, 3]);
    expect(groups).toEqual([[1], [2, 3]]);
    jest.useRealTimers();
  });
});
