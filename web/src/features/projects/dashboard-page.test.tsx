import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { fakeServer, heldAnswer, type FakeServer } from '../../testing/fake-server.js';
import { customer, project, projectPage } from '../../testing/fixtures.js';
import { renderScreen, type RenderedScreen } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import type { Project } from '../../lib/project/project-context.js';
import { DashboardPage } from './dashboard-page.js';

let server: FakeServer;
let projects: Project[];

const other: Project = { ...project, id: 'p-2', number: 'P-2025-00043', title: 'Mill Creek Rail Yard' };

beforeEach(async () => {
  server = fakeServer();
  projects = [project, other];
  await signedIn(server);
  server.on('GET /api/public/projects', ({ query }) =>
    query.get('companies')
      ? { json: { data: ['Redwood Holdings', 'Union Land Trust'] } }
      : { json: projectPage(projects) },
  );
});

const lists = () => server.requestsOf('GET /api/public/projects').filter((each) => !each.query.has('companies'));
const titles = (): (string | null)[] =>
  within(screen.getByRole('table'))
    .getAllByRole('link')
    .map((link) => link.textContent);

async function fillIn(view: RenderedScreen, dialog: HTMLElement): Promise<void> {
  const fields: Record<string, string> = {
    Title: 'Tannery Row',
    'Property address': '77 Tannery Row',
    'Property city': 'Tacoma',
    State: 'WA',
    'ZIP code': '98402',
    'Client company': 'Kestrel Development',
  };
  for (const [label, value] of Object.entries(fields)) {
    await view.user.click(within(dialog).getByLabelText(new RegExp(`^${label}`)));
    await view.user.paste(value);
  }
  await view.user.type(within(dialog).getByLabelText(/^Due date/), '2026-03-31');
}

const openMenu = async (view: RenderedScreen, item: string): Promise<void> => {
  await view.user.click(await screen.findByRole('button', { name: 'Actions for Harlan Street Cannery' }));
  await view.user.click(await screen.findByRole('menuitem', { name: item }));
};

const partsLoaded = () => screen.findByRole('button', { name: 'What do these signs mean?' });

