import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../app/router.js';
import { medium } from '../../lib/formats.js';
import { ProjectContext, rightsOf } from '../../lib/project-context.js';
import { renewSession, resetSession } from '../../lib/session.js';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { customer, project } from '../../testing/fixtures.js';
import { jobFixture } from '../../testing/jobs.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { renderRoutes } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { AgentsPage } from './agents-page.js';
import type { Job } from './job-records.js';

// jsdom has nothing to scroll
Element.prototype.scrollIntoView = () => undefined;

const ID = '01890000-0000-7000-8000-0000';
const failed = jobFixture(`${ID}00000fa1`, {
  status: 'failed',
  current_attempts: 3,
  error_message: 'This PDF is protected by a password.',
  type: 'ingest-generic-pdf',
});
const pending = jobFixture(`${ID}00000be1`, { status: 'pending', current_attempts: 0, duration_seconds: null });
const running = jobFixture(`${ID}00000c01`, {
  status: 'processing',
  progress: { done: 14, total: 62, message: 'page 14 of 62' },
});
const done = jobFixture(`${ID}00000d01`, { result: { pages_processed: 62, pages_skipped: 0, pages_failed: 1 } });
const without = jobFixture(`${ID}00000e01`, {
  payload: { documentId: null, projectId: project.id, pageNumbers: [] },
  document_filename: 'An environmental database report.pdf',
});
const nameless = jobFixture(`${ID}00000f01`, { ...without, id: `${ID}00000f01`, document_filename: null });

let server: FakeServer;
let jobs: Job[];
/** Sends a change to the pages that listen. */
let change: (event: object) => void;

beforeEach(async () => {
  server = fakeServer();
  await signedIn(server);
  jobs = [failed, pending, running, done, without, nameless];
  server.on('GET /api/jobs', ({ query }) => {
    const page = Number(query.get('page'));
    const size = Number(query.get('per_page'));
    return {
      json: {
        data: jobs.slice((page - 1) * size, page * size),
        page,
        per_page: size,
        total_pages: Math.ceil(jobs.length / size),
        count: jobs.length,
      },
    };
  });
  server.on('GET /api/jobs/stats', {
    json: {
      data: { pending: 3, processing: 1, completed: 118, failed: 4, retrying: 0, average_processing_seconds: 12.4 },
    },
  });
  // a page that is longer than the window: nothing is near the bottom until it is scrolled
  setPageHeight(5000);
});

function setPageHeight(height: number): void {
  Object.defineProperty(document.documentElement, 'scrollHeight', { value: height, configurable: true });
}
function scrollTo(y: number): void {
  Object.defineProperty(window, 'scrollY', { value: y, configurable: true });
  fireEvent.scroll(window);
}
afterEach(() => scrollTo(0));

/** A job as it is once its document was deleted. */
const forgotten = (job: Job): Job => ({ ...job, payload: { ...job.payload, documentId: null } });

const row = (job: Job) => screen.findByTestId(`job-${job.id}`);
const cells = async (job: Job) => within(await row(job)).getAllByRole('cell');
const lastQuery = () => server.requestsOf('GET /api/jobs').at(-1)?.query;
const manyJobs = (amount: number): Job[] =>
  Array.from({ length: amount }, (_, index) => jobFixture(`${ID}${String(index).padStart(8, '0')}`));

describe('who sees the agents', () => {
  const open = () => {
    server.on('GET /api/public/projects', { json: { data: project } });
    return renderRoutes(routes, `/projects/${project.id}/agents`);
  };

  it('those with canManageAgents, as the last stage (NAV-12, NAV-26, AUTH-32)', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Agents' })).toBeTruthy();
    const stages = within(screen.getByRole('navigation', { name: 'Project stages' })).getAllByRole('link');
    expect(stages.map((link) => link.textContent).at(-1)).toContain('Agents');
    expect(stages.at(-1)?.getAttribute('aria-current')).toBe('step');
  });

  it('others see that access is denied, and no such stage (NAV-12, AUTH-32)', async () => {
    await signedIn(server, customer);
    open();
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy();
    const stages = within(screen.getByRole('navigation', { name: 'Project stages' }));
    expect(stages.queryByText('Agents')).toBeNull();
    expect(server.requestsOf('GET /api/jobs')).toEqual([]);
  });

  it('nobody without a session: that leads to the login screen (NAV-12)', async () => {
    resetSession();
    server.on('GET /api/auth/session', { status: 401, json: { error: 'Authentication required.' } });
    const view = open();
    await act(() => renewSession());
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(view.path()).toMatch(/^\/login/);
  });
});

