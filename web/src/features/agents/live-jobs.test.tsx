import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../app/router.js';
import { ProjectContext, rightsOf } from '../../lib/project/project-context.js';
import { project } from '../../testing/fixtures.js';
import { jobFixture } from '../../testing/jobs.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { renderRoutes } from '../../testing/render.js';
import { AgentsPage } from './agents-page.js';
import type { Job } from './job-records.js';
import { agentsStage, cells, done, failed, forgotten, ID, row, running } from './agents-stage.js';

const stage = agentsStage();
let change: (event: object) => void;

describe('the age of displayed data', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    stage.server.on(`GET /api/jobs/${done.id}/logs`, { text: '12:00  begun' });
  });
  afterEach(() => jest.useRealTimers());

  /** Time for responses and frames. */
  const SETTLE_MS = 50;
  const reads = () => stage.server.requestsOf('GET /api/jobs').length;
  const logReads = (job: Job) => stage.server.requestsOf(`GET /api/jobs/${job.id}/logs`).length;
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  /** Opens the page; returns functions that navigate away and back without losing the cache. */
  async function open() {
    const agents = (
      <ProjectContext value={{ project, role: 'owner', ...rightsOf('owner') }}>
        <AgentsPage />
      </ProjectContext>
    );
    const view = renderRoutes([
      { path: '/', element: agents },
      { path: '/elsewhere', element: <p>Elsewhere</p> },
    ]);
    await pass(SETTLE_MS);
    return async (to: string): Promise<void> => {
      await act(() => view.router.navigate(to));
      await pass(SETTLE_MS);
    };
  }

  it('the jobs are read again every 30 seconds (JOB-15, CONST-06)', async () => {
    await open();
    expect(screen.getByTestId(`job-${running.id}`).textContent).toContain('Processing');
    await pass(29_000);
    expect(reads()).toBe(1);
    stage.jobs = [{ ...running, status: 'completed', progress: null }];
    await pass(1_000);
    expect(reads()).toBe(2);
    expect(screen.getByTestId(`job-${running.id}`).textContent).toContain('Completed');
    await pass(30_000);
    expect(reads()).toBe(3);
  });

  it('of many pages only those with active or visible jobs are read again (CONST-06)', async () => {
    withoutLayout();
    const many = Array.from({ length: 350 }, (_, index) => jobFixture(ID + String(index).padStart(8, '0')));
    many[220] = { ...running, id: many[220]!.id };
    stage.jobs = many;
    await open();
    for (let more = 0; more < 3; more++) {
      fireEvent.click(screen.getByRole('button', { name: 'Load more' }));
      await pass(SETTLE_MS);
    }
    expect(screen.getByText('Showing 350 of 350 agents')).toBeTruthy();
    const before = reads();
    await pass(30_000);
    const pages = stage.server.requestsOf('GET /api/jobs').map(({ query }) => query.get('page'));
    expect(pages.slice(before)).toEqual(['1', '3']);
  });

  it('within 15 seconds cached jobs are shown, later they are read again (JOB-15, CONST-06)', async () => {
    const go = await open();
    await go('/elsewhere');
    await pass(14_000);
    await go('/');
    expect(screen.getByTestId(`job-${done.id}`)).toBeTruthy();
    expect(reads()).toBe(1);
    await go('/elsewhere');
    await pass(1_000);
    await go('/');
    expect(reads()).toBe(2);
  });

  it('a log is cached for 30 seconds, then read again (JOB-20, CONST-07)', async () => {
    const go = await open();
    await go(`/?job=${done.id}`);
    expect(screen.getByRole('region', { name: 'Log' }).textContent).toContain('begun');
    expect(logReads(done)).toBe(1);
    await go('/');
    await pass(29_000);
    await go(`/?job=${done.id}`);
    expect(logReads(done)).toBe(1);
    await go('/');
    await pass(1_000);
    await go(`/?job=${done.id}`);
    expect(logReads(done)).toBe(2);
  });

  it('the log of an active job is polled every 10 seconds, that of a finished one is not', async () => {
    stage.server.on(`GET /api/jobs/${running.id}/logs`, { text: '12:00  begun' });
    const go = await open();
    await go(`/?job=${running.id}`);
    await pass(20_000);
    expect(logReads(running)).toBe(3);
    await go(`/?job=${done.id}`);
    await pass(20_000);
    expect(logReads(done)).toBe(1);
  });
});