describe('the dashboard', () => {
  it('lists projects with number, progress and due date (PROJ-01, PROJ-11 to PROJ-17)', async () => {
    renderScreen(<DashboardPage />);
    expect(screen.getByRole('heading', { level: 1, name: 'Projects' })).toBeTruthy();
    expect(await screen.findByText('Harlan Street Cannery')).toBeTruthy();
    const row = screen.getAllByRole('row')[1]!;
    expect(within(row).getByText('P-2025-00042')).toBeTruthy();
    expect(within(row).getByRole('progressbar', { name: 'Set up' }).getAttribute('aria-valuenow')).toBe('100');
    expect(
      within(row).getByLabelText('Historic: complete, Agency: partial, User-provided: none, Processed pages: partial'),
    ).toBeTruthy();
    expect(within(row).getByLabelText('Annotated')).toBeTruthy();
    expect(within(row).getByText('Nov 30, 2025')).toBeTruthy();
    expect(within(row).getByText(/^Overdue by \d+ days$/)).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(
      expect.arrayContaining(['Set up', 'Data', 'Site reconn', 'Insights', 'Report', 'Sign & send']),
    );
  });

  it('shows changes when the window gets focus', async () => {
    renderScreen(<DashboardPage />);
    expect(await screen.findByText('Harlan Street Cannery')).toBeTruthy();
    projects = [{ ...project, title: 'Harlan Street Lofts' }, other];
    act(() => void window.dispatchEvent(new Event('focus')));
    expect(await screen.findByText('Harlan Street Lofts')).toBeTruthy();
  });

  it('shows four skeleton rows while loading (PROJ-21, CONST-13)', async () => {
    server.on('GET /api/public/projects', heldAnswer().handler);
    renderScreen(<DashboardPage />);
    expect(screen.getAllByTestId('skeleton-row')).toHaveLength(4);
    await partsLoaded();
  });

  it('offers Create Project only with canCreateProject (PROJ-02)', async () => {
    await signedIn(server, customer);
    renderScreen(<DashboardPage />);
    await screen.findByText('Harlan Street Cannery');
    expect(screen.queryByRole('button', { name: 'Create Project' })).toBeNull();
  });

  it('shows when nothing matches (PROJ-20)', async () => {
    projects = [];
    renderScreen(<DashboardPage />, '/?search=nowhere');
    expect(await screen.findByText('No projects found matching your criteria.')).toBeTruthy();
  });

  it('leads from a page beyond the last to the last one, without claiming to be empty (PROJ-20, PROJ-41)', async () => {
    const pages = { per_page: 20, total_pages: 2, count: 21 };
    server.on('GET /api/public/projects', ({ query }) => {
      const page = Number(query.get('page'));
      return { json: { data: page === 2 ? [other] : [], page, ...pages } };
    });
    const seen: string[] = [];
    const view = renderScreen(<DashboardPage />, '/?page=5');
    const watcher = new MutationObserver(() => seen.push(view.container.textContent ?? ''));
    watcher.observe(view.container, { subtree: true, childList: true });
    expect(await screen.findByText('Mill Creek Rail Yard')).toBeTruthy();
    watcher.disconnect();
    expect(view.path()).toBe('/?page=2');
    expect(screen.getByText('21–21 of 21 projects')).toBeTruthy();
    expect(seen.filter((text) => text.includes('No projects found'))).toEqual([]);
  });

  it('does not call the list empty after clearing a search without results (PROJ-20)', async () => {
    const all = heldAnswer();
    server.on('GET /api/public/projects', ({ query }) => {
      if (query.get('companies')) return { json: { data: [] } };
      return query.get('search') ? { json: projectPage([]) } : all.handler();
    });
    const view = renderScreen(<DashboardPage />, '/?search=nowhere');
    expect(await screen.findByText('No projects found matching your criteria.')).toBeTruthy();
    await view.user.clear(screen.getByRole('searchbox', { name: 'Search projects' }));
    await waitFor(() => expect(view.path()).toBe('/'));
    await waitFor(() => expect(screen.getAllByTestId('skeleton-row')).toHaveLength(4));
    expect(screen.queryByText('No projects found matching your criteria.')).toBeNull();
    all.answer({ json: projectPage(projects) });
    expect(await screen.findByText('Harlan Street Cannery')).toBeTruthy();
  });

  it("limits the search to the server's maximum length (PROJ-03)", async () => {
    renderScreen(<DashboardPage />, `/?search=${'x'.repeat(201)}`);
    await waitFor(() => expect(lists()).toHaveLength(1));
    expect(lists()[0]?.query.get('search')).toBe('x'.repeat(200));
  });

  it('offers all clients, also across pages (PROJ-05)', async () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `Client ${index}`);
    server.on('GET /api/public/projects', ({ query }) => {
      if (!query.get('companies')) return { json: projectPage(projects) };
      const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('per_page') ?? 1_000)];
      return { json: { data: names.slice((page - 1) * size, page * size), next_cursor: null, count: names.length } };
    });
    renderScreen(<DashboardPage />);
    const clients = screen.getByLabelText<HTMLSelectElement>('Client');
    await waitFor(() => expect(clients.options).toHaveLength(1 + names.length));
    expect([...clients.options].at(-1)?.value).toBe('Client 1000');
  });

  it('shows the number of active filters where a button opens them (PROJ-05, PROJ-07, PROJ-09)', async () => {
    renderScreen(<DashboardPage />, '/?status=open&client=Redwood%20Holdings&search=cannery');
    expect(await screen.findByRole('button', { name: 'Filters (2)' })).toBeTruthy();
  });

  it('shows first steps to a user without projects and filters', async () => {
    projects = [];
    renderScreen(<DashboardPage />);
    expect(await screen.findByText(/^You have no project yet\. /)).toBeTruthy();
    // shown for every empty list (PROJ-20)
    expect(screen.getByText('No projects found matching your criteria.')).toBeTruthy();
  });

  it('shows the message of a failure with Retry (PROJ-22)', async () => {
    server.on('GET /api/public/projects', { status: 500, json: { error: 'The database is resting.' } });
    renderScreen(<DashboardPage />);
    expect(await screen.findByText('Error Loading Projects')).toBeTruthy();
    expect(screen.getByText('The database is resting.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('names what failed if the server gives no reason: the list, and the clients to filter by (ERR-01, ERR-16)', async () => {
    server.on('GET /api/public/projects', { status: 502, text: '<html>' });
    renderScreen(<DashboardPage />);
    expect(await screen.findByText('Failed to fetch projects (502 Bad Gateway)')).toBeTruthy();
    expect(await screen.findByRole('option', { name: 'Failed to fetch company list' })).toBeTruthy();
  });

  it('has the filters with their values in order (PROJ-04 to PROJ-10)', async () => {
    renderScreen(<DashboardPage />);
    await screen.findByRole('option', { name: 'Union Land Trust' });
    const options = (name: string) =>
      within(screen.getByRole('combobox', { name })).getAllByRole<HTMLOptionElement>('option');
    expect(options('Client').map((option) => option.text)).toEqual([
      'All Clients',
      'Redwood Holdings',
      'Union Land Trust',
    ]);
    expect(options('People').map((option) => option.text)).toEqual(['All People']);
    expect(options('Date').map((option) => [option.value, option.text])).toEqual([
      ['all', 'All Time'],
      ['last7days', 'Last 7 Days'],
      ['last30days', 'Last 30 Days'],
      ['thisMonth', 'This Month'],
      ['lastMonth', 'Last Month'],
    ]);
    expect(options('Status').map((option) => option.text)).toEqual(['All Status', 'Open', 'Completed']);
    expect(screen.getByRole('button', { name: 'All Projects' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'My Projects' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Map' })).toBeTruthy();
  });

  it('shows Loading... among the clients until they are there (PROJ-05)', async () => {
    server.on('GET /api/public/projects', heldAnswer().handler);
    renderScreen(<DashboardPage />);
    expect(screen.getByRole('option', { name: 'Loading...' })).toBeTruthy();
    await partsLoaded();
  });

  it("sends the filters with the user's timezone (OP-03)", async () => {
    const view = renderScreen(<DashboardPage />);
    await screen.findByText('Harlan Street Cannery');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'open');
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'Date' }), 'last7days');
    await waitFor(() => expect(lists().at(-1)?.query.get('created')).toBe('last7days'));
    const query = lists().at(-1)!.query;
    expect(query.get('status')).toBe('open');
    expect(query.get('tz')).toBe(Intl.DateTimeFormat().resolvedOptions().timeZone);
    expect(view.path()).toBe('/?status=open&created=last7days');
  });

  it('searches once for quickly typed words (PROJ-03, CONST-20)', async () => {
    renderScreen(<DashboardPage />);
    await screen.findByText('Harlan Street Cannery');
    const before = lists().length;
    const box = screen.getByRole('searchbox', { name: 'Search projects' });
    // without pauses, independent of machine load
    for (const value of ['c', 'can', 'cannery']) fireEvent.change(box, { target: { value } });
    await waitFor(() => expect(lists().at(-1)?.query.get('search')).toBe('cannery'));
    expect(lists().length).toBe(before + 1);
  });

  it('My Projects changes nothing yet (STUB-01)', async () => {
    const view = renderScreen(<DashboardPage />);
    await screen.findByText('Harlan Street Cannery');
    const before = lists().length;
    await view.user.click(screen.getByRole('button', { name: 'My Projects' }));
    expect(titles()).toEqual(['Harlan Street Cannery', 'Mill Creek Rail Yard']);
    expect(lists().length).toBe(before);
  });

  it('neither the people filter nor Map does anything yet (STUB-02, STUB-03)', async () => {
    const view = renderScreen(<DashboardPage />);
    await screen.findByText('Harlan Street Cannery');
    const before = lists().length;
    await view.user.selectOptions(screen.getByRole('combobox', { name: 'People' }), 'All People');
    expect(screen.getByRole('button', { name: 'Map' }).getAttribute('aria-disabled')).toBe('true');
    expect(titles()).toEqual(['Harlan Street Cannery', 'Mill Creek Rail Yard']);
    expect(view.path()).toBe('/');
    expect(lists().length).toBe(before);
  });

  it('opens a project on a click on its row (PROJ-19)', async () => {
    const view = renderScreen(<DashboardPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Actions for Harlan Street Cannery' }));
    // padding of the menu
    await view.user.click((await screen.findByRole('menu')).parentElement ?? document.body);
    expect(view.path()).toBe('/');
    await view.user.keyboard('{Escape}');
    await view.user.click(await screen.findByText('P-2025-00043'));
    expect(view.path()).toBe('/projects/p-2');
  });
});