describe('the table of agents', () => {
  it('has the columns of the specification (JOB-01, JOB-02, JOB-05, JOB-06, JOB-07, JOB-08)', async () => {
    renderProjectScreen(<AgentsPage />);
    await row(failed);
    const heads = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(heads).toEqual(['', 'Job ID', 'Agent Type', 'Document', 'Status', 'Attempts', 'Created', 'Actions']);
    const words = (await cells(failed)).map((cell) => cell.textContent);
    expect(words.slice(1, 3)).toEqual(['00000fa1', 'ingest-generic-pdf']);
    expect(words[4]).toBe('FailedThis PDF is protected by a password.');
    expect(words.slice(5, 7)).toEqual(['3/3', medium(failed.created_at)]);
    expect((await cells(failed))[4]?.querySelector('svg')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Logs of job 00000fa1' })).toBeTruthy();
  });

  it('leads to the document when there is one, else shows its short name or No document (JOB-03, JOB-04)', async () => {
    renderProjectScreen(<AgentsPage />);
    const link = within(await row(failed)).getByRole('link', { name: 'sanborn.pdf' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1`);
    expect((await cells(without))[3]?.textContent).toBe('An environmental database…');
    expect(within(await row(without)).queryByRole('link')).toBeNull();
    expect((await cells(nameless))[3]?.textContent).toBe('No document');
  });

  it('shows how far a job is with a bar, and what a finished one made, leading there', async () => {
    renderProjectScreen(<AgentsPage />);
    const bar = within(await row(running)).getByRole('progressbar');
    expect(bar.getAttribute('aria-label')).toContain('page 14 of 62');
    expect(within(await row(running)).getByText('page 14 of 62')).toBeTruthy();
    const made = within(await row(done)).getByRole('link', { name: '62 pages, 1 failed' });
    expect(made.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1`);
    expect((await row(done)).textContent).toContain('in 12 s');
  });

  it('asks for 100 jobs of the project, newest first (JOB-09, JOB-15, CONST-06)', async () => {
    renderProjectScreen(<AgentsPage />);
    await row(failed);
    expect(Object.fromEntries(lastQuery() ?? [])).toEqual({
      project_id: project.id,
      sort: 'created_at',
      order: 'desc',
      page: '1',
      per_page: '100',
    });
    const created = screen.getByRole('columnheader', { name: 'Created' });
    expect(created.getAttribute('aria-sort')).toBe('descending');
  });

  it('is sorted by a click on a column, and turned around by the next (JOB-09)', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    await view.user.click(screen.getByRole('button', { name: 'Status' }));
    await waitFor(() => expect([lastQuery()?.get('sort'), lastQuery()?.get('order')]).toEqual(['status', 'asc']));
    await view.user.click(screen.getByRole('button', { name: 'Status' }));
    await waitFor(() => expect(lastQuery()?.get('order')).toBe('desc'));
    expect(screen.getByRole('columnheader', { name: 'Status' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('is filtered by status, type, date and words on the server (JOB-09, JOB-25)', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'failed');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Agent type' }), 'ingest-generic-pdf');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Created' }), 'today');
    await view.user.type(screen.getByRole('searchbox', { name: 'Search agents' }), 'sanborn');
    await waitFor(() => expect(lastQuery()?.get('search')).toBe('sanborn'));
    expect([lastQuery()?.get('status'), lastQuery()?.get('type')]).toEqual(['failed', 'ingest-generic-pdf']);
    expect(new Date(lastQuery()?.get('created_from') ?? '').getHours()).toBe(0);
    await view.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(view.path()).toBe('/'));
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search agents' });
    await waitFor(() => expect(box.value).toBe(''));
  });

  it('says when there are none (JOB-13)', async () => {
    jobs = [];
    renderProjectScreen(<AgentsPage />);
    expect(await screen.findByText('No agents found')).toBeTruthy();
    expect(screen.getByText('Showing 0 of 0 agents')).toBeTruthy();
  });

  it('says when they could not be loaded (JOB-14, ERR-05)', async () => {
    server.on('GET /api/jobs', { status: 503, json: { error: 'down' } });
    renderProjectScreen(<AgentsPage />);
    expect(await screen.findByText('Error Loading Agents')).toBeTruthy();
    expect(screen.getByText('Failed to load agent data for this project. Please try again later.')).toBeTruthy();
  });

  it('keeps its rows when a reload fails, and says why (ERR-24)', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    server.on('GET /api/jobs', { status: 503, json: { error: 'The job service is not available.' } });
    await view.user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('Failed to fetch jobs: The job service is not available.')).toBeTruthy();
    expect(await row(failed)).toBeTruthy();
  });

  it('is read again by Reload (JOB-11)', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    jobs = [jobFixture(`${ID}000000aa`), ...jobs];
    await view.user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('000000aa')).toBeTruthy();
  });
});

