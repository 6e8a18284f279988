import { TestClock } from '@symbio/runtime/testing';
import { Job } from '@symbio/proto/job';
import type { DocumentJob, DocumentRow } from '../model.js';
import { PROTECTED } from '../uploads/protected-file.js';
import { createFollowJob } from './follow-job.js';
import type { PageCounts } from './processing-status.js';

const ALL_READ: PageCounts = { total: 2, ready: 2, failed: 0, analyzed: 2, unaudited: 0 };

function setUp({ job, counts = {} }: { job?: Partial<DocumentJob>; counts?: Partial<PageCounts> } = {}) {
  const clock = new TestClock();
  let document = {
    ...{ _id: 'd', projectId: 'p', totalPages: 2, processingStatus: 'analysis_complete', processingError: '' },
    ...(job && { job: { id: 'first', type: 'document-specific', since: clock.now(), ...job } }),
  } as DocumentRow;
  const steps: string[] = [];
  const created: unknown[] = [];
  const service = { isAway: false };
  const follow = createFollowJob({
    repository: { find: () => Promise.resolve(document) },
    records: {
      counts: () => Promise.resolve({ ...ALL_READ, ...counts }),
      change: (_id: string, _actor: unknown, decide: (row: DocumentRow) => Partial<DocumentRow> | undefined) => {
        steps.push('written');
        document = { ...document, ...decide(document) };
        return Promise.resolve(document);
      },
    } as never,
    documentJobs: {
      createAnalysis({ _id }, { id }, priority) {
        if (service.isAway) return Promise.reject(new Error('the job service is away'));
        created.push({ id, of: _id, priority });
        return Promise.resolve();
      },
    },
    volumes: { infer: () => Promise.resolve(void steps.push('inferred')) },
    clock,
  });
  const tell = (id: string, status: string, rev: number, second: number, more: Partial<Job> = {}): Promise<void> =>
    follow(
      Job.fromPartial({
        ...{ id, status, type: 'document-specific', payload: { documentId: 'd' } },
        errorMessage: status === 'failed' ? 'Another job is working on this document.' : '',
        updatedAt: new Date(second * 1000),
        ...more,
      }),
      rev,
    );
  return { tell, document: () => document, steps, created, service };
}

describe('events of a document’s jobs', () => {
  it('apply in order', async () => {
    const { tell, document } = setUp();
    await tell('first', 'pending', 1, 1);
    expect(document()).toMatchObject({ job: { id: 'first' }, processingStatus: 'queued' });
    await tell('first', 'failed', 2, 2);
    expect(document()).toMatchObject({ processingStatus: 'failed' });
    await tell('second', 'pending', 1, 3);
    expect(document()).toMatchObject({ job: { id: 'second' }, processingStatus: 'queued' });
  });

  it('say that a job runs, also if its worker began before the document knew that it waits', async () => {
    const { tell, document, steps } = setUp();
    await tell('first', 'pending', 1, 1);
    await tell('first', 'processing', 2, 2);
    expect(document()).toMatchObject({ processingStatus: 'processing' });
    // progress
    await tell('first', 'processing', 3, 3);
    expect(steps).toHaveLength(2);
  });

  it('change nothing when redelivered after those of a later job', async () => {
    const { tell, document } = setUp();
    await tell('later', 'pending', 1, 10);
    await tell('later', 'completed', 2, 11);
    const before = document();
    expect(before.processingStatus).not.toBe('failed');
    // a redelivered event of an earlier failed job
    await tell('first', 'pending', 1, 1);
    await tell('first', 'failed', 2, 2);
    expect(document()).toEqual(before);
  });

  it.each([
    ['fails', {}, ['failed', { errorMessage: 'Damaged.' }], ['failed', 'Damaged.', false]],
    ['was cancelled', {}, ['failed', { failure: 'cancelled' }], ['analysis_complete', '', false]],
    ['is tried again', {}, ['retrying', { errorMessage: 'Full.' }], ['queued', 'Full.', true]],
    ['yields', {}, ['pending', {}], ['queued', '', true]],
    // an automatic job leaves the previous results usable
    [
      'reads and fails',
      { automatic: true },
      ['failed', { errorMessage: 'Damaged.' }],
      ['analysis_complete', '', false],
    ],
    ['reads and is tried again', { automatic: true }, ['retrying', {}], ['analysis_complete', '', true]],
  ] as const)('set the state of the document of a job that %s', async (_, job, [status, more], expected) => {
    const { tell, document } = setUp({ job });
    await tell('first', status, 2, 2, more);
    const { processingStatus, processingError, job: left } = document();
    expect([processingStatus, processingError, left?.id === 'first']).toEqual(expected);
  });

  it('note that a file is protected', async () => {
    const { tell, document } = setUp({ job: {} });
    await tell('first', 'failed', 2, 2, { errorMessage: PROTECTED });
    expect(document()).toMatchObject({ needsPassword: true, processingStatus: 'failed' });
  });
});

describe('the end of a job', () => {
  const unread = { counts: { analyzed: 1 } };

  it('lets pages without words be read, once, after volumes were compared (OP-19)', async () => {
    const { tell, document, created, steps } = setUp({ job: {}, ...unread });
    await tell('first', 'completed', 2, 2);
    expect(steps).toEqual(['inferred', 'written']);
    const { job } = document();
    expect(job).toMatchObject({ automatic: true, type: 'background-analyze-pages' });
    expect(document()).toMatchObject({ pagesReady: 2, processingStatus: 'pages_ready' });
    await tell('first', 'completed', 2, 2);
    const reading = { id: job?.id, of: 'd', priority: 6 };
    expect(created).toEqual([reading, reading]);
  });

  it('creates the reading again that could not be created, under the same id', async () => {
    const { tell, document, created, service } = setUp({ job: {}, ...unread });
    service.isAway = true;
    await expect(tell('first', 'completed', 2, 2)).rejects.toThrow('the job service is away');
    service.isAway = false;
    await tell('first', 'completed', 2, 2);
    expect(created).toMatchObject([{ id: document().job?.id }]);
  });

  it('lets pictures be compared with their pages', async () => {
    const { tell, created } = setUp({ job: {}, counts: { unaudited: 1 } });
    await tell('first', 'completed', 2, 2);
    expect(created).toHaveLength(1);
  });

  it.each([
    ['all pages were read', { job: {} }, 'completed', {}],
    ['it failed', { job: {}, ...unread }, 'failed', {}],
    ['it reads by itself', { job: {}, ...unread }, 'completed', { type: 'background-analyze-pages' }],
    ['the service created it to read', { job: { automatic: true }, ...unread }, 'completed', {}],
    ['another job has the document', { job: { id: 'other' }, ...unread }, 'completed', {}],
  ] as const)('starts no reading where %s', async (_, of, status, more) => {
    const { tell, created } = setUp(of);
    await tell('first', status, 2, 2, more);
    expect(created).toEqual([]);
  });
});
