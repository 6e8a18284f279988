import { systemClock } from '@symbio/runtime';
import type { DocumentRow } from '../model.js';
import { createProcessMap, type ProcessMapDeps } from './process-map.js';

function setUp(over: Partial<DocumentRow>) {
  let document = {
    ...{ _id: 'd', projectId: 'p', rev: 1, fileName: 'a.pdf', totalPages: 0, pagesReady: 0 },
    ...{ category: 'sanborn_maps', categoryBy: 'classifier', processingStatus: 'classified' },
    ...over,
  } as DocumentRow;
  const created: string[] = [];
  const cancelled: string[] = [];
  const deps = {
    repository: { find: () => Promise.resolve(document) },
    records: {
      change: (_id: string, _actor: unknown, decide: (row: DocumentRow) => Partial<DocumentRow> | undefined) => {
        document = { ...document, ...decide(document) };
        return Promise.resolve(document);
      },
    },
    documentJobs: {
      createPages: (_document: unknown, { id }: { id: string }) => Promise.resolve(created.push(id)),
      cancelOwn: ({ id }: { id: string }) => Promise.resolve(cancelled.push(id)),
    },
    clock: systemClock,
  };
  const processMap = createProcessMap(deps as unknown as ProcessMapDeps);
  return {
    ...{ created, cancelled },
    run: () => processMap('d'),
    now: () => document,
    change: (set: Partial<DocumentRow>) => (document = { ...document, ...set }),
  };
}

describe('a map that was never processed (D-70)', () => {
  it.each(['sanborn_maps', 'topographic_maps', 'aerial_imagery'] as const)(
    '%s is processed once, however often its events arrive',
    async (category) => {
      const { run, created, now, change } = setUp({ category });
      await run();
      expect(created).toEqual([now().pagesJob]);
      expect(now()).toMatchObject({ processingStatus: 'queued', job: { type: 'document-specific', own: true } });
      await run();
      // also after a person cancelled it, or it has ended
      change({ job: undefined, processingStatus: 'classified' });
      await run();
      expect(created).toHaveLength(1);
    },
  );

  it('is processed when a person says that it is one, instead of its text being read', async () => {
    const reading = { id: 'text', type: 'background-analyze-pages', since: new Date(0), automatic: true };
    const { run, created, cancelled } = setUp({ categoryBy: 'person', job: reading });
    await run();
    expect([created.length, cancelled]).toEqual([1, ['text']]);
  });

  const derivedFrom = { documentId: 'package', from: 41, to: 76, sha256: 'a' };
  it('is processed alike if it is a directory that a split made of a package', async () => {
    const { run, created, now } = setUp({ category: 'city_directories', categoryBy: 'person', derivedFrom });
    await run();
    expect(created).toEqual([now().pagesJob]);
    expect(now().job).toMatchObject({ type: 'document-specific', own: true });
  });

  const requested = { id: 'theirs', type: 'document-specific', since: new Date(0) };
  it.each<[string, Partial<DocumentRow>]>([
    ['of an unsure classification', { categoryBy: 'nobody' }],
    ['of another kind', { category: 'deed_documents', derivedFrom }],
    ['an uploaded directory', { category: 'city_directories' }],
    ['with pages', { pagesReady: 4, processingStatus: 'pages_ready' }],
    ['that a person has processed before', { pagesJob: 'an earlier one' }],
    ['that is being processed', { job: requested, processingStatus: 'queued' }],
    ['that failed', { processingStatus: 'failed' }],
    ['behind a password', { needsPassword: true }],
  ])('is left alone: one %s', async (_, over) => {
    const { run, created } = setUp(over);
    await run();
    expect(created).toEqual([]);
  });
});