describe('live changes', () => {
  beforeEach(() => {
    const encoder = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        change = (event) =>
          controller.enqueue(encoder.encode(`data: ${JSON.stringify({ project_id: project.id, ...event })}\n\n`));
      },
    });
    const answer = globalThis.fetch;
    globalThis.fetch = (input, init) =>
      typeof input === 'string' && input.startsWith('/api/events')
        ? Promise.resolve(new Response(body))
        : answer(input, init);
    stage.server.on('GET /api/public/projects', { json: { data: project } });
  });
  const open = async () => {
    const view = renderRoutes(routes, `/projects/${project.id}/agents`);
    await row(running);
    return view;
  };
  const state = (job: Job) => ({ status: job.status, progress: job.progress, result: job.result });

  it('update the progress bar without a request', async () => {
    await open();
    const calls = stage.server.requests.filter(
      ({ path }) => path === `/api/jobs/${running.id}` || path === '/api/jobs',
    );
    const progress = { done: 15, total: 62, message: 'page 15 of 62' };
    change({ entity: 'job', verb: 'changed', id: running.id, job: { status: 'processing', progress, result: null } });
    await waitFor(async () => expect((await row(running)).textContent).toContain('page 15 of 62'));
    const after = stage.server.requests.filter(
      ({ path }) => path === `/api/jobs/${running.id}` || path === '/api/jobs',
    );
    expect(after).toHaveLength(calls.length);
  });

  it('update a finished job in place and keep the selection', async () => {
    const view = await open();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000c01' }));
    const ended = jobFixture(running.id, { result: { pages_processed: 62, pages_skipped: 0, pages_failed: 0 } });
    stage.server.on(`GET /api/jobs/${running.id}`, { json: { data: ended } });
    change({ entity: 'job', verb: 'changed', id: running.id, job: state(ended) });
    await waitFor(async () => expect((await row(running)).textContent).toContain('62 pages'));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select job 00000c01' }).checked).toBe(true);
    const order = screen.getAllByTestId(/^job-/).map((each) => each.dataset.testid?.slice(-8));
    expect(order).toEqual(stage.jobs.map(({ id }) => id.slice(-8)));
  });

  it('remove the retry of a job with its document, before the job service publishes its part', async () => {
    await open();
    expect(screen.getByRole('button', { name: 'Retry job 00000fa1' })).toBeTruthy();
    change({
      entity: 'document',
      verb: 'deleted',
      id: failed.payload.documentId,
      document_id: failed.payload.documentId,
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry job 00000fa1' })).toBeNull());
    expect((await cells(failed))[3]?.textContent).toBe('sanborn.pdf');
    expect(within(await row(done)).queryByRole('link')).toBeNull();
  });

  it('read a job again that has lost its document but kept its status', async () => {
    await open();
    stage.server.on(`GET /api/jobs/${failed.id}`, { json: { data: forgotten(failed) } });
    change({ entity: 'job', verb: 'changed', id: failed.id, document_id: null, job: state(failed) });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry job 00000fa1' })).toBeNull());
  });

  it('insert a new job at the top', async () => {
    await open();
    const fresh = jobFixture(`${ID}000000ab`, { status: 'pending' });
    stage.jobs = [fresh, ...stage.jobs];
    change({ entity: 'job', verb: 'created', id: fresh.id, job: state(fresh) });
    expect(await row(fresh)).toBeTruthy();
    expect(screen.getAllByTestId(/^job-/)[0]?.dataset.testid).toBe(`job-${fresh.id}`);
    expect(screen.getByText('Showing 7 of 7 agents')).toBeTruthy();
  });
});
