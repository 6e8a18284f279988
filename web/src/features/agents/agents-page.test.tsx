import { act, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../app/router.js';
import { medium } from '../../lib/ui/formats.js';
import { renewSession, resetSession } from '../../lib/session/session.js';
import { customer, project } from '../../testing/fixtures.js';
import { jobFixture } from '../../testing/jobs.js';
import { renderProjectScreen } from '../../testing/project-screen.js';
import { renderRoutes } from '../../testing/render.js';
import { withoutLayout } from '../../testing/no-layout.js';
import { signedIn } from '../../testing/sign-in.js';
import { AgentsPage } from './agents-page.js';
import {
  agentsStage,
  cells,
  done,
  failed,
  ID,
  manyJobs,
  nameless,
  row,
  running,
  scrollTo,
  without,
} from './agents-stage.js';

withoutLayout();

const stage = agentsStage();

describe('access to the agents page', () => {
  const open = () => {
    stage.server.on('GET /api/public/projects', { json: { data: project } });
    return renderRoutes(routes, `/projects/${project.id}/agents`);
  };

  it('is for people with canManageAgents, as the last stage (NAV-12, NAV-26, AUTH-32)', async () => {
    open();
    expect(await screen.findByRole('heading', { level: 1, name: 'Agents' })).toBeTruthy();
    const stages = within(screen.getByRole('navigation', { name: 'Project stages' })).getAllByRole('link');
    expect(stages.map((link) => link.textContent).at(-1)).toContain('Agents');
    expect(stages.at(-1)?.getAttribute('aria-current')).toBe('step');
  });

  it('is denied to others, without the stage (NAV-12, AUTH-32)', async () => {
    await signedIn(stage.server, customer);
    open();
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy();
    const stages = within(screen.getByRole('navigation', { name: 'Project stages' }));
    expect(stages.queryByText('Agents')).toBeNull();
    expect(stage.server.requestsOf('GET /api/jobs')).toEqual([]);
  });

  it('leads to the login screen without a session (NAV-12)', async () => {
    resetSession();
    stage.server.on('GET /api/auth/session', { status: 401, json: { error: 'Authentication required.' } });
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

  it('says what a job waits for, and groups the jobs of a document', async () => {
    const queue = { position: 3, waiting_for: 'documents_before', starts_in_seconds: 240, ends_in_seconds: 300 };
    const other = { payload: { documentId: 'd2', projectId: project.id, pageNumbers: [] } };
    const back = jobFixture(`${ID}00000ba1`, { status: 'pending', current_attempts: 0, queue });
    const between = jobFixture(`${ID}00000ba2`, other);
    const left = { position: 0, waiting_for: null, starts_in_seconds: null, ends_in_seconds: 360 };
    const read = jobFixture(`${ID}00000ba3`, { status: 'processing', queue: left });
    stage.jobs = [back, between, read];
    renderProjectScreen(<AgentsPage />);
    await row(back);
    const [, ...rows] = screen.getAllByRole('row');
    expect(rows.map((one) => one.dataset['testid'])).toEqual([back, read, between].map(({ id }) => `job-${id}`));
    const status = async (job: typeof back) => (await cells(job))[4]?.textContent;
    expect(await status(back)).toBe('PendingWaiting, 3rd in the queue, about 4 min2 documents are before this one.');
    expect(await status(read)).toBe('Processingabout 6 min left');
  });

  it('links to the document if it exists, else shows its short name or No document (JOB-03, JOB-04)', async () => {
    renderProjectScreen(<AgentsPage />);
    const link = within(await row(failed)).getByRole('link', { name: 'sanborn.pdf' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/documents/d1`);
    expect((await cells(without))[3]?.textContent).toBe('An environmental database…');
    expect(within(await row(without)).queryByRole('link')).toBeNull();
    expect((await cells(nameless))[3]?.textContent).toBe('No document');
  });

  it('shows progress with a bar, and a link to the result of a finished job', async () => {
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
    expect(Object.fromEntries(stage.lastQuery() ?? [])).toEqual({
      project_id: project.id,
      sort: 'created_at',
      order: 'desc',
      page: '1',
      per_page: '100',
    });
    const created = screen.getByRole('columnheader', { name: 'Created' });
    expect(created.getAttribute('aria-sort')).toBe('descending');
  });

  it('is sorted by a click on a column, reversed by the next (JOB-09)', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    await view.user.click(screen.getByRole('button', { name: 'Status' }));
    await waitFor(() =>
      expect([stage.lastQuery()?.get('sort'), stage.lastQuery()?.get('order')]).toEqual(['status', 'asc']),
    );
    await view.user.click(screen.getByRole('button', { name: 'Status' }));
    await waitFor(() => expect(stage.lastQuery()?.get('order')).toBe('desc'));
    expect(screen.getByRole('columnheader', { name: 'Status' }).getAttribute('aria-sort')).toBe('descending');
  });

  it('is filtered by status, type, date and words on the server (JOB-09, JOB-25)', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'failed');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Agent type' }), 'ingest-generic-pdf');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Created' }), 'today');
    await view.user.type(screen.getByRole('searchbox', { name: 'Search agents' }), 'sanborn');
    await waitFor(() => expect(stage.lastQuery()?.get('search')).toBe('sanborn'));
    expect([stage.lastQuery()?.get('status'), stage.lastQuery()?.get('type')]).toEqual([
      'failed',
      'ingest-generic-pdf',
    ]);
    expect(new Date(stage.lastQuery()?.get('created_from') ?? '').getHours()).toBe(0);
    await view.user.click(screen.getByRole('button', { name: 'Clear filters' }));
    await waitFor(() => expect(view.path()).toBe('/'));
    const box = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search agents' });
    await waitFor(() => expect(box.value).toBe(''));
  });

  it('ignores unknown statuses, types and orders in the URL: the server would refuse the list (JOB-09)', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    const { length } = stage.server.requestsOf('GET /api/jobs');
    await act(() => view.router.navigate('/?status=broken&type=none&sort=toString'));
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Status' }).value).toBe('');
    await act(() => view.router.navigate('/?status=failed&type=none'));
    await waitFor(() => expect(stage.lastQuery()?.get('status')).toBe('failed'));
    expect(stage.lastQuery()?.get('type')).toBeNull();
    // the invalid address falls back to the query already loaded
    expect(stage.server.requestsOf('GET /api/jobs')).toHaveLength(length + 1);
  });

  it('says when it is empty (JOB-13)', async () => {
    stage.jobs = [];
    renderProjectScreen(<AgentsPage />);
    expect(await screen.findByText('No agents found')).toBeTruthy();
    expect(screen.queryByText(/^Showing/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
  });

  it('says when loading failed (JOB-14, ERR-05)', async () => {
    stage.server.on('GET /api/jobs', { status: 503, json: { error: 'down' } });
    renderProjectScreen(<AgentsPage />);
    expect(await screen.findByText('Error Loading Agents')).toBeTruthy();
    expect(screen.getByText('Failed to load agent data for this project. Please try again later.')).toBeTruthy();
  });

  it('keeps its rows when a refresh fails, and says why (ERR-24)', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    stage.server.on('GET /api/jobs', { status: 503, json: { error: 'The job service is not available.' } });
    await view.user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('Failed to fetch jobs: The job service is not available.')).toBeTruthy();
    expect(await row(failed)).toBeTruthy();
  });

  it('is read again by Reload (JOB-11)', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await row(failed);
    stage.jobs = [jobFixture(`${ID}000000aa`), ...stage.jobs];
    await view.user.click(screen.getByRole('button', { name: 'Reload' }));
    expect(await screen.findByText('000000aa')).toBeTruthy();
  });
});

describe('more than a hundred agents', () => {
  it('load with Load more, and the footer counts them (JOB-11, JOB-12)', async () => {
    stage.jobs = manyJobs(130);
    const view = renderProjectScreen(<AgentsPage />);
    expect(await screen.findByText('Showing 100 of 130 agents')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByText('Showing 130 of 130 agents')).toBeTruthy();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Load more' }).disabled).toBe(true);
    expect(stage.server.requestsOf('GET /api/jobs').map(({ query }) => query.get('page'))).toEqual(['1', '2']);
  });

  it('load automatically within 100 pixels of the bottom, not before (JOB-10, CONST-09)', async () => {
    stage.jobs = manyJobs(130);
    renderProjectScreen(<AgentsPage />);
    await screen.findByText('Showing 100 of 130 agents');
    scrollTo(5000 - window.innerHeight - 101);
    expect(stage.server.requestsOf('GET /api/jobs')).toHaveLength(1);
    scrollTo(5000 - window.innerHeight - 100);
    expect(await screen.findByText('Showing 130 of 130 agents')).toBeTruthy();
  });
});

describe('a virtualized list of agents', () => {
  const numbers = () => screen.getAllByTestId(/^job-/).map((element) => Number(element.dataset.testid?.slice(-8)));

  const open = async () => {
    stage.jobs = manyJobs(1_000);
    const view = renderProjectScreen(<AgentsPage />);
    for (let read = 100; read < 1_000; read += 100) {
      await screen.findByText(`Showing ${read} of 1000 agents`);
      await view.user.click(screen.getByRole('button', { name: 'Load more' }));
    }
    await screen.findByText('Showing 1000 of 1000 agents');
    return view;
  };

  it('numbers its rows, scrolls through all, and selects a range with Shift', async () => {
    const view = await open();
    const table = screen.getByRole('table', { name: 'Agents' });
    expect(table.getAttribute('aria-rowcount')).toBe('1001');
    expect(numbers()[0]).toBe(0);
    expect(numbers().length).toBeLessThan(60);
    await view.user.click(screen.getAllByRole('checkbox', { name: /^Select job/ })[0]!);

    const seen = new Set<number>();
    const rowHeight = 57;
    for (let top = 0; top < 1_000 * rowHeight; top += 600) {
      scrollTo(top);
      for (const number of numbers()) seen.add(number);
      expect(numbers().length).toBeLessThan(60);
    }
    expect(seen.size).toBe(1_000);
    const last = screen.getAllByRole('row').at(-1);
    expect(last?.getAttribute('aria-rowindex')).toBe('1001');

    await view.user.keyboard('{Shift>}');
    await view.user.click(screen.getAllByRole('checkbox', { name: /^Select job/ }).at(-1)!);
    await view.user.keyboard('{/Shift}');
    expect(await screen.findByText('1000 selected')).toBeTruthy();
  });
});

describe("today's queue", () => {
  it('shows counts per status and the average seconds (JOB-27, OP-32)', async () => {
    renderProjectScreen(<AgentsPage />);
    await waitFor(() => expect(screen.getByTestId('statistic-completed').textContent).toContain('118'));
    expect(screen.getByTestId('statistic-pending').textContent).toContain('3');
    expect(screen.getByTestId('statistic-average').textContent).toContain('12 s');
    expect(stage.server.requestsOf('GET /api/jobs/stats')[0]?.query.get('project_id')).toBe(project.id);
  });

  it('links to the jobs of a status', async () => {
    const view = renderProjectScreen(<AgentsPage />);
    await view.user.click(screen.getByTestId('statistic-failed'));
    await waitFor(() => expect(stage.lastQuery()?.get('status')).toBe('failed'));
    expect(stage.lastQuery()?.get('created_from')).toBeTruthy();
    expect(screen.getByTestId('statistic-failed').getAttribute('aria-pressed')).toBe('true');
  });

  it('says when loading failed (ERR-24)', async () => {
    stage.server.on('GET /api/jobs/stats', { status: 500, json: { error: 'broken' } });
    renderProjectScreen(<AgentsPage />);
    expect(await screen.findByText('Failed to fetch queue statistics')).toBeTruthy();
  });
});