describe('creating a project', () => {
  it("shows the project as TEMP- at once, then with the server's number (PROJ-38, PROJ-39, PROJ-25)", async () => {
    const post = heldAnswer();
    server.on('POST /api/public/projects', post.handler);
    const view = renderScreen(<DashboardPage />);
    await screen.findByText('Harlan Street Cannery');
    await view.user.click(screen.getByRole('button', { name: 'Create Project' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create New Project' });
    await fillIn(view, dialog);
    await view.user.click(within(dialog).getByRole('button', { name: 'Create Project' }));

    expect(await within(dialog).findByRole('button', { name: 'Creating...' })).toBeTruthy();
    expect(await screen.findByText(/^TEMP-\d{4}$/)).toBeTruthy();
    // PROJ-26: neither Escape nor Cancel closes it while saving
    await view.user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog', { name: 'Create New Project' })).toBeTruthy();

    const saved: Project = { ...project, id: 'p-3', number: 'P-2026-00001', title: 'Tannery Row', status: 'setup' };
    projects = [saved, ...projects];
    post.answer({ status: 201, json: { data: saved } });
    expect(await screen.findByText('P-2026-00001')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/^TEMP-/)).toBeNull());
    await waitFor(() => expect(screen.queryByText('Create New Project')).toBeNull());
    expect(server.requestsOf('POST /api/public/projects')[0]?.body).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/) as string,
      title: 'Tannery Row',
      due_date: '2026-03-31',
      property_address: '77 Tannery Row',
      property_city: 'Tacoma',
      property_state: 'WA',
      property_zip: '98402',
      client_company: 'Kestrel Development',
    });
  });

  it("shows the server's number even if the list cannot be read again (PROJ-39)", async () => {
    const saved: Project = { ...project, id: 'p-3', number: 'P-2026-00001', title: 'Tannery Row', status: 'setup' };
    server.on('POST /api/public/projects', () => {
      server.on('GET /api/public/projects', { status: 503, json: { error: 'The project service is away.' } });
      return { status: 201, json: { data: saved } };
    });
    const view = renderScreen(<DashboardPage />);
    await screen.findByText('Harlan Street Cannery');
    await view.user.click(screen.getByRole('button', { name: 'Create Project' }));
    const dialog = await screen.findByRole('dialog', { name: 'Create New Project' });
    await fillIn(view, dialog);
    await view.user.click(within(dialog).getByRole('button', { name: 'Create Project' }));
    expect(await screen.findByText('Project created')).toBeTruthy();
    expect(screen.getByText('P-2026-00001')).toBeTruthy();
    expect(screen.queryByText(/^TEMP-/)).toBeNull();
    expect(screen.getByRole('link', { name: 'Tannery Row' }).getAttribute('href')).toBe('/projects/p-3');
  });

  it('removes the row and shows an error when the server fails (PROJ-37, PROJ-38, ERR-16)', async () => {
    const post = heldAnswer();
    server.on('POST /api/public/projects', post.handler);
    const view = renderScreen(<DashboardPage />);
    await screen.findByText('Harlan Street Cannery');
    await view.user.click(screen.getByRole('button', { name: 'Create Project' }));
    const dialog = await screen.findByRole('dialog');
    await fillIn(view, dialog);
    await view.user.click(within(dialog).getByRole('button', { name: 'Create Project' }));
    expect(await screen.findByText(/^TEMP-/)).toBeTruthy();
    post.answer({ status: 500, json: { error: 'broken' } });
    expect(await screen.findByText('Failed to create project. Please try again.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText(/^TEMP-/)).toBeNull());
  });

  it('creates one project when the response was lost and Create is pressed again, another when the fields changed', async () => {
    server.on('POST /api/public/projects', { status: 504, json: { error: 'The answer took too long.' } });
    const view = renderScreen(<DashboardPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Create Project' }));
    const dialog = await screen.findByRole('dialog');
    await fillIn(view, dialog);
    const ids = () => server.requestsOf('POST /api/public/projects').map(({ body }) => (body as { id: string }).id);
    const createAgain = async (): Promise<void> => {
      const before = ids().length;
      await view.user.click(await within(dialog).findByRole('button', { name: 'Create Project' }));
      await waitFor(() => expect(ids()).toHaveLength(before + 1));
      await within(dialog).findByText('Failed to create project. Please try again.');
    };
    await createAgain();
    await createAgain();
    await view.user.type(within(dialog).getByLabelText(/^Title/), ' 2');
    await createAgain();
    const [first, second, third] = ids();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('shows errors at each field and sends nothing (PROJ-27 to PROJ-35)', async () => {
    const view = renderScreen(<DashboardPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Create Project' }));
    const dialog = await screen.findByRole('dialog');
    await view.user.type(within(dialog).getByLabelText(/Client email/), 'lee');
    await view.user.click(within(dialog).getByRole('button', { name: 'Create Project' }));
    const title = within(dialog).getByLabelText(/^Title/);
    expect(title.getAttribute('aria-invalid')).toBe('true');
    expect(document.getElementById(title.getAttribute('aria-describedby') ?? '')?.textContent).toContain(
      'Title is required',
    );
    expect(within(dialog).getByText('Invalid email address')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(title));
    expect(server.requestsOf('POST /api/public/projects')).toHaveLength(0);
  });

  it('shows server errors at their fields', async () => {
    server.on('POST /api/public/projects', {
      status: 400,
      json: {
        error: 'Some fields are not valid.',
        code: 'invalid',
        fields: { property_zip: 'ZIP code must have five digits' },
      },
    });
    const view = renderScreen(<DashboardPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Create Project' }));
    const dialog = await screen.findByRole('dialog');
    await fillIn(view, dialog);
    await view.user.click(within(dialog).getByRole('button', { name: 'Create Project' }));
    expect(await screen.findByText('ZIP code must have five digits')).toBeTruthy();
  });
});

describe('changing and deleting a project', () => {
  it('shows the new title at once and the old one again when the server fails (PROJ-37, PROJ-38, ERR-16)', async () => {
    const put = heldAnswer();
    server.on('PUT /api/public/projects', put.handler);
    const view = renderScreen(<DashboardPage />);
    await openMenu(view, 'Edit Project');
    const dialog = await screen.findByRole('dialog', { name: 'Edit Project' });
    const title = within(dialog).getByLabelText(/^Title/);
    await view.user.clear(title);
    await view.user.type(title, 'Cannery Lofts');
    await view.user.click(within(dialog).getByRole('button', { name: 'Update Project' }));
    expect(await within(dialog).findByRole('button', { name: 'Updating...' })).toBeTruthy();
    expect(await screen.findByText('Cannery Lofts')).toBeTruthy();
    put.answer({ status: 403, json: { error: 'Not authorized' } });
    expect(await screen.findByText('Failed to update project. Please try again.')).toBeTruthy();
    expect(await screen.findByText('Not authorized')).toBeTruthy();
    expect(await screen.findByText('Harlan Street Cannery')).toBeTruthy();
    expect(server.requestsOf('PUT /api/public/projects')[0]).toMatchObject({ body: { title: 'Cannery Lofts' } });
  });

  it('is offered in the menu of its row (PROJ-18)', async () => {
    const view = renderScreen(<DashboardPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Actions for Harlan Street Cannery' }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['Edit Project', 'Delete Project']);
  });

  it('shows that the deletion failed if the server gives no reason (ERR-16)', async () => {
    server.on('DELETE /api/public/projects', { status: 502, text: '' });
    const view = renderScreen(<DashboardPage />);
    await openMenu(view, 'Delete Project');
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete project (502 Bad Gateway)')).toBeTruthy();
    expect(await screen.findByText('P-2025-00042')).toBeTruthy();
  });

  it('offers viewers neither, and editors no deletion (OP-06, OP-09)', async () => {
    projects = [
      { ...project, access_role: 'editor' },
      { ...other, access_role: 'viewer' },
    ];
    const view = renderScreen(<DashboardPage />);
    const disabled = async (title: string): Promise<(string | null)[]> => {
      await view.user.click(await screen.findByRole('button', { name: `Actions for ${title}` }));
      const items = (await screen.findAllByRole('menuitem')).map((item) => item.getAttribute('aria-disabled'));
      await view.user.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('menuitem')).toBeNull());
      return items;
    };
    expect(await disabled(project.title)).toEqual([null, 'true']);
    expect(await disabled(other.title)).toEqual(['true', 'true']);
  });

  it('asks for confirmation, and restores the row when refused (PROJ-24, OP-05)', async () => {
    const remove = heldAnswer();
    server.on('DELETE /api/public/projects', remove.handler);
    const view = renderScreen(<DashboardPage />);
    await openMenu(view, 'Delete Project');
    expect(await screen.findByText('Delete project "Harlan Street Cannery"? This cannot be undone.')).toBeTruthy();
    expect(server.requestsOf('DELETE /api/public/projects')).toHaveLength(0);
    await view.user.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('P-2025-00042')).toBeNull());
    remove.answer({ status: 403, json: { error: 'Not authorized' } });
    expect(await screen.findByText('Not authorized')).toBeTruthy();
    expect(await screen.findByText('P-2025-00042')).toBeTruthy();
    expect(server.requestsOf('DELETE /api/public/projects')[0]?.query.get('id')).toBe(project.id);
  });
});
