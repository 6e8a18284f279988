import { sharedWork } from './shared-work.js';

describe('shared work', () => {
  it('runs once for concurrent calls with the same key, and again afterwards', async () => {
    const shared = sharedWork<number>();
    let runs = 0;
    const run = () => Promise.resolve(++runs);
    expect(await Promise.all([shared('a', run), shared('b', run), shared('a', run)])).toEqual([1, 2, 1]);
    expect(await shared('a', run)).toBe(3);
  });

  it('fails for all callers, and runs again afterwards', async () => {
    const shared = sharedWork<void>();
    const fail = () => Promise.reject(new Error('no database'));
    const ends = await Promise.allSettled([shared('a', fail), shared('a', fail)]);
    expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    await expect(shared('a', () => Promise.resolve())).resolves.toBeUndefined();
  });
});
