import { createLogger } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import type { DocumentRow } from '../model.js';
import { IN_TURN } from './in-turn.js';
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
    const since = new Date(1);
    const jobs = { a: 'background-analyze-pages', b: 'document-specific' };
    const tracker = createViewTracker({
      repository: {
        find: (id) =>
          Promise.resolve({ job: id === 'c' ? undefined : { id, type: jobs[id as 'a'], since } } as DocumentRow),
      },
      documentJobs: {
        createAnalysis({ _id }, { id }, priority) {
          raised.push(['created', _id, id, priority]);
          return Promise.resolve();
        },
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

  it('lets a viewed document not wait for its turn', async () => {
    const asked: unknown[] = [];
    const ask = (...what: unknown[]): Promise<void> => Promise.resolve(void asked.push(what));
    const job = { id: 'j', type: 'background-analyze-pages', since: IN_TURN };
    const tracker = createViewTracker({
      repository: { find: () => Promise.resolve({ _id: 'd', job } as DocumentRow) },
      documentJobs: {
        createAnalysis: ({ _id }, { id }, priority) => ask('create', _id, id, priority),
        raisePriority: ({ id }, priority) => ask('raise', id, priority),
      },
      log: createLogger({ name: 'test', level: 'silent' }),
    });
    tracker.recordView('d');
    await eventually(() => expect(asked).toHaveLength(2));
    await tracker.stop();
    expect(asked).toEqual([
      ['create', 'd', 'j', 3],
      ['raise', 'j', 3],
    ]);
  });
});
