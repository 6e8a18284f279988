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

describe('whose turn it is', () => {
  const type = 'background-analyze-pages';
  const reading = async (projectId: string, priority = 7) =>
    (await create({ type, priority, payload: payload(projectId, newId()) })).id;
  /** Starts an attempt for a queue message, as a worker, and returns the job. */
  const begin = async (message: string, priority: number, workerId = newId()) => {
    const claim = { jobId: message, attempt: 1, workerId };
    const answer = await jobs.startAttempt({ ...claim, type, priority }, await worker());
    return { ...claim, jobId: answer.job?.id ?? '', attempt: answer.attempt };
  };

  it('projects take rounds whatever the order of messages, what somebody looks at comes first, and all of it is done', async () => {
    const batch: string[] = [];
    for (let index = 0; index < 4; index++) batch.push(await reading(PROJECT));
    const single = await reading(OTHER_PROJECT);
    const [first = '', second = '', third = '', last = ''] = batch;

    const started = await begin(first, 7, 'w1');
    expect(started.jobId).toBe(first);
    // lost answer: the same worker repeats and gets the same
    expect(await begin(first, 7, 'w1')).toEqual(started);
    expect((await begin(second, 7)).jobId).toBe(single);

    const caller = await callAsService('document');
    await jobs.hurryJob({ id: last, priority: 3 }, caller);
    expect(await get(last)).toMatchObject({ priority: 3, status: 'pending', currentAttempts: 0 });
    await eventually(() => expect(messagesOf(last)).toEqual([1, 2]));
    const running = { ...started, workerId: 'w1' };
    // the running job is asked to yield, and resumes after those that waited
    const { giveWay } = await jobs.reportProgress({ ...running, progress: undefined }, await worker());
    expect(giveWay).toBe(true);
    await jobs.failAttempt({ ...running, givenBack: true, gaveWay: true }, await worker());
    expect(await outcomesOf(first)).toEqual(['returned']);
    expect(await get(first)).toMatchObject({ status: 'retrying', currentAttempts: 0 });

    expect((await begin(last, 3)).jobId).toBe(last);
    // running jobs are not hurried
    expect((await jobs.hurryJob({ id: last, priority: 0 }, caller)).job?.priority).toBe(3);
    const order = [];
    for (const message of [single, third, last, first]) order.push((await begin(message, 7)).jobId);
    expect(order).toEqual([second, third, first, '']);
  });

  it('has jobs of a project rest that is deleted and can be restored, and go on then as they were', async () => {
    const project = newId();
    ROLES[editor.sub] = { ...ROLES[editor.sub], [project]: 'editor' };
    const [waiting, running] = [
      await create({ payload: payload(project, newId()) }),
      await create({ payload: payload(project, newId()) }),
    ];
    await take(running.id, 1);
    await eventually(() => expect(messagesOf(waiting.id)).toEqual([1]));
    const data = { project: Project.fromPartial({ purgeAt: clock.now() }) };
    removed.push(project);
    await events.publish(projectEvents.deleted, { entityId: project, scope: project, data });
    const claim = { jobId: running.id, attempt: 1, workerId: 'w1' };
    await eventually(async () =>
      expect(await jobs.reportProgress(claim, await worker())).toMatchObject({ lost: false, giveWay: true }),
    );
    await jobs.failAttempt({ ...claim, givenBack: true, gaveWay: true }, await worker());
    expect(await take(waiting.id, 1)).toMatchObject({ taken: false });
    expect(await take(running.id, 2)).toMatchObject({ taken: false });
    const { text } = await jobs.getJobLogs({ id: running.id }, await callAs(editor));
    expect(text).toContain('The project was deleted: it goes on when that is restored.');
    await eventually(() => expect(messagesOf(running.id)).toEqual([1, 2]));
    removed.pop();
    await events.publish(projectEvents.restored, { entityId: project, scope: project });
    // the messages have been consumed
    await eventually(() =>
      expect([messagesOf(waiting.id), messagesOf(running.id)]).toEqual([
        [1, 1],
        [1, 2, 2],
      ]),
    );
    await eventually(async () => expect(await take(waiting.id, 1)).toMatchObject({ taken: true }));
    expect(await take(running.id, 2)).toMatchObject({ taken: true, job: { currentAttempts: 1 } });
  });
});
