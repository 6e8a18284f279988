import { createLogger } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import type { DocumentRow } from '../model.js';
import { createViewTracker } from './view-tracker.js';
import { readingPriority } from './reading-priority.js';

describe('the priority of reading', () => {
  const row = { _id: 'd', projectId: 'p', uploadedBy: 'me', createdAt: new Date(0), fileSize: 20_000_000 };

  it.each([
    ['an upload alone', 0, 6],
    ['one of a few', 3, 6],
    ['one of a batch', 4, 7],
  ])('%s', async (_, beside, priority) => {
    expect(await readingPriority(row, { countUploadsNear: () => Promise.resolve(beside) })).toBe(priority);
  });

  it('does not let a small text wait behind the large scans of its batch', async () => {
    const small = { ...row, fileSize: 29_000 };
    expect(await readingPriority(small, { countUploadsNear: () => Promise.resolve(12) })).toBe(6);
  });

  it('raises viewed documents above both, and ignores those that are not being read', async () => {
    const raised: unknown[] = [];
    const since = new Date(0);
    const jobs = { a: 'background-analyze-pages', b: 'document-specific' };
    const tracker = createViewTracker({
      repository: {
        find: (id) =>
          Promise.resolve({ job: id === 'c' ? undefined : { id, type: jobs[id as 'a'], since } } as DocumentRow),
      },
      documentJobs: {
        raisePriority({ id }, priority) {
          raised.push([id, priority]);
          return Promise.resolve();
        },
      },
      log: createLogger({ name: 'test', level: 'silent' }),
    });
    for (const id of ['b', 'c', 'a', 'a', 'a']) tracker.recordView(id);
    await eventually(() => expect(raised).toEqual([['a', 3]]));
    await tracker.stop();
    // several views during the pause: one call for all
    expect(raised).toEqual([
      ['a', 3],
      ['a', 3],
    ]);
  });
});
