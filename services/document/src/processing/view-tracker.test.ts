import { createLogger } from '@symbio/runtime';
import { eventually } from '@symbio/runtime/testing';
import type { DocumentRow } from '../model.js';
import { IN_TURN } from './in-turn.js';
import { createViewTracker } from './view-tracker.js';

describe('a viewed document', () => {
  it('is read first, if it is to be read', async () => {
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

  it('gets its first page before others, once it is opened', async () => {
    const raised: unknown[] = [];
    const jobs = { waiting: 'document-specific', shown: 'document-specific', made: 'background-analyze-pages' };
    const tracker = createViewTracker({
      repository: {
        find: (id) =>
          Promise.resolve({
            job: { id, type: jobs[id as 'made'] },
            pagesReady: id === 'shown' ? 1 : 0,
          } as DocumentRow),
      },
      documentJobs: {
        createAnalysis: () => Promise.resolve(),
        raisePriority: ({ id }, priority) => Promise.resolve(void raised.push([id, priority])),
      },
      log: createLogger({ name: 'test', level: 'silent' }),
    });
    for (const id of ['shown', 'made', 'waiting']) tracker.recordOpening(id);
    await eventually(() => expect(raised).toHaveLength(1));
    await tracker.stop();
    expect(raised).toEqual([['waiting', 2]]);
  });

  it('does not wait for its turn', async () => {
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
