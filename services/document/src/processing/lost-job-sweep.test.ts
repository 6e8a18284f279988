import { createLogger } from '@symbio/runtime';
import { TestClock } from '@symbio/runtime/testing';
import type { DocumentRow } from '../model.js';
import { ANALYSIS, createDocumentJobs } from './document-jobs.js';
import { IN_TURN } from './in-turn.js';
import { createLostJobSweep } from './lost-job-sweep.js';

it('recreates missing jobs once, under their ids', async () => {
  const clock = new TestClock();
  const since = new Date(1);
  const row = (id: string, type = 'document-specific') =>
    ({
      _id: `of-${id}`,
      projectId: 'p',
      fileName: `${id}.pdf`,
      category: 'other',
      rev: 2,
      job: { id, type, since },
    }) as unknown as DocumentRow;
  const rows = [row('lost'), row('there'), row('odd', 'no such type'), row('read', ANALYSIS)];
  const asked: string[] = [];
  const made: object[] = [];
  const moments: number[] = [];
  const sweeper = createLostJobSweep({
    repository: {
      withJobSince(moment) {
        moments.push(clock.now().getTime() - moment.getTime());
        return Promise.resolve(rows);
      },
      withJobInTurn: () => Promise.resolve([]),
    },
    documentJobs: {
      exists({ id }) {
        asked.push(id);
        return Promise.resolve(id === 'there');
      },
      recreate({ _id, rev }, { id, type }) {
        made.push({ of: _id, rev, id, type });
        return Promise.resolve();
      },
    },
    clock,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  await sweeper.sweep();
  await sweeper.sweep();
  // skips jobs that are just being created
  expect(moments).toEqual([30_000, 30_000]);
  expect(asked).toEqual(['lost', 'there', 'read']);
  expect(made).toEqual([
    { of: 'of-lost', rev: 2, id: 'lost', type: 'document-specific' },
    { of: 'of-read', rev: 2, id: 'read', type: ANALYSIS },
  ]);
});

it('creates readings in turn some at a time, the next when one has ended', async () => {
  const waiting = Array.from({ length: 30 }, (_, index) => {
    const job = { id: `job-${index}`, type: ANALYSIS, since: IN_TURN };
    return { _id: `d${index}`, job } as DocumentRow;
  });
  const made: string[] = [];
  const sweeper = createLostJobSweep({
    repository: {
      withJobSince: () => Promise.resolve([]),
      withJobInTurn: (count) => Promise.resolve(waiting.slice(0, count)),
    },
    documentJobs: {
      exists: ({ id }) => Promise.resolve(made.includes(id)),
      recreate: (_document, { id }) => Promise.resolve(void made.push(id)),
    },
    clock: new TestClock(),
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  await sweeper.sweep();
  await sweeper.sweep();
  expect(made).toHaveLength(20);
  waiting.shift();
  await sweeper.sweep();
  expect(made).toHaveLength(21);
});

it('recreates readings at low priority, and single pages only', async () => {
  const made: object[] = [];
  const jobs = { createJob: (request: object) => Promise.resolve((made.push(request), { job: undefined })) } as never;
  const documentJobs = createDocumentJobs(jobs, () => Promise.resolve({ token: '', requestId: '' }), new TestClock());
  const document = { _id: 'd', projectId: 'p', fileName: 'a.pdf', category: 'other' as const, rev: 2 };
  await documentJobs.recreate(document, { id: 'read', type: ANALYSIS });
  await documentJobs.recreate(document, { id: 'old', type: ANALYSIS, since: IN_TURN });
  await documentJobs.recreate(document, { id: 'drawn', type: 'document-specific' });
  await documentJobs.recreate(document, { id: 'page', type: 'document-specific', pageNumbers: [3] });
  const same = { documentFilename: 'a.pdf', documentCategory: 'other', documentRev: 2 };
  const payload = { documentId: 'd', projectId: 'p', pageNumbers: [] };
  expect(made).toEqual([
    { ...same, payload, id: 'read', type: ANALYSIS, priority: 6, expectedPages: 0 },
    { ...same, payload, id: 'old', type: ANALYSIS, priority: 9, expectedPages: 0 },
    { ...same, payload, id: 'drawn', type: 'document-specific', expectedPages: 0 },
    {
      ...same,
      payload: { ...payload, pageNumbers: [3] },
      id: 'page',
      type: 'document-specific',
      priority: 2,
      expectedPages: 1,
    },
  ]);
});
