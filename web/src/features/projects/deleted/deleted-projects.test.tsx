import { screen, waitFor, within } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../../../testing/fake-server.js';
import { project, projectPage } from '../../../testing/fixtures.js';
import { renderScreen, type RenderedScreen } from '../../../testing/render.js';
import { signedIn } from '../../../testing/sign-in.js';
import type { Project } from '../../../lib/project/project-context.js';
import { DashboardPage } from '../dashboard-page.js';
import type { DeletedProject } from './deleted-projects-api.js';

const other: Project = { ...project, id: 'p-2', number: 'P-2025-00043', title: 'Mill Creek Rail Yard' };

let server: FakeServer;
let projects: Project[];

beforeEach(async () => {
  server = fakeServer();
  projects = [project, other];
  await signedIn(server);
  server.on('GET /api/public/projects', ({ query }) =>
    query.get('companies') ? { json: { data: [] } } : { json: projectPage(projects) },
  );
});

const openMenu = async (view: RenderedScreen, item: string): Promise<void> => {
  await view.user.click(await screen.findByRole('button', { name: 'Actions for Harlan Street Cannery' }));
  await view.user.click(await screen.findByRole('menuitem', { name: item }));
};

describe('a project that is deleted', () => {
  const deleted = (id: string, title: string): DeletedProject => ({
    id,
    number: `P-2025-${id}`,
    title,
    property_address: '1200 Harlan Street',
    property_city: 'Oakland',
    property_state: 'CA',
    client_company: 'Redwood Holdings',
    created_at: '2026-01-01T12:00:00.000Z',
    deleted_at: '2026-01-05T12:00:00.000Z',
    deleted_by_name: 'Ada Marsh',
    purge_at: new Date(Date.now() + 29 * 86_400_000 + 60_000).toISOString(),
  });
  let gone: DeletedProject[];
  beforeEach(() => {
    gone = [];
    server.on('GET /api/deleted-projects', () => ({
      json: { data: gone, page: 1, per_page: 20, total_pages: 1, count: gone.length },
    }));
    server.on('DELETE /api/public/projects', ({ query }) => {
      gone = projects.filter(({ id }) => id === query.get('id')).map(({ id, title }) => deleted(id, title));
      projects = projects.filter(({ id }) => id !== query.get('id'));
      return { json: { success: true } };
    });
    server.on('POST /api/public/projects/*', ({ path }) => {
      const restored = [project, other].find(({ id }) => path === `/api/public/projects/${id}/restore`) ?? project;
      gone = gone.filter(({ id }) => id !== restored.id);
      projects = [restored, ...projects];
      return { json: { data: restored } };
    });
  });

  it('is restored by Undo and by the shortcut; the link to deleted projects appears only while needed', async () => {
    const view = renderScreen(<DashboardPage />);
    await openMenu(view, 'Delete Project');
    expect(screen.queryByRole('button', { name: 'Recently deleted' })).toBeNull();
    await view.user.click(await screen.findByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Project deleted')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Recently deleted' })).toBeTruthy();
    await view.user.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText(`Undone: deletion of “${project.title}”`)).toBeTruthy();
    expect(await screen.findByText('P-2025-00042')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Recently deleted' })).toBeNull());
  });

  it('is restored or permanently deleted from the list of deleted projects', async () => {
    gone = [deleted(project.id, project.title), deleted(other.id, other.title)];
    projects = [];
    server.on('DELETE /api/deleted-projects/*', ({ path }) => {
      gone = gone.filter(({ id }) => !path.endsWith(`/${id}`));
      return { json: { success: true } };
    });
    const view = renderScreen(<DashboardPage />);
    await view.user.click(await screen.findByRole('button', { name: 'Recently deleted' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Recently deleted projects' })).toBeTruthy();
    const row = await screen.findByRole('row', { name: new RegExp(project.title) });
    expect(row.textContent).toContain('by Ada Marsh');
    expect(row.textContent).toContain('29 days');
    await view.user.click(screen.getByRole('button', { name: `Restore ${project.title}` }));
    expect(await screen.findByText('Project restored')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('row', { name: new RegExp(project.title) })).toBeNull());
    await view.user.click(screen.getByRole('button', { name: `Delete permanently: ${other.title}` }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete permanently' });
    // SET-09
    expect(dialog.textContent).toMatch(/Issued reports are kept for 7 years .* under Settings \/ Retained reports\./);
    await view.user.click(within(dialog).getByRole('button', { name: 'Delete permanently' }));
    expect(await screen.findByText('Project permanently deleted')).toBeTruthy();
    expect(await screen.findByText('No deleted projects.')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Recently deleted' }));
    expect(await screen.findByText('P-2025-00042')).toBeTruthy();
  });

  it('in bulk is permanently deleted once: the dialog stays for refused ones only', async () => {
    gone = [deleted(project.id, project.title), deleted(other.id, other.title)];
    projects = [];
    let isAway = true;
    server.on('DELETE /api/deleted-projects/*', ({ path }) => {
      const id = path.split('/').at(-1);
      if (id === other.id && isAway) return { status: 503, json: { error: 'The project service is away.' } };
      if (!gone.some((each) => each.id === id)) return { status: 404, json: { error: 'Project not found' } };
      gone = gone.filter((each) => each.id !== id);
      return { json: { success: true } };
    });
    const view = renderScreen(<DashboardPage />, '/?deleted=true');
    await view.user.click(await screen.findByRole('checkbox', { name: 'Select all projects' }));
    await view.user.click(within(screen.getByRole('toolbar')).getByRole('button', { name: 'Delete permanently' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete permanently' });
    expect(within(dialog).getByText(/^Permanently delete 2 projects\?/)).toBeTruthy();
    const confirm = () => within(dialog).getByRole('button', { name: 'Delete permanently' });
    await view.user.click(confirm());
    expect(await within(dialog).findByText('The project service is away.')).toBeTruthy();
    expect(within(dialog).getByText(new RegExp(`^Permanently delete project "${other.title}"`))).toBeTruthy();
    isAway = false;
    await view.user.click(confirm());
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(await screen.findByText('No deleted projects.')).toBeTruthy();
  });

  it('keeps focus on the link to the deleted projects, and back', async () => {
    gone = [deleted(other.id, other.title)];
    const view = renderScreen(<DashboardPage />);
    const toggle = () => screen.getByRole('button', { name: 'Recently deleted' });
    await view.user.click(await screen.findByRole('button', { name: 'Recently deleted' }));
    expect(await screen.findByRole('row', { name: new RegExp(other.title) })).toBeTruthy();
    expect(document.activeElement).toBe(toggle());
    await view.user.keyboard('{Enter}');
    expect(await screen.findByRole('row', { name: new RegExp(project.title) })).toBeTruthy();
    expect(document.activeElement).toBe(toggle());
  });
});
