import { createLogger } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import type { DocumentRow } from '../model.js';
import { createLooks } from './looks.js';
import { readingPriority } from './reading-priority.js';

describe('how urgent it is to read a document', () => {
  const row = { _id: 'd', projectId: 'p', uploadedBy: 'me', createdAt: new Date(0) };

  it.each([
    ['an upload alone', 0, 6],
    ['one of a few', 3, 6],
    ['one of a batch', 4, 7],
  ])('%s', async (_, beside, priority) => {
    expect(await readingPriority(row, { uploadedBeside: () => Promise.resolve(beside) })).toBe(priority);
  });

  it('what somebody looks at comes before both; what is not being read is left alone', async () => {
    const hurried: unknown[] = [];
    const since = new Date(0);
    const jobs = { a: 'background-analyze-pages', b: 'document-specific' };
    const looks = createLooks({
      repository: {
        find: (id) =>
          Promise.resolve({ job: id === 'c' ? undefined : { id, type: jobs[id as 'a'], since } } as DocumentRow),
      },
      jobsOf: {
        hurry({ id }, priority) {
          hurried.push([id, priority]);
          return Promise.resolve();
        },
      },
      log: createLogger({ name: 'test', level: 'silent' }),
    });
    for (const id of ['b', 'c', 'a', 'a', 'a']) looks.lookedAt(id);
    await eventually(() => expect(hurried).toEqual([['a', 3]]));
    await looks.stop();
    // several views during the pause: one call for all
    expect(hurried).toEqual([
      ['a', 3],
      ['a', 3],
    ]);
  });
});
