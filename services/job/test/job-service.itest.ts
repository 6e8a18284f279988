/** The job service over gRPC, on real MongoDB and NATS; the project service is faked. */
import { randomUUID } from 'node:crypto';
import { AppError, jobStream, newId, type Actor } from '@symbio/kit';
import { administrator, callAs, eventually, person } from '@symbio/kit/testing';
import { type CreateJobRequest } from '@symbio/proto/job';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { startService } from './service-under-test.js';

const service = await startService('job', {
  JOB_SWEEP_SECONDS: '0.02',
  // lost-messages.itest.ts is about these
  JOB_RECONCILE_SECONDS: '3600',
});
afterAll(() => service.close());

const { jobs, broker, clock, editor, events, roles: ROLES, projectId: PROJECT, messagesOf, worker } = service;
const OTHER_PROJECT = newId();
const DOCUMENT = newId();
const viewer = person({ name: 'Vic Viewer' });
const managing = person({ name: 'Max Manager', permissions: ['canManageAgents'] });
const stranger = person();
ROLES[editor.sub] = { [PROJECT]: 'editor', [OTHER_PROJECT]: 'editor' };
ROLES[viewer.sub] = { [PROJECT]: 'viewer' };
ROLES[managing.sub] = { [PROJECT]: 'viewer' };

const payload = (projectId: string, documentId: string, pageNumbers: number[] = []) => ({
  projectId,
  documentId,
  pageNumbers,
});
const create = (overrides: Partial<CreateJobRequest> = {}, actor: Actor = editor) =>
  service.create({ payload: payload(PROJECT, DOCUMENT), ...overrides }, actor);
/** Names of the fields that a call was refused for. */
const fieldsOf = async (call: Promise<unknown>): Promise<string[]> => {
  const error: unknown = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof AppError ? Object.keys(error.fields ?? {}).sort() : [];
};
const get = async (id: string) => (await jobs.getJob({ id }, await callAs(editor))).job;
const take = async (jobId: string, attempt: number, workerId = 'w1') =>
  jobs.startAttempt({ jobId, attempt, workerId }, await worker());
/** How the attempts of a job ended, newest first; empty for one that runs. */
const outcomesOf = async (jobId: string) =>
  (await jobs.listAttempts({ jobId }, await callAs(viewer))).attempts.map(({ outcome }) => outcome);
/** What was published of a job last. */
const newestOf = (jobId: string) => events.filter(({ event }) => event.job?.id === jobId).at(-1)?.event.job;
/** The refusal of a retry without a document. */
const GONE = {
  code: 'FAILED_PRECONDITION',
  reason: 'document_gone',
  message: 'The document of this job was deleted: there is nothing to work on.',
};
const failWith = async (jobId: string, attempt: number, more: object = {}) =>
  (await jobs.failAttempt({ jobId, attempt, workerId: 'w1', errorMessage: 'It went wrong.', ...more }, await worker()))
    .job;