describe('more than a hundred agents', () => {
  it('come by Load more, and the footer counts them (JOB-11, JOB-12)', async () => {
    jobs = manyJobs(130);
    const view = renderProjectScreen(<AgentsPage />);
    expect(await screen.findByText('Showing 100 of 130 agents')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Showing 130 of 130 agents')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Load more' }).disabled).toBe(true);
    expect(server.requestsOf('GET /api/jobs').map(({ query }) => query.get('page'))).toEqual(['1', '2']);
  });

  it('come by themselves within 100 pixels of the bottom, not before (JOB-10, CONST-09)', async () => {
    jobs = manyJobs(130);
    renderProjectScreen(<AgentsPage />);
    await screen.findByText('Showing 100 of 130 agents');
    scrollTo(5000 - window.innerHeight - 101);
    expect(server.requestsOf('GET /api/jobs')).toHaveLength(1);
    scrollTo(5000 - window.innerHeight - 100);
    expect(await screen.findByText('Showing 130 of 130 agents')).toBeTruthy();
  });
});

describe('the queue of today', () => {
  it('is told in counts per status and the average seconds (JOB-27, OP-32)', async () => {
    renderProjectScreen(<AgentsPage />);
    await waitFor(() => expect(screen.getByTestId('statistic-completed').textContent).toContain('118'));
    expect(screen.getByTestId('statistic-pending').textContent).toContain('3');
    expect(screen.getByTestId('statistic-average').textContent).toContain('12 s');
    expect(server.requestsOf('GET /api/jobs/stats')[0]?.query.get('project_id')).toBe(project.id);
  });

  it('leads to the jobs of a status', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await view.user.click(screen.getByTestId('statistic-failed'));
    await waitFor(() => expect(lastQuery()?.get('status')).toBe('failed'));
    expect(lastQuery()?.get('created_from')).toBeTruthy();
    expect(screen.getByTestId('statistic-failed').getAttribute('aria-pressed')).toBe('true');
  });

  it('says when it could not be read (ERR-24)', async () => {
    server.on('GET /api/jobs/stats', { status: 500, json: { error: 'broken' } });
    renderProjectScreen(<AgentsPage />);
    expect(await screen.findByText('Failed to fetch queue statistics')).toBeTruthy();
  });
});

