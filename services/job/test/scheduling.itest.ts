/** Scheduling over gRPC, on real MongoDB and NATS. */
import { newId } from '@symbio/runtime';
import { callAs, callAsService } from '@symbio/rpc/testing';
import { eventually } from '@symbio/runtime/testing';
import { Project, projectEvents } from '@symbio/proto/project';
import {
  jobs,
  clock,
  editor,
  events,
  removed,
  ROLES,
  take,
  OTHER_PROJECT,
  PROJECT,
  messagesOf,
  worker,
  payload,
  create,
  get,
  outcomesOf,
} from './running-service.js';

const type = 'background-analyze-pages';
const reading = async (projectId: string, expectedPages = 60, priority = 6) =>
  (await create({ type, priority, expectedPages, payload: payload(projectId, newId()) })).id;
const held: { jobId: string; attempt: number; workerId: string }[] = [];
/** Ends all jobs: their leases would end in later tests. */
afterEach(async () => {
  for (const claim of held.splice(0)) await jobs.completeAttempt(claim, await worker()).catch(() => undefined);
  for (const projectId of [PROJECT, OTHER_PROJECT]) {
    const active = await jobs.listActiveJobs({ projectId }, await callAs(editor));
    for (const { id } of active.jobs) await jobs.cancelJob({ id }, await callAs(editor));
  }
});
const begin = async (lane: string, workerId = newId()) => {
  const { job, attempt, askAgainMs } = await jobs.startAttempt({ lane, workerId }, await worker());
  if (job) held.push({ jobId: job.id, attempt, workerId });
  return { claim: { jobId: job?.id ?? '', attempt, workerId }, askAgainMs };
};
const next = async (lane: string): Promise<string> => (await begin(lane)).claim.jobId;
type Claim = Awaited<ReturnType<typeof begin>>['claim'];
const giveWay = async (claim: Claim, progress?: { done: number; total: number; message: string }) =>
  (await jobs.reportProgress({ ...claim, progress }, await worker())).giveWay;
const pause = async (claim: Claim) => jobs.failAttempt({ ...claim, givenBack: true, gaveWay: true }, await worker());
const complete = async (claim: Claim) => void (await jobs.completeAttempt(claim, await worker()));

it('projects take rounds, viewed documents come first, and all jobs are done', async () => {
  const batch: string[] = [];
  for (let index = 0; index < 4; index++) batch.push(await reading(PROJECT));
  const single = await reading(OTHER_PROJECT);
  const [first = '', second = '', third = '', last = ''] = batch;

  const started = await begin('reading', 'w1');
  expect(started.claim.jobId).toBe(first);
  // lost answer: the same worker repeats and gets the same
  expect(await begin('reading', 'w1')).toEqual(started);
  expect(await next('reading')).toBe(single);

  const caller = await callAsService('document');
  await jobs.hurryJob({ id: last, priority: 3 }, caller);
  expect(await get(last)).toMatchObject({ priority: 3, status: 'pending', currentAttempts: 0 });
  await eventually(() => expect(messagesOf(last)).toBe(2));
  // the running job is asked to yield, and continues its attempt after the other
  expect(await giveWay(started.claim)).toBe(true);
  await pause(started.claim);
  clock.advance(1_000);
  expect(await get(first)).toMatchObject({
    ...{ status: 'pending', currentAttempts: 0, queue: { position: 2, waitingFor: 'documents_before' } },
  });

  expect(await next('reading')).toBe(last);
  // running jobs are not hurried
  expect((await jobs.hurryJob({ id: last, priority: 0 }, caller)).job?.priority).toBe(3);
  const order = [];
  for (let index = 0; index < 4; index++) order.push(await next('reading'));
  expect(order).toEqual([first, second, third, '']);
  expect(await outcomesOf(first)).toEqual(['']);
});

