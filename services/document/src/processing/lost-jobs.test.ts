import { createLogger } from '@symbio/kit';
import { TestClock } from '@symbio/kit/testing';
import type { DocumentRow } from '../model.js';
import { ANALYSIS } from './document-jobs.js';
import { LostJobSweeper } from './lost-jobs.js';

it('makes the jobs that documents wait for and nobody knows, once and under their ids', async () => {
  const clock = new TestClock();
  const since = new Date(0);
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
  const sweeper = new LostJobSweeper({
    repository: {
      withJobSince(moment) {
        moments.push(clock.now().getTime() - moment.getTime());
        return Promise.resolve(rows);
      },
    },
    jobs: {
      createJob(request) {
        made.push(request);
        return Promise.resolve({ job: undefined } as never);
      },
    },
    jobsOf: {
      isKnown({ id }) {
        asked.push(id);
        return Promise.resolve(id === 'there');
      },
      createAnalysis({ _id }, { id }, priority) {
        made.push({ of: _id, id, priority });
        return Promise.resolve();
      },
    },
    asSelf: () => Promise.resolve({ token: '', requestId: '' }),
    clock,
    log: createLogger({ name: 'test', level: 'silent' }),
  });
  await sweeper.sweep();
  await sweeper.sweep();
  // one that is just being made is not looked at
  expect(moments).toEqual([30_000, 30_000]);
  expect(asked).toEqual(['lost', 'there', 'read']);
  expect(made).toEqual([
    {
      ...{ id: 'lost', type: 'document-specific', payload: { documentId: 'of-lost', projectId: 'p', pageNumbers: [] } },
      ...{ documentFilename: 'lost.pdf', documentCategory: 'other', documentRev: 2 },
    },
    // reading can wait
    { of: 'of-read', id: 'read', priority: 7 },
  ]);
});
