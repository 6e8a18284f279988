import { jest } from '@jest/globals';
import type { TagType } from '../http/api.js';
import { createStaleTags } from './stale-tags.js';

describe('changes on the server', () => {
  let read: TagType[][];
  let stale: ReturnType<typeof createStaleTags>;

  beforeEach(() => {
    jest.useFakeTimers();
    read = [];
    stale = createStaleTags((tags) => read.push(tags));
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('are refetched once for a burst', () => {
    stale.mark(['Annotation', 'Project']);
    jest.advanceTimersByTime(100);
    stale.mark(['Annotation']);
    expect(read).toEqual([]);
    jest.advanceTimersByTime(150);
    expect(read).toEqual([['Annotation', 'Project']]);
    jest.advanceTimersByTime(60_000);
    expect(read).toHaveLength(1);
  });

  it('are refetched a few times while fifty annotations arrive in sequence, and once after the last', () => {
    for (let count = 0; count < 50; count += 1) {
      stale.mark(['Annotation', 'Project']);
      stale.mark(['Mention']);
      jest.advanceTimersByTime(200);
    }
    expect(read.length).toBeLessThanOrEqual(6);
    const before = read.length;
    jest.advanceTimersByTime(60_000);
    expect(read.slice(before)).toEqual([['Annotation', 'Project', 'Mention']]);
  });

  it('are refetched soon if of another kind than the one that keeps changing', () => {
    stale.mark(['Annotation']);
    jest.advanceTimersByTime(250);
    stale.mark(['Annotation']);
    jest.advanceTimersByTime(100);
    stale.mark(['Issue']);
    jest.advanceTimersByTime(250);
    expect(read).toEqual([['Annotation'], ['Issue']]);
    jest.advanceTimersByTime(1_650);
    expect(read).toEqual([['Annotation'], ['Issue'], ['Annotation']]);
  });

  it('are refetched soon after a pause', () => {
    stale.mark(['Document']);
    jest.advanceTimersByTime(10_000);
    stale.mark(['Document']);
    jest.advanceTimersByTime(250);
    expect(read).toEqual([['Document'], ['Document']]);
  });

  it('are refetched immediately after the screen unmounts, not during it', () => {
    stale.mark(['Document']);
    stale.end();
    expect(read).toEqual([]);
    jest.advanceTimersByTime(0);
    expect(read).toEqual([['Document']]);
    stale.end();
    jest.advanceTimersByTime(60_000);
    expect(read).toHaveLength(1);
  });
});
