/** Jobs, attempts and external events over gRPC, on real MongoDB and NATS. */
import { JOB_SUBJECTS, JOBS_STREAM, laneSubject } from '@symbio/events';
import { newId } from '@symbio/runtime';
import { administrator, eventually } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { DocumentEvent, documentEvents } from '@symbio/proto/document';
import { projectEvents } from '@symbio/proto/project';
import {
  jobs,
  broker,
  clock,
  editor,
  events,
  published,
  ROLES,
  PROJECT,
  messagesOf,
  worker,
  DOCUMENT,
  viewer,
  stranger,
  payload,
  create,
  fieldsOf,
  get,
  take,
  outcomesOf,
  newestOf,
  GONE,
  failWith,
} from './running-service.js';

describe('creating a job', () => {
  it('offers attempt 1 to workers and publishes the job (OP-31)', async () => {
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
      expect(messagesOf(job.id)).toBe(1);
      expect(events.verbsOf(job.id)).toEqual(['created']);
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
    const started = await take(job.id);
    expect(started).toMatchObject({ taken: true, leaseSeconds: 30, job: { status: 'processing', currentAttempts: 0 } });
    const progress = { done: 14, total: 62, message: 'page 14 of 62' };
    const claim = { jobId: job.id, attempt: 1, workerId: 'w1' };
    expect(await jobs.reportProgress({ ...claim, progress, logLines: ['Page 14 made'] }, await worker())).toEqual({
      lost: false,
      giveWay: false,
      stop: false,
    });
    expect(await get(job.id)).toMatchObject({ progress });
    clock.advance(20_000);
    const result = { pagesProcessed: 60, pagesSkipped: 2, pagesFailed: 0 };
    const last = { done: 62, total: 62, message: 'page 62 of 62' };
    const { job: done } = await jobs.completeAttempt(
      { ...claim, result, progress: last, logLines: [] },
      await worker(),
    );
    expect(done).toMatchObject({ status: 'completed', completedAt: clock.now(), result, progress: last });
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
      expect(events.verbsOf(job.id).at(-1)).toBe('changed');
      expect(newestOf(job.id)).toMatchObject({ status: 'completed' });
    });
  });

  it('publishes new log lines once they can be read, and progress, but no heartbeats', async () => {
    const job = await create();
    await take(job.id);
    const claim = { jobId: job.id, attempt: 1, workerId: 'w1' };
    const times = () => events.of(job.id).length;
    await eventually(() => expect(times()).toBe(2));
    await jobs.reportProgress(claim, await worker());
    await jobs.reportProgress({ ...claim, logLines: ['A line'] }, await worker());
    await eventually(() => expect(times()).toBe(3));
    expect((await jobs.getJobLogs({ id: job.id }, await callAs(viewer))).text).toMatch(/A line$/);
    await jobs.reportProgress({ ...claim, progress: { done: 1, total: 2, message: 'page 1 of 2' } }, await worker());
    await jobs.completeAttempt(claim, await worker());
    await eventually(() => expect(times()).toBe(5));
    expect(newestOf(job.id)).toMatchObject({ status: 'completed', progress: { done: 1, total: 2 } });
  });

  it('waits in its lane (OP-31)', async () => {
    const subjects: string[] = [];
    const unwatch = broker.watch(JOB_SUBJECTS, (subject) => subjects.push(subject));
    await broker.ready();
    await create({ type: 'classify-document', priority: 2 });
    await create({ type: 'background-analyze-pages' });
    await create({ type: 'classify-document' });
    await eventually(() => expect(subjects).toEqual(['urgent', 'reading', 'pictures'].map(laneSubject)));
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
    expect((await take(job.id, 'w1')).taken).toBe(true);
    expect((await take(job.id, 'w2')).taken).toBe(false);
    expect((await take(job.id, 'w1')).taken).toBe(true);
    expect((await get(job.id))?.currentAttempts).toBe(0);
    const { text } = await jobs.getJobLogs({ id: job.id }, await callAs(viewer));
    expect(text.split('\n').filter((line) => line.endsWith('Attempt 1 started'))).toHaveLength(1);
    await jobs.completeAttempt({ jobId: job.id, attempt: 1, workerId: 'w1' }, await worker());
    expect((await take(job.id, 'w1')).taken).toBe(false);
  });

  it('can be completed twice by the worker that did not hear the answer', async () => {
    const job = await create();
    await take(job.id);
    const claim = { jobId: job.id, attempt: 1, workerId: 'w1' };
    const first = await jobs.completeAttempt(claim, await worker());
    expect(await jobs.completeAttempt(claim, await worker())).toEqual(first);
  });

  it('comes again after a failure, later and later, until the budget is used up (OP-33)', async () => {
    const job = await create();
    for (const [attempt, delayMs] of [
      [1, 2_000],
      [2, 10_000],
    ] as const) {
      await eventually(() => expect(messagesOf(job.id)).toBe(attempt));
      await take(job.id);
      const failed = await failWith(job.id, attempt);
      expect(failed).toMatchObject({ status: 'retrying', errorMessage: 'It went wrong.' });
      expect(failed?.scheduledAt?.getTime()).toBe(clock.now().getTime() + delayMs);
      expect((await take(job.id)).taken).toBe(false);
      clock.advance(delayMs);
    }
    await eventually(() => expect(messagesOf(job.id)).toBe(3));
    await take(job.id);
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
    await take(job.id);
    expect(await failWith(job.id, 1, { permanent: true })).toMatchObject({
      status: 'failed',
      currentAttempts: 1,
      errorPermanent: true,
    });
  });

  it('goes back when its worker falls silent for longer than the lease, and the worker learns that', async () => {
    const job = await create();
    await take(job.id);
    const claim = { jobId: job.id, attempt: 1, workerId: 'w1' };
    clock.advance(29_000);
    await jobs.reportProgress(claim, await worker());
    clock.advance(29_000);
    expect((await get(job.id))?.status).toBe('processing');
    clock.advance(1_000);
    await eventually(async () =>
      expect(await get(job.id)).toMatchObject({ status: 'retrying', errorMessage: 'The worker stopped answering.' }),
    );
    expect(await jobs.reportProgress(claim, await worker())).toEqual({ lost: true, giveWay: false, stop: false });
    await expect(jobs.completeAttempt(claim, await worker())).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'lease_lost',
    });
    clock.advance(2_000);
    await eventually(() => expect(messagesOf(job.id)).toBe(2));
    expect((await take(job.id, 'w2')).taken).toBe(true);
    expect(await outcomesOf(job.id)).toEqual(['', 'lost']);
  });

  it('handed back by a stopping worker is offered again at once and does not count', async () => {
    const job = await create();
    await take(job.id);
    expect(await failWith(job.id, 1, { givenBack: true })).toMatchObject({ status: 'pending', currentAttempts: 0 });
    await eventually(() => expect(messagesOf(job.id)).toBe(2));
    expect(await take(job.id, 'w2')).toMatchObject({ taken: true, attempt: 1 });
    expect(await outcomesOf(job.id)).toEqual(['']);
  });

  it('gets the full waiting time again after it has made progress', async () => {
    const job = await create();
    await take(job.id);
    expect(await failWith(job.id, 1, { blocked: true })).toMatchObject({ status: 'retrying', currentAttempts: 0 });
    clock.advance(24 * 3_600_000);
    await eventually(() => expect(messagesOf(job.id)).toBe(2));
    expect((await take(job.id)).taken).toBe(true);
    const progress = { done: 1, total: 2, message: 'page 1 of 2' };
    await jobs.reportProgress({ jobId: job.id, attempt: 2, workerId: 'w1', progress }, await worker());
    expect(await failWith(job.id, 2, { blocked: true })).toMatchObject({ status: 'retrying', currentAttempts: 0 });
  });

  it('ends after its page when a person wants it to, as no fault, and goes on by a retry (JOB-22, JOB-24)', async () => {
    const job = await create({ payload: payload(PROJECT, newId()) });
    const stop = async () => (await jobs.stopJob({ id: job.id }, await callAs(editor))).job;
    await expect(stop()).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'job_state',
      message: 'Only a job that is processing can be stopped after its page. This one is pending: cancel it instead.',
    });
    await take(job.id);
    const claim = { jobId: job.id, attempt: 1, workerId: 'w1' };
    expect(await jobs.reportProgress(claim, await worker())).toMatchObject({ lost: false, stop: false });
    expect(await stop()).toMatchObject({ status: 'processing', stopping: true });
    expect((await stop())?.stopping).toBe(true);
    expect(await jobs.reportProgress(claim, await worker())).toMatchObject({ lost: false, stop: true });
    expect(await failWith(job.id, 1, { stopped: true })).toMatchObject({
      status: 'failed',
      failure: 'stopped',
      stopping: false,
      errorPermanent: false,
    });
    expect(await outcomesOf(job.id)).toEqual(['stopped']);
    const text = (await jobs.getJobLogs({ id: job.id }, await callAs(editor))).text;
    expect(text.match(/To be stopped after this page/g)).toHaveLength(1);
    const retry = await callAs(editor, { requestId: 'the-retry-of-a-person' });
    const retried = await jobs.retryJob({ id: job.id }, retry);
    expect(retried.job).toMatchObject({ status: 'pending', failure: '' });
    // worker calls and logs carry the request id
    expect(await take(job.id, 'w2')).toMatchObject({ taken: true, requestId: 'the-retry-of-a-person' });
  });

  it('is nothing a person may touch', async () => {
    const job = await create();
    const call = jobs.startAttempt({ jobId: job.id, workerId: 'me' }, await callAs(administrator()));
    await expect(call).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  });
});