describe('creating a job', () => {
  it('offers attempt 1 to workers and tells that there is a job (OP-31)', async () => {
    const job = await create();
    expect(job).toMatchObject({
      status: 'pending',
      priority: 5,
      maxRetries: 3,
      currentAttempts: 0,
      projectId: PROJECT,
      createdBy: editor.sub,
    });
    await eventually(() => {
      expect(messagesOf(job.id)).toEqual([1]);
      expect(events.filter(({ event }) => event.job?.id === job.id).map(({ verb }) => verb)).toEqual(['created']);
    });
  });

  it('makes one job of two calls with one id', async () => {
    const id = newId();
    const [first, second] = [await create({ id }), await create({ id })];
    expect(second).toEqual(first);
    await expect(create({ id, type: 'ingest-generic-pdf' })).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'id_taken',
    });
  });

  it('names every bad field at once', async () => {
    const bad = create({
      id: 'x',
      type: 'make-coffee',
      priority: 10,
      maxRetries: -1,
      payload: payload('', ''),
    });
    expect(await fieldsOf(bad)).toEqual(['id', 'max_retries', 'payload.projectId', 'priority', 'type']);
  });

  it('needs an editor; to a stranger the project does not exist', async () => {
    await expect(create({}, viewer)).rejects.toMatchObject({ code: 'PERMISSION_DENIED', message: 'Not authorized' });
    await expect(create({}, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('an attempt', () => {
  it('runs from message to completion, with progress, logs and a record of the attempt', async () => {
    const job = await create();
    const started = await take(job.id, 1);
    expect(started).toMatchObject({ taken: true, leaseSeconds: 30, job: { status: 'processing', currentAttempts: 1 } });
    const progress = { done: 14, total: 62, message: 'page 14 of 62' };
    const hold = { jobId: job.id, attempt: 1, workerId: 'w1' };
    expect(await jobs.reportProgress({ ...hold, progress, logLines: ['Page 14 made'] }, await worker())).toEqual({
      lost: false,
    });
    expect(await get(job.id)).toMatchObject({ progress });
    clock.advance(20_000);
    const result = { pagesProcessed: 60, pagesSkipped: 2, pagesFailed: 0 };
    const { job: done } = await jobs.completeAttempt({ ...hold, result, logLines: [] }, await worker());
    expect(done).toMatchObject({ status: 'completed', completedAt: clock.now(), result });
    const { text } = await jobs.getJobLogs({ id: job.id }, await callAs(viewer));
    expect(text.split('\n').map((line) => line.slice(26))).toEqual([
      'Created: document-specific for a.pdf',
      'Attempt 1 started',
      'Page 14 made',
      'Completed',
    ]);
    const { attempts } = await jobs.listAttempts({ jobId: job.id }, await callAs(viewer));
    expect(attempts).toMatchObject([
      { number: 1, workerId: 'w1', endedAt: clock.now(), outcome: 'completed', errorMessage: '' },
    ]);
    await eventually(() => {
      const last = events.filter(({ event }) => event.job?.id === job.id).at(-1);
      expect(last).toMatchObject({ verb: 'changed', event: { job: { status: 'completed' } } });
    });
  });

  it('tells of new log lines once they can be read, and of progress; a mere sign of life is nobody’s business', async () => {
    const job = await create();
    await take(job.id, 1);
    const hold = { jobId: job.id, attempt: 1, workerId: 'w1' };
    const published = () => events.filter(({ event }) => event.job?.id === job.id).length;
    await eventually(() => expect(published()).toBe(2));
    await jobs.reportProgress(hold, await worker());
    await jobs.reportProgress({ ...hold, logLines: ['A line'] }, await worker());
    await eventually(() => expect(published()).toBe(3));
    expect((await jobs.getJobLogs({ id: job.id }, await callAs(viewer))).text).toMatch(/A line$/);
    await jobs.completeAttempt(hold, await worker());
    await eventually(() => expect(published()).toBe(4));
  });

  it('waits in the queue of its priority (OP-31)', async () => {
    const subjects: string[] = [];
    const unwatch = broker.watch('symbio.job.v1.>', (subject) => subjects.push(subject));
    await broker.ready();
    await create({ type: 'classify-document', priority: 2 });
    await eventually(() => expect(subjects).toContain('symbio.job.v1.classify-document.2'));
    unwatch();
  });

  it('may be about some pages only', async () => {
    const job = await create({ payload: payload(PROJECT, DOCUMENT, [7, 3, 7]) });
    expect(job.payload?.pageNumbers).toEqual([3, 7]);
    const bad = [[0], [2_001], Array.from({ length: 501 }, (_, index) => index + 1)];
    for (const pages of bad)
      expect(await fieldsOf(create({ payload: payload(PROJECT, DOCUMENT, pages) }))).toEqual(['payload.pageNumbers']);
  });

  it('is given to one worker; another copy of its message is stale', async () => {
    const job = await create();
    expect((await take(job.id, 1, 'w1')).taken).toBe(true);
    expect((await take(job.id, 1, 'w2')).taken).toBe(false);
    expect((await take(job.id, 1, 'w1')).taken).toBe(true);
    expect((await get(job.id))?.currentAttempts).toBe(1);
    await jobs.completeAttempt({ jobId: job.id, attempt: 1, workerId: 'w1' }, await worker());
    expect((await take(job.id, 1, 'w1')).taken).toBe(false);
  });

  it('can be completed twice by the worker that did not hear the answer', async () => {
    const job = await create();
    await take(job.id, 1);
    const hold = { jobId: job.id, attempt: 1, workerId: 'w1' };
    const first = await jobs.completeAttempt(hold, await worker());
    expect(await jobs.completeAttempt(hold, await worker())).toEqual(first);
  });

  it('comes again after a failure, later and later, until the budget is used up (OP-33)', async () => {
    const job = await create();
    for (const [attempt, delayMs] of [
      [1, 2_000],
      [2, 10_000],
    ] as const) {
      await eventually(() => expect(messagesOf(job.id)).toContain(attempt));
      await take(job.id, attempt);
      const failed = await failWith(job.id, attempt);
      expect(failed).toMatchObject({ status: 'retrying', errorMessage: 'It went wrong.' });
      expect(failed?.scheduledAt?.getTime()).toBe(clock.now().getTime() + delayMs);
      expect((await take(job.id, attempt + 1)).taken).toBe(false);
      clock.advance(delayMs);
    }
    await eventually(() => expect(messagesOf(job.id)).toEqual([1, 2, 3]));
    await take(job.id, 3);
    expect(await failWith(job.id, 3, { errorDetails: 'stack' })).toMatchObject({
      status: 'failed',
      errorMessage: 'It went wrong.',
      errorDetails: 'stack',
      currentAttempts: 3,
      completedAt: clock.now(),
    });
    const { attempts } = await jobs.listAttempts({ jobId: job.id }, await callAs(viewer));
    expect(attempts.map(({ number, outcome, errorMessage }) => [number, outcome, errorMessage])).toEqual([
      [3, 'failed', 'It went wrong.'],
      [2, 'failed', 'It went wrong.'],
      [1, 'failed', 'It went wrong.'],
    ]);
  });

  it('is not repeated after a failure that can not heal', async () => {
    const job = await create();
    await take(job.id, 1);
    expect(await failWith(job.id, 1, { permanent: true })).toMatchObject({
      status: 'failed',
      currentAttempts: 1,
      errorPermanent: true,
    });
  });

  it('goes back when its worker falls silent for longer than the lease, and the worker learns that', async () => {
    const job = await create();
    await take(job.id, 1);
    const hold = { jobId: job.id, attempt: 1, workerId: 'w1' };
    clock.advance(29_000);
    await jobs.reportProgress(hold, await worker());
    clock.advance(29_000);
    expect((await get(job.id))?.status).toBe('processing');
    clock.advance(1_000);
    await eventually(async () =>
      expect(await get(job.id)).toMatchObject({ status: 'retrying', errorMessage: 'The worker stopped answering.' }),
    );
    expect(await jobs.reportProgress(hold, await worker())).toEqual({ lost: true });
    await expect(jobs.completeAttempt(hold, await worker())).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'lease_lost',
    });
    clock.advance(2_000);
    await eventually(() => expect(messagesOf(job.id)).toEqual([1, 2]));
    expect((await take(job.id, 2, 'w2')).taken).toBe(true);
    expect(await outcomesOf(job.id)).toEqual(['', 'lost']);
  });

  it('handed back by a stopping worker is offered again at once and does not count', async () => {
    const job = await create();
    await take(job.id, 1);
    expect(await failWith(job.id, 1, { givenBack: true })).toMatchObject({ status: 'retrying', currentAttempts: 0 });
    await eventually(() => expect(messagesOf(job.id)).toEqual([1, 2]));
    expect((await take(job.id, 2, 'w2')).taken).toBe(true);
    expect(await outcomesOf(job.id)).toEqual(['', 'returned']);
  });

  it('is nothing a person may touch', async () => {
    const job = await create();
    const call = jobs.startAttempt({ jobId: job.id, attempt: 1, workerId: 'me' }, await callAs(administrator()));
    await expect(call).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});

describe('the log', () => {
  it('keeps the newest thousand lines and says how many it dropped', async () => {
    const job = await create();
    await take(job.id, 1);
    const logLines = Array.from({ length: 600 }, (_, index) => `line ${index}`);
    const hold = { jobId: job.id, attempt: 1, workerId: 'w1' };
    await jobs.reportProgress({ ...hold, logLines }, await worker());
    await jobs.reportProgress({ ...hold, logLines }, await worker());
    const lines = (await jobs.getJobLogs({ id: job.id }, await callAs(viewer))).text.split('\n');
    expect(lines).toHaveLength(1_001);
    expect(lines[0]).toBe('(202 earlier lines were dropped)');
    expect(lines.at(-1)).toMatch(/line 599$/);
  });
});

describe('cancel and retry', () => {
  it('cancels a pending job with the sentence and a completion time (JOB-22, JOB-23)', async () => {
    const job = await create();
    const { job: cancelled } = await jobs.cancelJob({ id: job.id }, await callAs(managing));
    expect(cancelled).toMatchObject({
      status: 'failed',
      errorMessage: 'Job cancelled by user',
      completedAt: clock.now(),
    });
    expect((await take(job.id, 1)).taken).toBe(false);
  });

  it('cancels a retrying job, whose next attempt then never comes', async () => {
    const job = await create();
    await take(job.id, 1);
    await failWith(job.id, 1);
    await jobs.cancelJob({ id: job.id }, await callAs(editor));
    clock.advance(60_000);
    const other = await create();
    await eventually(() => expect(messagesOf(other.id)).toEqual([1]));
    expect(messagesOf(job.id)).toEqual([1]);
  });

  it('answers a conflict in any other state', async () => {
    const job = await create({ payload: payload(PROJECT, newId()) });
    await expect(jobs.retryJob({ id: job.id }, await callAs(editor))).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      message: 'Only a failed job can be retried. This one is pending.',
    });
    await take(job.id, 1);
    const call = jobs.cancelJob({ id: job.id }, await callAs(editor));
    await expect(call).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'job_state',
      message: 'Only a job that is pending or retrying can be cancelled. This one is processing.',
    });
  });

  it('retries a failed job with a fresh budget (JOB-24)', async () => {
    const job = await create({ payload: payload(PROJECT, newId()) });
    await take(job.id, 1);
    await failWith(job.id, 1, { permanent: true });
    const { job: again } = await jobs.retryJob({ id: job.id }, await callAs(editor));
    expect(again).toMatchObject({
      status: 'pending',
      currentAttempts: 0,
      errorMessage: '',
      errorPermanent: false,
      completedAt: undefined,
    });
    await eventually(() => expect(messagesOf(job.id)).toEqual([1, 2]));
    expect((await take(job.id, 1)).taken).toBe(false);
    expect((await take(job.id, 2)).taken).toBe(true);
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
    await eventually(() => expect(messagesOf(job.id)).toEqual([1, 2]));
  });

  it('does not start a second job on a document by a retry', async () => {
    const about = payload(PROJECT, newId());
    const failed = await create({ payload: about });
    await take(failed.id, 1);
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
    await take(running.id, 1);
    const foreign = newId();
    const ids = [second.id, foreign, running.id, first.id];
    const cancelled = (await jobs.cancelJobs({ ids }, await callAs(editor))).outcomes;
    expect(cancelled).toMatchObject([
      { id: second.id, job: { status: 'failed', errorMessage: 'Job cancelled by user' }, error: '', code: '' },
      { id: foreign, job: undefined, error: 'Job not found', code: 'not_found' },
      {
        id: running.id,
        job: undefined,
        error: 'Only a job that is pending or retrying can be cancelled. This one is processing.',
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
      await take(job.id, 1);
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

describe('what happens elsewhere', () => {
  const publish = (subject: string, entityId: string, scope: string, data: object, rev = 2) => {
    const id = randomUUID();
    const envelope = {
      id,
      subject,
      entityId,
      scope,
      rev,
      actor: { sub: 'x', authorId: '', via: 'user' },
      at: '',
      data,
    };
    return broker.publish(subject, envelope, { id });
  };

  it('ends the jobs of a document that is deleted and keeps their history without a dead link', async () => {
    const documentId = newId();
    const about = payload(PROJECT, documentId);
    const [pending, processing] = [await create({ payload: about }), await create({ payload: about })];
    const [completed, failed] = [await create({ payload: about }), await create({ payload: about })];
    for (const { id } of [processing, completed, failed]) await take(id, 1);
    await jobs.completeAttempt({ jobId: completed.id, attempt: 1, workerId: 'w1' }, await worker());
    await failWith(failed.id, 1, { permanent: true });
    await publish(`symbio.evt.document.v1.document.deleted.${PROJECT}`, documentId, PROJECT, {
      document: { id: documentId },
    });
    for (const { id } of [pending, processing]) {
      await eventually(async () =>
        expect(await get(id)).toMatchObject({
          status: 'failed',
          errorMessage: 'The document was deleted.',
          payload: { documentId: '' },
          documentFilename: 'a.pdf',
        }),
      );
    }
    for (const [{ id }, status, errorMessage] of [
      [completed, 'completed', ''],
      [failed, 'failed', 'It went wrong.'],
    ] as const) {
      const forgotten = { status, errorMessage, payload: { documentId: '' }, documentFilename: 'a.pdf' };
      await eventually(async () => expect(await get(id)).toMatchObject(forgotten));
      // whoever looks at the list hears that there is nothing to be tried again
      await eventually(() => expect(newestOf(id)).toMatchObject(forgotten));
    }
    const hold = { jobId: processing.id, attempt: 1, workerId: 'w1' };
    expect(await jobs.reportProgress(hold, await worker())).toEqual({ lost: true });
    expect(await outcomesOf(processing.id)).toEqual(['abandoned']);
    await expect(jobs.retryJob({ id: pending.id }, await callAs(editor))).rejects.toMatchObject(GONE);
    const { outcomes } = await jobs.retryJobs({ ids: [failed.id] }, await callAs(editor));
    expect(outcomes).toMatchObject([{ job: undefined, error: GONE.message, code: GONE.reason }]);
    const offers = events.filter(({ event }) => event.job?.status === 'failed' && event.job.payload?.documentId);
    expect(offers.map(({ event }) => event.job?.id)).not.toContain(pending.id);
  });

  it('removes the jobs of a project that is deleted, with attempts and logs', async () => {
    const project = newId();
    ROLES[editor.sub] = { ...ROLES[editor.sub], [project]: 'editor' };
    const job = await create({ payload: payload(project, newId()) });
    await take(job.id, 1);
    await publish(`symbio.evt.project.v1.project.deleted.${project}`, project, project, {});
    await eventually(() => expect(get(job.id)).rejects.toMatchObject({ code: 'NOT_FOUND' }));
    const hold = { jobId: job.id, attempt: 1, workerId: 'w1' };
    expect(await jobs.reportProgress(hold, await worker())).toEqual({ lost: true });
  });

  it("follows its document's category, whichever of two changes comes last (JOB-26)", async () => {
    const documentId = newId();
    const job = await create({ payload: payload(PROJECT, documentId), documentCategory: 'other', documentRev: 2 });
    const change = (verb: string, category: string, rev: number) =>
      publish(
        `symbio.evt.document.v1.document.${verb}.${PROJECT}`,
        documentId,
        PROJECT,
        { document: { id: documentId, category } },
        rev,
      );
    // two consumers: nobody orders what one and the other receive
    await change('classified', 'sanborn_maps', 4);
    await eventually(async () => expect((await get(job.id))?.documentCategory).toBe('sanborn_maps'));
    const other = newId();
    const marker = await create({ payload: payload(PROJECT, other), documentCategory: 'other' });
    await change('changed', 'site_survey', 3);
    await publish(
      `symbio.evt.document.v1.document.changed.${PROJECT}`,
      other,
      PROJECT,
      { document: { id: other, category: 'deed_documents' } },
      2,
    );
    // the later event of the same consumer is handled: so was the one before
    await eventually(async () => expect((await get(marker.id))?.documentCategory).toBe('deed_documents'));
    expect((await get(job.id))?.documentCategory).toBe('sanborn_maps');
  });
});

it('has a queue for every type of job before any worker has run', async () => {
  const manager = await broker.connection.jetstreamManager();
  for (const type of JOB_TYPES)
    expect((await manager.streams.info(jobStream(type).name)).config.retention).toBe('workqueue');
});
