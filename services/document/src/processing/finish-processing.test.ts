import { newId, serviceActor, type Actor } from '@symbio/runtime';
import { MemoryRows } from '@symbio/mongo/testing';
import { TestClock } from '@symbio/runtime/testing';
import type { DocumentJob, DocumentRow } from '../model.js';
import type { PageCounts } from './processing-status.js';
import { createFinishProcessing } from './finish-processing.js';
import { READING_PRIORITY } from './reading-priority.js';
import { createDocumentRecords } from './document-records.js';

const worker: Actor = { ...serviceActor('document-worker'), requestId: 'request' };
const JOB = newId();

/** A document of two pages with a running job: pictures complete, words incomplete. */
async function world({ job = {}, counts = {} }: { job?: Partial<DocumentJob>; counts?: Partial<PageCounts> } = {}) {
  const clock = new TestClock();
  const rows = new MemoryRows<DocumentRow>(clock);
  const id = newId();
  const values = {
    ...{ projectId: 'p', totalPages: 2, processingStatus: 'processing', processingError: '', pagesReady: 0 },
    job: { id: JOB, type: 'document-specific', since: clock.now(), ...job },
  };
  await rows.insert(id, values as unknown as DocumentRow, worker, () => []);
  const steps: string[] = [];
  const made: unknown[] = [];
  let isAway = false;
  const repository = {
    find: (wanted: string) => Promise.resolve(rows.find(wanted) ?? null),
    pageCounts: () => Promise.resolve({ ready: 2, failed: 0, total: 2, analyzed: 1, unaudited: 0, ...counts }),
    countUploadsNear: () => Promise.resolve(0),
  };
  const records = createDocumentRecords(repository, rows);
  const finish = createFinishProcessing(
    repository,
    {
      ...records,
      change: (...given) => {
        steps.push('written');
        return records.change(...given);
      },
    },
    {
      createAnalysis(document, analysis, priority, requestId) {
        if (isAway) return Promise.reject(new Error('the job service is away'));
        made.push({ id: analysis.id, of: document._id, priority, requestId });
        return Promise.resolve();
      },
    },
    {
      async infer() {
        await new Promise((resolve) => setImmediate(resolve));
        steps.push('settled');
      },
    },
    clock,
  );
  return {
    ...{ rows, id, steps, made },
    row: () => rows.find(id)!,
    setAway: (away: boolean) => void (isAway = away),
    finish: (more: { jobId?: string; error?: string; willRetry?: boolean } = {}) =>
      finish({ documentId: id, jobId: JOB, error: '', willRetry: false, ...more }, worker),
  };
}

it('creates one job for pages without words, also on a repeated report (OP-19)', async () => {
  const { finish, id, made, row, rows, steps } = await world();
  await finish();
  expect(row()).toMatchObject({ pagesReady: 2, job: { automatic: true, follows: JOB } });
  const analysis = { id: row().job?.id, of: id, priority: READING_PRIORITY.single, requestId: 'request' };
  expect(made).toEqual([analysis]);
  expect(steps).toEqual(['settled', 'written']);
  await finish();
  expect(made).toEqual([analysis, analysis]);
  expect(rows.published.map(({ name }) => name)).toEqual(['document.changed']);
});

it('creates a failed follow-up job on a repeated report, under the same id', async () => {
  const { finish, made, row, setAway } = await world();
  setAway(true);
  await expect(finish()).rejects.toThrow('the job service is away');
  setAway(false);
  await finish();
  expect(made).toMatchObject([{ id: row().job?.id }]);
});

it.each<[string, Parameters<typeof world>[0], object]>([
  ['all pages were read', { counts: { analyzed: 2 } }, {}],
  ['the attempt failed', {}, { error: 'Damaged.' }],
  ['the job is tried again', {}, { willRetry: true }],
  ['it was a job that reads', { job: { type: 'background-analyze-pages' } }, {}],
  ['it was one that followed', { job: { automatic: true } }, {}],
])('none follows where %s', async (_, of, more) => {
  const { finish, made, row } = await world(of);
  await finish(more);
  expect(made).toEqual([]);
  expect(row().job?.follows).toBeUndefined();
});

it('creates a follow-up job for pictures not compared with their pages', async () => {
  const { finish, made } = await world({ counts: { analyzed: 2, unaudited: 1 } });
  await finish();
  expect(made).toHaveLength(1);
});

it('ignores a job that has released the document', async () => {
  const { finish, id, made, row, rows } = await world();
  const before = row();
  await finish({ jobId: newId(), error: 'Late.' });
  expect([row(), made, rows.published]).toEqual([before, [], []]);
  expect(before._id).toBe(id);
});

it.each([
  ['fails', {}, { error: 'Damaged.' }, ['failed', 'Damaged.', false]],
  ['fails and is tried again', {}, { error: 'Full.', willRetry: true }, ['queued', 'Full.', true]],
  // an automatic job leaves the previous results usable
  ['follows and fails', { automatic: true }, { error: 'Damaged.' }, ['pages_ready', '', false]],
  ['follows and is tried again', { automatic: true }, { error: 'Full.', willRetry: true }, ['pages_ready', '', true]],
])('sets the state of the document after a job that %s', async (_, job, more, [status, error, hasContent]) => {
  const { finish, row } = await world({ job });
  await finish(more);
  const { processingStatus, processingError, job: left } = row();
  expect([processingStatus, processingError, left?.id === JOB]).toEqual([status, error, hasContent]);
});
