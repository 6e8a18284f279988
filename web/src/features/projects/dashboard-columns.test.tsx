import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../testing/fake-server.js';
import { project, projectPage } from '../../testing/fixtures.js';
import { renderScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import type { Project } from '../../lib/project/project-context.js';
import { DashboardPage } from './dashboard-page.js';

let server: FakeServer;
let shown: Project;

beforeEach(async () => {
  server = fakeServer();
  shown = project;
  await signedIn(server);
  server.on('GET /api/public/projects', ({ query }) =>
    query.get('companies') ? { json: { data: [] } } : { json: projectPage([shown]) },
  );
});

const lastList = () =>
  server
    .requestsOf('GET /api/public/projects')
    .filter((each) => !each.query.has('companies'))
    .at(-1)?.query;
const firstRow = async () => {
  await screen.findByRole('link', { name: project.title });
  return within(screen.getAllByRole('row')[1]!);
};

describe('the columns of the dashboard', () => {
  it('have words beside the pictograms, with counts (PROJ-13 to PROJ-16)', async () => {
    const none = { done: 0, total: 0 };
    shown = {
      ...project,
      progress: {
        ...project.progress!,
        counts: {
          historic: { done: 3, total: 4 },
          agency: { done: 0, total: 2 },
          user_provided: none,
          pages: { done: 11, total: 12 },
          site_visits: { done: 1, total: 2 },
          to_review: 47,
          to_link: 3,
        },
      },
    };
    renderScreen(<DashboardPage />);
    const row = await firstRow();
    for (const words of [
      'Historic 3/4',
      'Agency 0/2',
      '11 of 12 pages ready',
      '1 of 2 visits done',
      '47 to review',
      '3 to link',
      'Not started',
    ])
      expect(row.getByText(words)).toBeTruthy();
    expect(row.queryByText(/^User-provided/)).toBeNull();
  });

  it('have words without counts too', async () => {
    renderScreen(<DashboardPage />);
    const row = await firstRow();
    for (const words of ['Historic complete', 'Agency partial', 'Planned', 'Annotated'])
      expect(row.getByText(words)).toBeTruthy();
  });

  it('are explained by a legend', async () => {
    const view = renderScreen(<DashboardPage />);
    await view.user.click(await screen.findByRole('button', { name: 'What do these signs mean?' }));
    expect(await screen.findByRole('heading', { name: 'What the signs mean' })).toBeTruthy();
    expect(screen.getByText('No work is left')).toBeTruthy();
  });

  it('mark an assessment that expires soon or has expired, and no other', async () => {
    const expired = {
      ...{ project_id: project.id, state: 'expired', judged_on: '2026-06-01', earliest: 'interviews' },
      ...{ expires_on: '2026-05-01', days_left: -31 },
    };
    const other = { ...project, id: '01890000-0000-7000-8000-000000000102', title: 'Other' };
    server.on('GET /api/public/projects', ({ query }) =>
      query.get('companies') ? { json: { data: [] } } : { json: projectPage([project, other]) },
    );
    server.on('GET /api/public/expiring-assessments', { json: { data: [expired] } });
    renderScreen(<DashboardPage />);
    expect(await (await firstRow()).findByText('Expired May 1, 2026')).toBeTruthy();
    expect(screen.getAllByText(/Expire/)).toHaveLength(1);
    expect(server.requestsOf('GET /api/public/expiring-assessments')).toHaveLength(1);
  });

  it('mark a project whose requests to agencies are to be followed up, and lead to them', async () => {
    const due = { project_id: project.id, due: 2, earliest_on: '2026-11-16' };
    server.on('GET /api/public/due-agency-requests', { json: { data: [due] } });
    renderScreen(<DashboardPage />);
    const link = await (await firstRow()).findByRole('link', { name: '2 requests to follow up' });
    expect(link.getAttribute('href')).toBe(`/projects/${project.id}/records/requests`);
    expect(link.title).toBe('The earliest was due Nov 16, 2026');
  });

  it('sort the list, in the address too (D-66)', async () => {
    const view = renderScreen(<DashboardPage />, '/?page=1');
    await firstRow();
    const setUp = screen.getByRole('columnheader', { name: 'Set up' });
    expect(setUp.getAttribute('aria-sort')).toBe('descending');
    expect(lastList()?.has('sort')).toBe(false);
    const due = screen.getByRole('columnheader', { name: 'Sign & send' });
    await view.user.click(within(due).getByRole('button'));
    await waitFor(() => expect(lastList()?.get('sort')).toBe('due_date'));
    expect(lastList()?.get('order')).toBe('asc');
    expect(due.getAttribute('aria-sort')).toBe('ascending');
    expect(setUp.getAttribute('aria-sort')).toBe('none');
    expect(view.path()).toBe('/?sort=due_date');
    await view.user.click(within(due).getByRole('button'));
    await waitFor(() => expect(lastList()?.get('order')).toBe('desc'));
    expect(view.path()).toBe('/?sort=due_date&order=desc');
  });

  it.each(['Project', 'Set up', 'Data', 'Site reconn', 'Insights', 'Report', 'Sign & send'])(
    'can all be sorted: %s',
    async (name) => {
      const view = renderScreen(<DashboardPage />);
      await firstRow();
      const header = screen.getByRole('columnheader', { name });
      const before = header.getAttribute('aria-sort');
      await view.user.click(within(header).getByRole('button'));
      await waitFor(() => expect(lastList()?.has('sort')).toBe(true));
      expect(header.getAttribute('aria-sort')).not.toBe(before);
    },
  );

  it('can be sorted by a list where cards have no column headers, and an unknown order of the address is ignored', async () => {
    const view = renderScreen(<DashboardPage />, '/?sort=color&order=up');
    await firstRow();
    expect(lastList()?.has('sort')).toBe(false);
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'Due first');
    await waitFor(() => expect(lastList()?.get('sort')).toBe('due_date'));
  });
});
