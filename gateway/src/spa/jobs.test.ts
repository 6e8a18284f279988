import express, { type RequestHandler } from 'express';
import { Attempt, Job, jobEvents, type JobServiceService } from '@symbio/proto/job';
import { notFound } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import type { EventEnvelope } from '@symbio/events';
import { liveChange } from '../live/stream.js';
import { setCaller, type Caller } from '../http/request.js';
import { closeServers, serveHandlers, mounted } from '../testing.js';
import { jobs } from './jobs.js';

const ID = '01890000-0000-7000-8000-0000000000aa';
const OTHER = '01890000-0000-7000-8000-0000000000bb';
const nora = { actor: { sub: 'u1', role: 'customer' }, email: '', token: 'internal' } as Caller;

afterEach(closeServers);

async function gateway(more: object = {}) {
  const asked: Record<string, object> = {};
  const noted =
    <T>(name: string, answer: T) =>
    (request: object): Promise<T> => {
      asked[name] = request;
      return Promise.resolve(answer);
    };
  const row = Job.fromJSON({ id: ID, status: 'failed', result: { pagesProcessed: 1 } });
  const job = {
    listJobs: noted('listJobs', { jobs: [row], pageInfo: undefined }),
    listAttempts: noted('listAttempts', {
      attempts: [
        Attempt.fromJSON({ number: 2, workerId: 'w2', startedAt: '2026-01-01T00:01:00Z' }),
        Attempt.fromJSON({
          number: 1,
          workerId: 'w1',
          endedAt: '2026-01-01T00:00:30Z',
          errorMessage: 'No.',
          outcome: 'failed',
        }),
      ],
    }),
    getStatistics: noted('getStatistics', { pending: 1, averageProcessingSeconds: 2.5 }),
    cancelJobs: noted('cancelJobs', {
      outcomes: [
        { id: ID, job: row, error: '', code: '' },
        { id: OTHER, job: undefined, error: 'Job not found', code: 'not_found' },
      ],
    }),
    retryJobs: noted('retryJobs', { outcomes: [] }),
    ...more,
  } as unknown as Client<typeof JobServiceService>;
  const authenticate: RequestHandler = (request, _response, next) => {
    setCaller(request, nora);
    next();
  };
  const url = await serveHandlers(express.json(), authenticate, mounted(jobs({ job })));
  const send = async (path: string, body?: unknown) => {
    const response = await fetch(`${url}${path}`, {
      ...(body === undefined
        ? {}
        : { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { asked, send };
}

describe('jobs for the screens', () => {
  it('are listed by every filter (JOB-25)', async () => {
    const { asked, send } = await gateway();
    const filters = `type=classify-document&status=failed&project_id=${OTHER}&created_by=me&search=sanborn`;
    const ranges = 'created_from=2026-01-01&created_to=2026-02-01T00:00:00Z&priority_min=0&priority_max=9';
    const { status, body } = await send(`/jobs?${filters}&${ranges}&sort=priority&order=asc&page=2&per_page=100`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ data: [{ id: ID, result: { pages_processed: 1, pages_skipped: 0 } }] });
    expect(asked['listJobs']).toEqual({
      paging: { page: 2, perPage: 100 },
      projectId: OTHER,
      type: 'classify-document',
      status: 'failed',
      createdBy: 'me',
      createdFrom: new Date('2026-01-01'),
      createdTo: new Date('2026-02-01'),
      priorityMin: 0,
      priorityMax: 9,
      sort: 'priority',
      order: 'asc',
      documentId: '',
      search: 'sanborn',
    });
  });

  it.each([
    ['/jobs?projectid=x', 400, 'Unknown parameter "projectid"'],
    ['/jobs?status=failed&status=pending', 400, 'Give status once'],
    ['/jobs?priority_min=high', 400, 'priority_min must be a whole number'],
    ['/jobs?created_from=yesterday', 400, 'created_from must be a date and time'],
    ['/jobs?per_page=500', 400, 'per_page must be at most 100'],
    ['/jobs?project_id=mine', 404, 'Project not found'],
    ['/jobs/stats?project_id=mine', 404, 'Project not found'],
    ['/jobs/stats?tz=Mars', 400, 'tz is not a timezone'],
    ['/jobs/mine/attempts', 404, 'Job not found'],
  ])('reject %s with a message', async (path, status, error) => {
    const { asked, send } = await gateway();
    expect(await send(path)).toMatchObject({ status, body: { error } });
    expect(asked).toEqual({});
  });

  it('include the day that created_to names, or end at its time', async () => {
    const { asked, send } = await gateway();
    await send('/jobs?created_to=2026-02-28');
    expect(asked['listJobs']).toMatchObject({ createdTo: new Date('2026-03-01T00:00:00Z') });
    await send('/jobs?created_to=2026-02-28T12:00:00Z');
    expect(asked['listJobs']).toMatchObject({ createdTo: new Date('2026-02-28T12:00:00Z') });
  });

  it('have their log as text when asked for one by one (DATA-19)', async () => {
    const { send } = await gateway({
      getJob: () => Promise.resolve({ job: Job.fromJSON({ id: ID }) }),
      getJobLogs: () => Promise.resolve({ text: 'Attempt 1 started\nPage 1 read' }),
    });
    expect((await send(`/jobs/${ID}`)).body).toMatchObject({
      data: { id: ID, logs: 'Attempt 1 started\nPage 1 read' },
    });
    const { body } = await send('/jobs');
    expect((body['data'] as object[])[0]).not.toHaveProperty('logs');
  });

  it.each(['/jobs', '/jobs/stats'])(
    'of a project invisible to the caller are rejected by name, whatever form its id has: %s (JOB-25)',
    async (path) => {
      const refusal = { status: 404, body: { fields: { project_id: 'Project not found' } } };
      const { send } = await gateway({
        listJobs: () => Promise.reject(notFound('Project')),
        getStatistics: () => Promise.reject(notFound('Project')),
      });
      expect(await send(`${path}?project_id=mine`)).toMatchObject(refusal);
      expect(await send(`${path}?project_id=${OTHER}`)).toMatchObject(refusal);
    },
  );

  it('have attempts listed as a whole, or in pages if requested (PROJ-41)', async () => {
    const { send } = await gateway();
    const path = `/jobs/${ID}/attempts`;
    expect((await send(path)).body).toMatchObject({ page: 1, per_page: 2, total_pages: 1, count: 2 });
    expect((await send(`${path}?per_page=1&page=2`)).body).toMatchObject({
      data: [{ number: 1 }],
      page: 2,
      per_page: 1,
      total_pages: 2,
      count: 2,
    });
    expect((await send(`${path}?page=1`)).body).toMatchObject({ per_page: 20, total_pages: 1, count: 2 });
    expect(await send(`${path}?per_page=101`)).toMatchObject({
      status: 400,
      body: { fields: { per_page: 'per_page must be at most 100' } },
    });
  });

  it('have attempts with null for a missing end, outcome and error', async () => {
    const { asked, send } = await gateway();
    expect((await send(`/jobs/${ID}/attempts`)).body['data']).toEqual([
      {
        number: 2,
        worker_id: 'w2',
        started_at: '2026-01-01T00:01:00.000Z',
        ended_at: null,
        error_message: null,
        outcome: null,
      },
      {
        number: 1,
        worker_id: 'w1',
        started_at: null,
        ended_at: '2026-01-01T00:00:30.000Z',
        error_message: 'No.',
        outcome: 'failed',
      },
    ]);
    expect(asked['listAttempts']).toEqual({ jobId: ID });
  });

  it('have statistics of one project or of all (JOB-27)', async () => {
    const { asked, send } = await gateway();
    expect((await send(`/jobs/stats?project_id=${OTHER}`)).body).toEqual({
      data: { pending: 1, average_processing_seconds: 2.5 },
    });
    expect(asked['getStatistics']).toMatchObject({ projectId: OTHER });
    await send('/jobs/stats');
    expect(asked['getStatistics']).toMatchObject({ projectId: '' });
  });

  it('are retried by id, required with its own message (JOB-24, ERR-01)', async () => {
    const { send } = await gateway();
    expect(await send('/rpc/retry_failed_job', {})).toMatchObject({
      status: 400,
      body: { error: 'job_id is required', fields: { job_id: 'job_id is required' } },
    });
  });

  it('are cancelled and retried in bulk, each with its own outcome (OP-32)', async () => {
    const { asked, send } = await gateway();
    const { status, body } = await send('/jobs/cancel', { ids: [ID, OTHER] });
    expect(status).toBe(200);
    expect(body['data']).toMatchObject([
      { id: ID, job: { status: 'failed' }, error: null, code: null },
      { id: OTHER, job: null, error: 'Job not found', code: 'not_found' },
    ]);
    expect(asked['cancelJobs']).toEqual({ ids: [ID, OTHER] });
    expect(await send('/jobs/retry', { ids: [ID] })).toMatchObject({ status: 200, body: { data: [] } });
    expect(await send('/jobs/retry', { ids: ID })).toMatchObject({
      status: 400,
      body: { fields: { ids: 'ids must be a list of job ids' } },
    });
    expect(await send('/jobs/cancel', { jobs: [] })).toMatchObject({
      status: 400,
      body: { fields: { jobs: 'Unknown field "jobs"' } },
    });
  });
});

it('a live change of a job has its state and progress', () => {
  const job = { id: ID, status: 'processing', progress: { done: 14, total: 62, message: 'page 14 of 62' } };
  const envelope = { entityId: ID, scope: OTHER, rev: 3, at: 'now', actor: { authorId: '' }, data: { job } };
  const change = liveChange(jobEvents.changed.subject(OTHER), envelope as unknown as EventEnvelope);
  expect(change).toMatchObject({
    entity: 'job',
    id: ID,
    job: { status: 'processing', progress: { done: 14, total: 62, message: 'page 14 of 62' }, result: null },
  });
});
