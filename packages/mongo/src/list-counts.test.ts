import { describe, expect, it } from '@jest/globals';
import type { Model } from 'mongoose';
import { createListCounts } from './list-counts.js';

interface Row {
  projectId: string;
  title: string;
  at: Date;
}

/** Collection with a set count, and a manual clock. */
function setUp() {
  const asked: object[] = [];
  let answer: () => number = () => 0;
  const collection = {
    name: 'rows',
    count: (filter: object) => {
      asked.push(filter);
      return Promise.resolve().then(answer);
    },
  };
  const model = { collection } as unknown as Model<Row>;
  let now = 0;
  const count = createListCounts({ now: () => new Date(now) });
  return {
    asked,
    answers: (next: () => number) => void (answer = next),
    pass: (ms: number) => void (now += ms),
    count: (filter: Parameters<typeof count<Row>>[1]) => count(model, filter),
  };
}

async function inTurn<T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

describe('counts of lists', () => {
  it('are computed each time below ten thousand rows', async () => {
    const { count, answers } = setUp();
    answers(() => 9_998);
    expect(await count({ projectId: 'a' })).toBe(9_998);
    answers(() => 9_999);
    expect(await count({ projectId: 'a' })).toBe(9_999);
  });

  it('are cached for ten seconds from there on, and then computed again', async () => {
    const { count, answers, pass, asked } = setUp();
    answers(() => 10_000);
    await count({ projectId: 'a' });
    answers(() => 10_001);
    pass(9_999);
    expect(await count({ projectId: 'a' })).toBe(10_000);
    pass(1);
    expect(await count({ projectId: 'a' })).toBe(10_001);
    expect(asked).toHaveLength(2);
    // small counts are not cached
    pass(10_000);
    answers(() => 3);
    expect(await count({ projectId: 'a' })).toBe(3);
    answers(() => 4);
    expect(await count({ projectId: 'a' })).toBe(4);
  });

  it('distinguish filters, including patterns and times', async () => {
    const { count, answers, asked } = setUp();
    answers(() => 10_000 + asked.length);
    const at = new Date('2026-11-24T00:00:00Z');
    const filters = [{ title: /gas/ }, { title: /tank/ }, { title: /gas/i }, { projectId: 'a' }, {}, { at }];
    const numbers = [10_001, 10_002, 10_003, 10_004, 10_005, 10_006];
    for (let turn = 0; turn < 2; turn++) expect(await inTurn(filters, count)).toEqual(numbers);
    expect(asked).toHaveLength(filters.length);
    expect(await count({ at: new Date('2026-11-24T00:00:01Z') })).toBe(10_007);
  });

  it('are shared by concurrent callers, and failures are not cached', async () => {
    const { count, answers, pass, asked } = setUp();
    answers(() => 50_000);
    await count({});
    pass(10_000);
    answers(() => {
      throw new Error('connection lost');
    });
    const failed = await Promise.allSettled([count({}), count({})]);
    expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(asked).toHaveLength(2);
    answers(() => 50_001);
    expect(await count({})).toBe(50_001);
  });
});
