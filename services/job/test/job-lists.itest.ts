/** User operations over gRPC, on real MongoDB and NATS. */
import { newId } from '@symbio/runtime';
import { callAs } from '@symbio/rpc/testing';
import { eventually, person } from '@symbio/runtime/testing';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import {
  jobs,
  clock,
  editor,
  ROLES,
  PROJECT,
  messagesOf,
  worker,
  viewer,
  managing,
  stranger,
  payload,
  create,
  fieldsOf,
  take,
  failWith,
} from './running-service.js';

describe('cancel and retry', () => {
  it('cancels a pending job with the sentence and a completion time (JOB-22, JOB-23)', async () => {
    const job = await create();
    const { job: cancelled } = await jobs.cancelJob({ id: job.id }, await callAs(managing));
    expect(cancelled).toMatchObject({
      status: 'failed',
      errorMessage: 'Job cancelled by user',
      completedAt: clock.now(),
    });
    expect((await take(job.id)).taken).toBe(false);
  });

  it('cancels a retrying job, whose next attempt then never comes', async () => {
    const job = await create();
    await take(job.id);
    await failWith(job.id, 1);
    await jobs.cancelJob({ id: job.id }, await callAs(editor));
    clock.advance(60_000);
    const other = await create();
    await eventually(() => expect(messagesOf(other.id)).toBe(1));
    expect(messagesOf(job.id)).toBe(1);
  });

  it('answers a conflict in any other state', async () => {
    const job = await create({ payload: payload(PROJECT, newId()) });
    await expect(jobs.retryJob({ id: job.id }, await callAs(editor))).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      message: 'Only a failed job can be retried. This one is pending.',
    });
    await take(job.id);
    const call = jobs.cancelJob({ id: job.id }, await callAs(editor));
    await expect(call).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'job_state',
      message:
        'Only a job that is pending or retrying can be cancelled. This one is processing: stop it after its page instead.',
    });
  });

  it('retries a failed job with a fresh budget (JOB-24)', async () => {
    const job = await create({ payload: payload(PROJECT, newId()) });
    await take(job.id);
    await failWith(job.id, 1, { permanent: true });
    const { job: again } = await jobs.retryJob({ id: job.id }, await callAs(editor));
    expect(again).toMatchObject({
      status: 'pending',
      currentAttempts: 0,
      errorMessage: '',
      errorPermanent: false,
      completedAt: undefined,
    });
    await eventually(() => expect(messagesOf(job.id)).toBe(2));
    expect((await take(job.id)).taken).toBe(true);
  });

  it('is retried once by two clicks: the second one hears that it is pending', async () => {
    const job = await create({ payload: payload(PROJECT, newId()) });
    await jobs.cancelJob({ id: job.id }, await callAs(editor));
    const caller = await callAs(editor);
    const clicks = await Promise.allSettled([
      jobs.retryJob({ id: job.id }, caller),
      jobs.retryJob({ id: job.id }, caller),
    ]);
    expect(clicks.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(clicks.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { message: 'Only a failed job can be retried. This one is pending.' },
    });
    await eventually(() => expect(messagesOf(job.id)).toBe(2));
  });

  it('does not start a second job on a document by a retry', async () => {
    const about = payload(PROJECT, newId());
    const failed = await create({ payload: about });
    await take(failed.id);
    await failWith(failed.id, 1, { permanent: true });
    await create({ payload: about });
    await expect(jobs.retryJob({ id: failed.id }, await callAs(editor))).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'document_busy',
    });
  });

  it('is for editors and for those who manage agents, inside their projects', async () => {
    const job = await create();
    await expect(jobs.cancelJob({ id: job.id }, await callAs(viewer))).rejects.toMatchObject({
      code: 'PERMISSION_DENIED',
    });
    await expect(jobs.cancelJob({ id: job.id }, await callAs(stranger))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'Job not found',
    });
    await expect(jobs.getJob({ id: 'nonsense' }, await callAs(editor))).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('several jobs at once (OP-32)', () => {
  it('are cancelled and retried each on its own, in the order asked', async () => {
    const another = () => create({ payload: payload(PROJECT, newId()) });
    const [first, second, running] = [await another(), await another(), await another()];
    await take(running.id);
    const foreign = newId();
    const ids = [second.id, foreign, running.id, first.id];
    const cancelled = (await jobs.cancelJobs({ ids }, await callAs(editor))).outcomes;
    expect(cancelled).toMatchObject([
      { id: second.id, job: { status: 'failed', errorMessage: 'Job cancelled by user' }, error: '', code: '' },
      { id: foreign, job: undefined, error: 'Job not found', code: 'not_found' },
      {
        id: running.id,
        job: undefined,
        error:
          'Only a job that is pending or retrying can be cancelled. This one is processing: stop it after its page instead.',
        code: 'job_state',
      },
      { id: first.id, job: { status: 'failed' } },
    ]);
    await jobs.completeAttempt({ jobId: running.id, attempt: 1, workerId: 'w1' }, await worker());
    const retried = (await jobs.retryJobs({ ids: [first.id, running.id] }, await callAs(managing))).outcomes;
    expect(retried).toMatchObject([
      { job: { status: 'pending', currentAttempts: 0 } },
      { job: undefined, error: 'Only a failed job can be retried. This one is completed.' },
    ]);
    expect((await jobs.cancelJobs({ ids: [first.id] }, await callAs(viewer))).outcomes).toMatchObject([
      { job: undefined, error: 'Not authorized', code: 'not_authorized' },
    ]);
    await jobs.cancelJob({ id: first.id }, await callAs(editor));
  });

  it('are one to a hundred', async () => {
    const many = Array.from({ length: 101 }, () => newId());
    for (const call of [jobs.cancelJobs, jobs.retryJobs]) {
      expect(await fieldsOf(call({ ids: [] }, await callAs(editor)))).toEqual(['ids']);
      expect(await fieldsOf(call({ ids: many }, await callAs(editor)))).toEqual(['ids']);
    }
  });
});

describe('lists', () => {
  const project = newId();
  const lister = person();

  beforeAll(async () => {
    ROLES[lister.sub] = { [project]: 'editor' };
    for (const [index, type] of JOB_TYPES.entries()) {
      clock.advance(1_000);
      await create({ type, priority: index, payload: payload(project, newId()) }, lister);
    }
  });

  const list = async (request: object = {}, actor = lister) =>
    jobs.listJobs({ projectId: project, ...request }, await callAs(actor));
  const priorities = async (request: object) => (await list(request)).jobs.map(({ priority }) => priority);

  it('are newest first by default, in pages that say how many there are (JOB-09, JOB-25)', async () => {
    expect(await priorities({})).toEqual([5, 4, 3, 2, 1, 0]);
    const page = await list({ paging: { page: 2, perPage: 4 } });
    expect(page.jobs.map(({ priority }) => priority)).toEqual([1, 0]);
    expect(page.pageInfo).toEqual({ page: 2, perPage: 4, totalPages: 2, count: 6 });
  });

  it('are narrowed by type, status, creator, document, dates and priorities', async () => {
    const newest = (await list()).jobs[0];
    const createdAt = newest?.createdAt ?? new Date(0);
    expect(await priorities({ type: 'ingest-generic-pdf' })).toEqual([4]);
    expect(await priorities({ status: 'completed' })).toEqual([]);
    expect(await priorities({ status: 'pending', createdBy: lister.sub, priorityMin: 2, priorityMax: 3 })).toEqual([
      3, 2,
    ]);
    expect(await priorities({ createdBy: editor.sub })).toEqual([]);
    expect(await priorities({ createdFrom: createdAt })).toEqual([5]);
    expect(await priorities({ createdFrom: new Date(createdAt.getTime() - 2_000), createdTo: createdAt })).toEqual([
      4, 3,
    ]);
    expect(await priorities({ documentId: newest?.payload?.documentId })).toEqual([5]);
  });

  it('are sorted as asked', async () => {
    expect(await priorities({ sort: 'priority', order: 'asc' })).toEqual([0, 1, 2, 3, 4, 5]);
    expect((await list({ sort: 'type', order: 'asc' })).jobs.map(({ type }) => type)).toEqual([...JOB_TYPES].sort());
    const bad = list({ sort: 'colour', order: 'up', status: 'lost', type: 'x' });
    expect(await fieldsOf(bad)).toEqual(['order', 'sort', 'status', 'type']);
  });

  it('refuse filters with a sentence for each (JOB-25)', async () => {
    const bad = list({ priorityMin: -1, priorityMax: 10, search: 'x'.repeat(201) });
    expect(await fieldsOf(bad)).toEqual(['priority_max', 'priority_min', 'search']);
    await expect(list({ priorityMin: 5, priorityMax: 4 })).rejects.toMatchObject({
      message: 'priority_max must not be less than priority_min',
    });
    const [createdFrom, createdTo] = [new Date('2026-02-02'), new Date('2026-02-01')];
    expect(await fieldsOf(list({ createdFrom, createdTo }))).toEqual(['created_to']);
  });

  it('are searched by file name, id and type in any case', async () => {
    const own = newId();
    const searcher = person();
    ROLES[searcher.sub] = { [own]: 'editor' };
    const add = (type: string, documentFilename: string) =>
      create({ type, documentFilename, payload: payload(own, newId()) }, searcher);
    const map = await add('ingest-generic-pdf', 'Sanborn (1905).pdf');
    const report = await add('classify-document', 'Report.pdf');
    const found = async (search: string, more: object = {}) =>
      (await list({ projectId: own, search, ...more }, searcher)).jobs.map(({ id }) => id);
    expect(await found('BORN (19')).toEqual([map.id]);
    expect(await found(map.id.slice(-8).toUpperCase())).toEqual([map.id]);
    expect(await found(report.id)).toEqual([report.id]);
    expect(await found('classify document')).toEqual([report.id]);
    expect(await found(' pdf ')).toHaveLength(2);
    expect(await found('pdf', { type: 'classify-document' })).toEqual([report.id]);
    expect(await found('.*')).toEqual([]);
  });

  it("without a project cover the caller's projects only", async () => {
    const seen = await list({ projectId: '', paging: { page: 1, perPage: 100 } });
    expect(seen.jobs.map(({ projectId }) => projectId)).toEqual(Array.from({ length: 6 }, () => project));
    expect((await list({ projectId: '' }, stranger)).jobs).toEqual([]);
    await expect(list({}, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('of active jobs have the newest of each document', async () => {
    const own = newId();
    ROLES[lister.sub] = { ...ROLES[lister.sub], [own]: 'editor' };
    const about = payload(own, newId());
    const first = await create({ payload: about }, lister);
    clock.advance(1_000);
    const second = await create({ payload: about }, lister);
    const over = await create({ payload: payload(own, newId()) }, lister);
    await jobs.cancelJob({ id: over.id }, await callAs(lister));
    const active = (await jobs.listActiveJobs({ projectId: own }, await callAs(lister))).jobs.map(({ id }) => id);
    expect(active).toEqual([second.id]);
    expect(active).not.toContain(first.id);
  });
});

describe('statistics (JOB-27)', () => {
  it("count today's jobs by status and average the processing time of completed ones", async () => {
    const project = newId();
    const someone = person();
    ROLES[someone.sub] = { [project]: 'editor' };
    const make = () => create({ payload: payload(project, newId()) }, someone);
    await make();
    clock.advance(10_000);
    const since = clock.now();
    await make();
    for (const seconds of [4, 8]) {
      const job = await make();
      await take(job.id);
      clock.advance(seconds * 1_000);
      await jobs.completeAttempt({ jobId: job.id, attempt: 1, workerId: 'w1' }, await worker());
    }
    const cancelled = await make();
    await jobs.cancelJob({ id: cancelled.id }, await callAs(someone));
    expect(await jobs.getStatistics({ since, projectId: project }, await callAs(someone))).toEqual({
      pending: 1,
      processing: 0,
      completed: 2,
      failed: 1,
      retrying: 0,
      averageProcessingSeconds: 6,
    });
  });
});