describe('the log', () => {
  it('keeps the newest thousand lines and says how many it dropped', async () => {
    const job = await create();
    await take(job.id);
    const logLines = Array.from({ length: 600 }, (_, index) => `line ${index}`);
    const claim = { jobId: job.id, attempt: 1, workerId: 'w1' };
    await jobs.reportProgress({ ...claim, logLines }, await worker());
    await jobs.reportProgress({ ...claim, logLines }, await worker());
    const lines = (await jobs.getJobLogs({ id: job.id }, await callAs(viewer))).text.split('\n');
    expect(lines).toHaveLength(1_001);
    expect(lines[0]).toBe('(202 earlier lines were dropped)');
    expect(lines.at(-1)).toMatch(/line 599$/);
  });
});

describe('what happens elsewhere', () => {
  it('ends the jobs of a document that is deleted and keeps their history without a dead link', async () => {
    const documentId = newId();
    const about = payload(PROJECT, documentId);
    const [pending, processing] = [await create({ payload: about }), await create({ payload: about })];
    const [completed, failed] = [await create({ payload: about }), await create({ payload: about })];
    for (const { id } of [processing, completed, failed]) await take(id);
    await jobs.completeAttempt({ jobId: completed.id, attempt: 1, workerId: 'w1' }, await worker());
    await failWith(failed.id, 1, { permanent: true });
    const data = DocumentEvent.fromPartial({ document: { id: documentId } });
    await events.publish(documentEvents.deleted, { entityId: documentId, scope: PROJECT, data });
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
      // list clients are notified that nothing can be retried
      await eventually(() => expect(newestOf(id)).toMatchObject(forgotten));
    }
    const claim = { jobId: processing.id, attempt: 1, workerId: 'w1' };
    expect(await jobs.reportProgress(claim, await worker())).toEqual({ lost: true, giveWay: false, stop: false });
    expect(await outcomesOf(processing.id)).toEqual(['abandoned']);
    await expect(jobs.retryJob({ id: pending.id }, await callAs(editor))).rejects.toMatchObject(GONE);
    const { outcomes } = await jobs.retryJobs({ ids: [failed.id] }, await callAs(editor));
    expect(outcomes).toMatchObject([{ job: undefined, error: GONE.message, code: GONE.reason }]);
    const offers = published().filter(({ status, payload: about }) => status === 'failed' && about?.documentId);
    expect(offers.map(({ id }) => id)).not.toContain(pending.id);
  });

  it('is linked to its restored document again; ended jobs stay ended', async () => {
    const documentId = newId();
    const job = await create({ payload: payload(PROJECT, documentId), documentRev: 3 });
    const later = await create({ payload: payload(PROJECT, documentId), documentRev: 6 });
    const document = { id: documentId, purgeAt: new Date(4_000_000_000_000) };
    const data = DocumentEvent.fromPartial({ document });
    await events.publish(documentEvents.deleted, { entityId: documentId, scope: PROJECT, data, rev: 5 });
    await eventually(async () => expect(await get(job.id)).toMatchObject({ payload: { documentId: '' } }));
    // created for the restored document before the deletion event arrives
    expect(await get(later.id)).toMatchObject({ status: 'pending', payload: { documentId } });
    await events.publish(documentEvents.restored, { entityId: documentId, scope: PROJECT, data, rev: 6 });
    await eventually(async () =>
      expect(await get(job.id)).toMatchObject({ status: 'failed', payload: { documentId } }),
    );
    await events.publish(documentEvents.deleted, { entityId: documentId, scope: PROJECT, data, rev: 7 });
    await eventually(async () => expect(await get(later.id)).toMatchObject({ payload: { documentId: '' } }));
    await events.publish(documentEvents.erased, { entityId: documentId, scope: PROJECT, data, rev: 8 });
    await eventually(() =>
      expect((async () => jobs.retryJob({ id: job.id }, await callAs(editor)))()).rejects.toMatchObject(GONE),
    );
  });

  it('removes the jobs of a project that is deleted, with attempts and logs', async () => {
    const project = newId();
    ROLES[editor.sub] = { ...ROLES[editor.sub], [project]: 'editor' };
    const job = await create({ payload: payload(project, newId()) });
    await take(job.id);
    await events.publish(projectEvents.deleted, { entityId: project, scope: project });
    await eventually(() => expect(get(job.id)).rejects.toMatchObject({ code: 'NOT_FOUND' }));
    const claim = { jobId: job.id, attempt: 1, workerId: 'w1' };
    expect(await jobs.reportProgress(claim, await worker())).toEqual({ lost: true, giveWay: false, stop: false });
  });

  it("follows its document's category, whichever of two changes comes last (JOB-26)", async () => {
    const documentId = newId();
    const job = await create({ payload: payload(PROJECT, documentId), documentCategory: 'other', documentRev: 2 });
    const change = (verb: 'classified' | 'changed', category: string, rev: number, id = documentId) => {
      const data = DocumentEvent.fromPartial({ document: { id, category } });
      return events.publish(documentEvents[verb], { entityId: id, scope: PROJECT, rev, data });
    };
    // two consumers: their relative order is undefined
    await change('classified', 'sanborn_maps', 4);
    await eventually(async () => expect((await get(job.id))?.documentCategory).toBe('sanborn_maps'));
    const other = newId();
    const marker = await create({ payload: payload(PROJECT, other), documentCategory: 'other' });
    await change('changed', 'site_survey', 3);
    await change('changed', 'deed_documents', 2, other);
    // a later event of the same consumer is handled, so the previous one is too
    await eventually(async () => expect((await get(marker.id))?.documentCategory).toBe('deed_documents'));
    expect((await get(job.id))?.documentCategory).toBe('sanborn_maps');
  });
});

it('has a stream for messages before any worker has run, and removes those of earlier versions', async () => {
  const manager = await broker.connection.jetstreamManager();
  expect((await manager.streams.info(JOBS_STREAM.name)).config.retention).toBe('workqueue');
  const names = (await manager.streams.names().next()).filter((name) => name.startsWith('JOBS'));
  expect(names).toEqual([JOBS_STREAM.name]);
});