it('a document of up to 5 pages waits for the sheet that is being read, and for nothing else (OP-31)', async () => {
  const large: string[] = [];
  for (let index = 0; index < 20; index++) large.push(await reading(PROJECT));
  const reads = await begin('reading');
  expect(reads.claim.jobId).toBe(large[0]);
  expect(await giveWay(reads.claim)).toBe(false);
  clock.advance(1_000);
  const small = await reading(PROJECT, 5);
  const sheet = (
    await create({
      type,
      priority: 6,
      expectedPages: 1,
      documentCategory: 'sanborn_maps',
      payload: payload(PROJECT, newId()),
    })
  ).id;
  // at the end of the sheet
  expect(await giveWay(reads.claim, { done: 1, total: 60, message: 'page 1 of 60' })).toBe(true);
  await pause(reads.claim);
  expect([await next('reading'), await next('reading')]).toEqual([small, sheet]);
  // it continues before the others of its size
  expect(await next('reading')).toBe(large[0]);
  for (const id of large.slice(1)) await jobs.cancelJob({ id }, await callAs(editor));
});

it('readings wait for pictures: large ones ten minutes for those of their project, all others 20 s', async () => {
  const makes = (await create({ payload: payload(PROJECT, newId()) })).id;
  const [own, large, small] = [await reading(PROJECT), await reading(OTHER_PROJECT), await reading(OTHER_PROJECT, 2)];
  const denied = await begin('reading');
  expect(denied).toMatchObject({ claim: { jobId: '' }, askAgainMs: 1_000 });
  clock.advance(1_000);
  expect((await get(small))?.queue).toMatchObject({ position: 1, waitingFor: 'pictures_before' });
  clock.advance(19_000);
  expect([await next('reading'), await next('reading')]).toEqual([small, large]);
  expect((await begin('reading')).askAgainMs).toBe(1_000);
  clock.advance(580_000);
  expect(await next('reading')).toBe(own);
  expect(await next('pictures')).toBe(makes);
  // more of a batch may follow
  const after = await reading(OTHER_PROJECT);
  expect((await begin('reading')).askAgainMs).toBe(1_000);
  clock.advance(2_001);
  expect(await next('reading')).toBe(after);
});

it('nothing waits for ever: a large document is aged, though small ones keep coming', async () => {
  const large = await reading(PROJECT);
  clock.advance(600_000);
  const smalls: string[] = [];
  // one after another, so that small ones always wait
  await eventually(async () => {
    smalls.push(await reading(OTHER_PROJECT, 1));
    const { claim } = await begin('reading');
    await complete(claim);
    expect(claim.jobId).toBe(large);
  });
  const left: string[] = [];
  for (let id = await next('reading'); id !== ''; id = await next('reading')) left.push(id);
  expect(smalls).toEqual(expect.arrayContaining(left));
});

it('jobs of a deleted project that can be restored are paused, and continue then', async () => {
  const project = newId();
  ROLES[editor.sub] = { ...ROLES[editor.sub], [project]: 'editor' };
  const [waiting, running] = [
    await create({ payload: payload(project, newId()) }),
    await create({ payload: payload(project, newId()) }),
  ];
  await take(running.id);
  await eventually(() => expect(messagesOf(waiting.id)).toBe(1));
  const data = { project: Project.fromPartial({ purgeAt: clock.now() }) };
  removed.push(project);
  await events.publish(projectEvents.deleted, { entityId: project, scope: project, data });
  const claim = { jobId: running.id, attempt: 1, workerId: 'w1' };
  await eventually(async () =>
    expect(await jobs.reportProgress(claim, await worker())).toMatchObject({ lost: false, giveWay: true }),
  );
  await pause(claim);
  expect(await take(waiting.id)).toMatchObject({ taken: false });
  expect(await take(running.id)).toMatchObject({ taken: false });
  const { text } = await jobs.getJobLogs({ id: running.id }, await callAs(editor));
  expect(text).toContain('Paused: the project was deleted. The job continues if it is restored.');
  await eventually(() => expect(messagesOf(running.id)).toBe(2));
  removed.pop();
  await events.publish(projectEvents.restored, { entityId: project, scope: project });
  // the messages have been consumed
  await eventually(() => expect([messagesOf(waiting.id), messagesOf(running.id)]).toEqual([2, 3]));
  await eventually(async () => expect(await take(waiting.id)).toMatchObject({ taken: true }));
  expect(await take(running.id)).toMatchObject({ taken: true, attempt: 1, job: { currentAttempts: 0 } });
});