describe('what can be done with a job', () => {
  it('is offered by its status: cancel while it waits, retry once it failed (JOB-22, JOB-24)', async () => {
    renderProjectScreen(<AgentsPage />);
    await row(failed);
    const offers = (job: Job) => screen.getByTestId(`job-${job.id}`).textContent.match(/Retry|Cancel/g);
    expect(offers(failed)).toEqual(['Retry']);
    expect(offers(pending)).toEqual(['Cancel']);
    expect(offers(running)).toBeNull();
    expect(offers(done)).toBeNull();
  });

  it('is no retry when its document was deleted', async () => {
    const gone = jobFixture(`${ID}00000de1`, {
      status: 'failed',
      error_message: 'The document was deleted.',
      payload: { documentId: null, projectId: project.id, pageNumbers: [] },
    });
    jobs = [gone];
    const view = renderProjectScreen(<AgentsPage />);
    expect((await row(gone)).textContent).toContain('The document was deleted.');
    expect(screen.queryByRole('button', { name: 'Retry job 00000de1' })).toBeNull();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000de1' }));
    const bar = within(screen.getByRole('region', { name: 'Selected agents' }));
    expect(bar.getByRole<HTMLButtonElement>('button', { name: 'Retry' }).disabled).toBe(true);
  });

  it('is also a retry where the file is the reason, which says what helps instead (JOB-24)', async () => {
    const hopeless = jobFixture(`${ID}00000ba1`, {
      status: 'failed',
      error_message: 'This file is not a PDF, although its name may say so.',
      error_permanent: true,
    });
    jobs = [failed, hopeless];
    renderProjectScreen(<AgentsPage />);
    const words = (await row(hopeless)).textContent;
    expect(words).toContain('although its name may say so.The same file would fail again. Upload another file');
    const link = within(await row(hopeless)).getByRole('link', { name: 'Upload another file' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/data-collection`);
    expect(screen.getByRole('button', { name: 'Retry job 00000ba1' })).toBeTruthy();
    expect((await row(failed)).textContent).not.toContain('another file');
  });

  it('leads nobody to an upload who may only look', async () => {
    jobs = [jobFixture(`${ID}00000ba1`, { status: 'failed', error_permanent: true })];
    renderProjectScreen(<AgentsPage />, 'viewer');
    expect(await screen.findByText('The same file would fail again.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Upload another file' })).toBeNull();
  });

  it('is refused once its document was deleted: the row says so at once, and offers no retry any more (ERR-24)', async () => {
    const sentence = 'The document of this job was deleted: there is nothing to work on.';
    server.on(`POST /api/jobs/${failed.id}/retry`, { status: 409, json: { error: sentence, code: 'document_gone' } });
    server.on(`GET /api/jobs/${failed.id}`, { json: { data: forgotten(failed) } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    await view.user.click(screen.getByRole('button', { name: 'Retry job 00000fa1' }));
    expect(await screen.findByText('Failed to retry job')).toBeTruthy();
    expect(screen.getByText(sentence)).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry job 00000fa1' })).toBeNull());
    expect(within(await row(failed)).queryByRole('link')).toBeNull();
    expect((await cells(failed))[3]?.textContent).toBe('sanborn.pdf');
  });

  it('cancels it, and the row says so (JOB-23)', async () => {
    const cancelled = { ...pending, status: 'failed', error_message: 'Job cancelled by user' };
    server.on(`POST /api/jobs/${pending.id}/cancel`, { json: { data: cancelled } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(pending);
    await view.user.click(screen.getByRole('button', { name: 'Cancel job 00000be1' }));
    await waitFor(async () => expect((await row(pending)).textContent).toContain('Job cancelled by user'));
    expect(screen.getByRole('button', { name: 'Retry job 00000be1' })).toBeTruthy();
  });

  it.each([
    ['cancel', pending, 'Cancel job 00000be1', 'Failed to cancel job'],
    ['retry', failed, 'Retry job 00000fa1', 'Failed to retry job'],
  ] as const)('says why it could not %s, and reads the job again (ERR-24)', async (action, job, button, title) => {
    server.on(`POST /api/jobs/${job.id}/${action}`, { status: 409, json: { error: 'This one is processing.' } });
    server.on(`GET /api/jobs/${job.id}`, { json: { data: { ...job, status: 'processing', error_message: null } } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(job);
    await view.user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByText('This one is processing.')).toBeTruthy();
    await waitFor(async () => expect((await row(job)).textContent).toContain('Processing'));
  });

  it('is done with several at once, and each outcome is told', async () => {
    const second = jobFixture(`${ID}00000fa2`, { status: 'failed' });
    jobs = [...jobs, second];
    server.on('POST /api/jobs/retry', {
      json: {
        data: [
          { id: failed.id, job: { ...failed, status: 'pending', error_message: null }, error: null, code: null },
          { id: second.id, job: null, error: 'Only a failed job can be retried.', code: 'job_state' },
        ],
      },
    });
    server.on(`GET /api/jobs/${second.id}`, { json: { data: { ...second, status: 'processing' } } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    for (const tail of ['00000fa1', '00000be1', '00000fa2'])
      await view.user.click(screen.getByRole('checkbox', { name: `Select job ${tail}` }));
    const bar = within(screen.getByRole('region', { name: 'Selected agents' }));
    expect(bar.getByText('3 selected')).toBeTruthy();
    expect(bar.getByRole('button', { name: 'Cancel 1' })).toBeTruthy();
    await view.user.click(bar.getByRole('button', { name: 'Retry 2' }));
    const dialog = within(await screen.findByRole('dialog', { name: '1 agent retried, 1 not' }));
    const told = dialog.getAllByRole('listitem').map((item) => item.textContent);
    expect(told).toEqual(['00000fa2Only a failed job can be retried.', '00000fa1Queued again']);
    expect(server.requestsOf('POST /api/jobs/retry')[0]?.body).toEqual({ ids: [failed.id, second.id] });
    await view.user.click(await dialog.findByRole('button', { name: 'Close' }));
    await waitFor(async () => expect((await row(failed)).textContent).toContain('Pending'));
    // one that was refused is not what its row said
    expect((await row(second)).textContent).toContain('Processing');
  });

  it('reads all of them again when many were refused', async () => {
    const many = Array.from({ length: 20 }, (_, index) =>
      jobFixture(`${ID}${String(index).padStart(8, '0')}`, { status: 'failed' }),
    );
    jobs = many;
    server.on('POST /api/jobs/retry', () => {
      jobs = many.map(forgotten);
      return { json: { data: many.map(({ id }) => ({ id, job: null, error: 'Gone.', code: 'document_gone' })) } };
    });
    const view = renderProjectScreen(<AgentsPage />);
    await screen.findByText('Showing 20 of 20 agents');
    await view.user.click(screen.getAllByRole('checkbox', { name: 'Select all loaded agents' })[0] as HTMLElement);
    await view.user.click(screen.getByRole('button', { name: 'Retry 20' }));
    await screen.findByRole('dialog', { name: '0 agents retried, 20 not' });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Retry job/, hidden: true })).toBeNull());
    expect(server.requests.filter(({ path }) => path === `/api/jobs/${many[0]?.id}`)).toEqual([]);
  });

  it('tells when the whole bulk call fails', async () => {
    server.on('POST /api/jobs/cancel', { status: 503, json: { error: 'The job service is not available.' } });
    const view = renderProjectScreen(<AgentsPage />);
    await row(pending);
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000be1' }));
    await view.user.click(screen.getByRole('button', { name: 'Cancel 1' }));
    const dialog = within(await screen.findByRole('dialog', { name: '0 agents cancelled, 1 not' }));
    expect(dialog.getByText('The job service is not available.')).toBeTruthy();
  });

  it('chooses a range with Shift, and all that are loaded at once', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000fa1' }));
    await view.user.keyboard('{Shift>}');
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000d01' }));
    await view.user.keyboard('{/Shift}');
    expect(screen.getByText('4 selected')).toBeTruthy();
    await view.user.click(screen.getAllByRole('checkbox', { name: 'Select all loaded agents' })[0] as HTMLElement);
    expect(screen.getByText('6 selected')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Clear selection' }));
    expect(screen.queryByRole('region', { name: 'Selected agents' })).toBeNull();
  });
});

describe('the Job Logs modal', () => {
  const LOG = ['12:00  begun', '12:01  page 1 of 62', '12:02  page 2 of 62'].join('\n');
  const open = async (job: Job, log: string) => {
    server.on(`GET /api/jobs/${job.id}/logs`, { text: log });
    const view = renderProjectScreen(<AgentsPage />);
    await row(job);
    await view.user.click(screen.getByRole('button', { name: `Logs of job ${job.id.slice(-8)}` }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Job Logs' }));
    return { view, dialog };
  };

  it('shows the text with the number of lines and the job id, read-only (JOB-16, JOB-20)', async () => {
    const { dialog } = await open(done, LOG);
    const text = await dialog.findByRole('region', { name: 'Log' });
    expect(text.textContent).toContain('page 2 of 62');
    expect(text.querySelector('input, textarea, [contenteditable]')).toBeNull();
    expect(dialog.queryByLabelText('Follow')).toBeNull();
    expect(dialog.getByText('3 lines')).toBeTruthy();
    expect(dialog.getByText(done.id)).toBeTruthy();
  });

  it('says that it is loading, and when there is nothing (JOB-18, JOB-19)', async () => {
    const { handler, answer } = heldAnswer();
    server.on(`GET /api/jobs/${done.id}/logs`, handler);
    const view = renderProjectScreen(<AgentsPage />);
    await row(done);
    await view.user.click(screen.getByRole('button', { name: 'Logs of job 00000d01' }));
    expect(await screen.findByText('Loading logs...')).toBeTruthy();
    answer({ text: '' });
    expect(await screen.findByText('No logs available')).toBeTruthy();
    expect(screen.getByText("This job hasn't generated any logs yet or they may have been cleared.")).toBeTruthy();
  });

  it.each(['Escape', 'the close button', 'the backdrop'])('closes by %s (JOB-17)', async (way) => {
    const { view, dialog } = await open(done, LOG);
    if (way === 'Escape') await view.user.keyboard('{Escape}');
    else if (way === 'the close button') await view.user.click(await dialog.findByRole('button', { name: 'Close' }));
    else await view.user.click(document.querySelector('.fui-DialogSurface__backdrop') as HTMLElement);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(view.path()).not.toContain('job=');
  });

  it('finds words in the log, one after the other', async () => {
    const { view, dialog } = await open(done, LOG);
    const box = await dialog.findByRole('searchbox', { name: 'Search the log' });
    await view.user.type(box, 'PAGE');
    const here = () => document.querySelector('mark[aria-current]')?.closest('div')?.textContent;
    expect(dialog.getByText('1 of 2')).toBeTruthy();
    expect(here()).toContain('page 1 of 62');
    await view.user.click(await dialog.findByRole('button', { name: 'Next hit' }));
    expect(dialog.getByText('2 of 2')).toBeTruthy();
    expect(here()).toContain('page 2 of 62');
    await view.user.type(box, '{Enter}');
    expect(dialog.getByText('1 of 2')).toBeTruthy();
    await view.user.click(await dialog.findByRole('button', { name: 'Previous hit' }));
    expect(dialog.getByText('2 of 2')).toBeTruthy();
    await view.user.type(box, ' nowhere');
    expect(dialog.getByText('No hits')).toBeTruthy();
  });

  it('follows the end of a log that grows', async () => {
    const { dialog } = await open(running, LOG);
    expect((await dialog.findByLabelText<HTMLInputElement>('Follow')).checked).toBe(true);
    expect(dialog.getByText('page 14 of 62')).toBeTruthy();
  });

  it('tells every attempt, newest first: start, end, duration, worker, error, how it ended', async () => {
    const at = (minutes: number, seconds: number) => new Date(Date.UTC(2026, 0, 1, 12, minutes, seconds)).toISOString();
    const attempt = (number: number, seconds: number, outcome: string, error_message: string) => ({
      number,
      worker_id: `worker-${number}`,
      started_at: at(number, 0),
      ended_at: at(number, seconds),
      outcome,
      error_message,
    });
    server.on(`GET /api/jobs/${failed.id}/attempts`, {
      json: {
        data: [
          attempt(3, 20, 'failed', 'This PDF is protected by a password.'),
          attempt(2, 90, 'returned', 'The worker was stopped and handed the job back.'),
          attempt(1, 5, 'lost', 'The worker stopped answering.'),
        ],
      },
    });
    const { view, dialog } = await open(failed, LOG);
    await view.user.click(await dialog.findByRole('tab', { name: /Attempts/ }));
    const list = within(await dialog.findByRole('list', { name: 'Attempts' })).getAllByRole('listitem');
    const expected = [
      ['Attempt 3', 'Failed', '20 s', 'worker-3', 'This PDF is protected by a password.'],
      ['Attempt 2', 'Handed back', '1 min 30 s', 'worker-2', 'The worker was stopped and handed the job back.'],
      ['Attempt 1', 'Worker lost', '5.0 s', 'worker-1', 'The worker stopped answering.'],
    ];
    expect(list).toHaveLength(expected.length);
    for (const [index, parts] of expected.entries())
      for (const part of parts) expect(list[index]?.textContent).toContain(part);
  });

  it('opens by its address, also for a job that is not in the table', async () => {
    const elsewhere = jobFixture(`${ID}0000beef`, { status: 'failed', error_message: 'Out of reach' });
    server.on(`GET /api/jobs/${elsewhere.id}`, { json: { data: elsewhere } });
    server.on(`GET /api/jobs/${elsewhere.id}/logs`, { text: LOG });
    const view = renderProjectScreen(<AgentsPage />);
    await act(() => view.router.navigate(`/?job=${elsewhere.id}`));
    const dialog = within(await screen.findByRole('dialog', { name: 'Job Logs' }));
    expect(await dialog.findByText('Out of reach')).toBeTruthy();
    expect(dialog.getByText(elsewhere.id)).toBeTruthy();
  });
});

describe('how old what is shown may be', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    server.on(`GET /api/jobs/${done.id}/logs`, { text: '12:00  begun' });
  });
  afterEach(() => jest.useRealTimers());

  /** Milliseconds that answers and frames take here, on the clock of the test. */
  const SETTLE_MS = 50;
  const reads = () => server.requestsOf('GET /api/jobs').length;
  const logReads = (job: Job) => server.requestsOf(`GET /api/jobs/${job.id}/logs`).length;
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  /** Opens the page; answers a way to another one and back, which keeps what was read. */
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
    jobs = [{ ...running, status: 'completed', progress: null }];
    await pass(1_000);
    expect(reads()).toBe(2);
    expect(screen.getByTestId(`job-${running.id}`).textContent).toContain('Completed');
    await pass(30_000);
    expect(reads()).toBe(3);
  });

  it('who comes back within 15 seconds sees the jobs as they were, later they are read again (JOB-15, CONST-06)', async () => {
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

  it('a log that is opened again within 30 seconds is not read again, later it is (JOB-20, CONST-07)', async () => {
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

  it('the log of a job that can still change is read every 10 seconds, that of a finished one is not', async () => {
    server.on(`GET /api/jobs/${running.id}/logs`, { text: '12:00  begun' });
    const go = await open();
    await go(`/?job=${running.id}`);
    await pass(20_000);
    expect(logReads(running)).toBe(3);
    await go(`/?job=${done.id}`);
    await pass(20_000);
    expect(logReads(done)).toBe(1);
  });
});

describe('changes that come by themselves', () => {
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
    server.on('GET /api/public/projects', { json: { data: project } });
  });
  const open = async () => {
    const view = renderRoutes(routes, `/projects/${project.id}/agents`);
    await row(running);
    return view;
  };
  const state = (job: Job) => ({ status: job.status, progress: job.progress, result: job.result });

  it('move the bar of a running job without a call', async () => {
    await open();
    const calls = server.requests.filter(({ path }) => path === `/api/jobs/${running.id}` || path === '/api/jobs');
    const progress = { done: 15, total: 62, message: 'page 15 of 62' };
    change({ entity: 'job', verb: 'changed', id: running.id, job: { status: 'processing', progress, result: null } });
    await waitFor(async () => expect((await row(running)).textContent).toContain('page 15 of 62'));
    const after = server.requests.filter(({ path }) => path === `/api/jobs/${running.id}` || path === '/api/jobs');
    expect(after).toHaveLength(calls.length);
  });

  it('put a job that ended in its place; what is chosen stays chosen', async () => {
    const view = await open();
    await view.user.click(screen.getByRole('checkbox', { name: 'Select job 00000c01' }));
    const ended = jobFixture(running.id, { result: { pages_processed: 62, pages_skipped: 0, pages_failed: 0 } });
    server.on(`GET /api/jobs/${running.id}`, { json: { data: ended } });
    change({ entity: 'job', verb: 'changed', id: running.id, job: state(ended) });
    await waitFor(async () => expect((await row(running)).textContent).toContain('62 pages'));
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select job 00000c01' }).checked).toBe(true);
    const order = screen.getAllByTestId(/^job-/).map((each) => each.dataset.testid?.slice(-8));
    expect(order).toEqual(jobs.map(({ id }) => id.slice(-8)));
  });

  it('take the retry of a job away with its document, before the job service tells its part', async () => {
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

  it('read a job again that lost its document and kept its status', async () => {
    await open();
    server.on(`GET /api/jobs/${failed.id}`, { json: { data: forgotten(failed) } });
    change({ entity: 'job', verb: 'changed', id: failed.id, document_id: null, job: state(failed) });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Retry job 00000fa1' })).toBeNull());
  });

  it('let a new job in at the top', async () => {
    await open();
    const fresh = jobFixture(`${ID}000000ab`, { status: 'pending' });
    jobs = [fresh, ...jobs];
    change({ entity: 'job', verb: 'created', id: fresh.id, job: state(fresh) });
    expect(await row(fresh)).toBeTruthy();
    expect(screen.getAllByTestId(/^job-/)[0]?.dataset.testid).toBe(`job-${fresh.id}`);
    expect(screen.getByText('Showing 7 of 7 agents')).toBeTruthy();
  });
});
