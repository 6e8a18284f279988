import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { appServer } from '../../testing/app-server.js';
import type { FakeServer } from '../../testing/fake-server.js';
import { customer, me, project } from '../../testing/fixtures.js';
import { renderRoutes } from '../../testing/render.js';
import { signedIn } from '../../testing/sign-in.js';
import { routes } from '../router.js';

let server: FakeServer;

beforeEach(() => {
  server = appServer();
});

describe('the header', () => {
  it('leads every signed-in user to the issues, named in a tooltip (NAV-02, NAV-20)', async () => {
    await signedIn(server, customer);
    server.on('GET /api/public/issues', { json: { data: [], page: 1, per_page: 20, total_pages: 0, count: 0 } });
    const view = renderRoutes(routes, '/');
    const shortcut = await screen.findByRole('link', { name: 'Issues' });
    expect(shortcut.getAttribute('aria-current')).toBeNull();
    await view.user.hover(shortcut);
    expect(await screen.findByText('Issues', { selector: '[role=tooltip]' })).toBeTruthy();
    await view.user.click(shortcut);
    expect(await screen.findByText('No issues found.')).toBeTruthy();
    expect(view.path()).toBe('/issues');
    expect(screen.getByRole('link', { name: 'Issues' }).getAttribute('aria-current')).toBe('page');
  });

  it('shows the project stages in one line with the breadcrumbs above a document (NAV-26)', async () => {
    await signedIn(server);
    const scan = { id: 'd-1', project_id: project.id, title: 'Box 4', file_name: 'box.tif', mime_type: 'image/tiff' };
    server.on('GET /api/documents', { json: { data: [scan], page: 1, per_page: 100, total_pages: 1, count: 1 } });
    renderRoutes(routes, `/projects/${project.id}/documents/d-1`);
    const stages = await screen.findByRole('navigation', { name: 'Project stages' });
    expect(stages.closest('header')).not.toBeNull();
    const insights = within(stages).getByRole('link', { name: 'Insights' });
    expect(insights.getAttribute('href')).toBe(`/projects/${project.id}/insights`);
  });

  it.each([
    ['/issues', 'Projects/Issues'],
    ['/settings/security', 'Projects/Settings/Account'],
    ['/settings', 'Projects/Settings/Account'],
    ['/settings/', 'Projects/Settings/Account'],
    ['/settings/security/', 'Projects/Settings/Account'],
  ])('shows the way outside projects, too: %s', async (path, way) => {
    await signedIn(server);
    renderRoutes(routes, path);
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumb' });
    await waitFor(() => expect(crumbs.textContent).toBe(way));
  });

  it('shows the way to the screen: Projects / title / stage (NAV-24)', async () => {
    await signedIn(server);
    renderRoutes(routes, `/projects/${project.id}/report-generation`);
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumb' });
    await waitFor(() => expect(crumbs.textContent).toBe(`Projects/${project.title}/Report Generation`));
  });

  it.each([
    ['a document', `/projects/${project.id}/documents/none`, `Projects/${project.title}/Data Collection`],
    ['an issue', '/issues/none', 'Projects/Issues'],
    ['a page of an issue', '/issues/none/more', 'Projects/Issues'],
    ['a page of the settings', '/settings/none', 'Projects/Settings'],
    ['a page of a document', `/projects/${project.id}/documents/d-1/more`, `Projects/${project.title}/Data Collection`],
  ])('omits the crumb of %s that does not exist (NAV-19, NAV-24, NAV-25)', async (_what, path, way) => {
    await signedIn(server);
    server.on('GET /api/documents', { json: { data: [], page: 1, per_page: 100, total_pages: 0, count: 0 } });
    renderRoutes(routes, path);
    expect(await screen.findByRole('heading', { name: /not found/i })).toBeTruthy();
    const crumbs = screen.getByRole('navigation', { name: 'Breadcrumb' });
    await waitFor(() => expect(crumbs.textContent).toBe(way));
    expect(within(crumbs).queryByLabelText('Loading title')).toBeNull();
    // ancestors are still linked
    if (path.includes('none'))
      expect(within(crumbs).getAllByRole('link').at(-1)?.textContent).toBe(way.split('/').at(-1));
  });

  it('marks the page of the settings whose address ends in a slash (NAV-14, NAV-15)', async () => {
    await signedIn(server);
    renderRoutes(routes, '/settings/profile/');
    const settings = await screen.findByRole('navigation', { name: 'Settings' });
    expect(within(settings).getByRole('link', { name: 'Account' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Settings page' }).value).toBe('/settings/profile');
  });

  it('offers every settings page at an unknown address (NAV-15, NAV-19)', async () => {
    await signedIn(server);
    const view = renderRoutes(routes, '/settings/none');
    const choice = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Settings page' });
    expect(choice.value).toBe('');
    await view.user.selectOptions(choice, 'Account');
    await waitFor(() => expect(choice.value).toBe('/settings/profile'));
    expect(view.path()).toBe('/settings/profile');
    expect([...choice.options].map(({ value }) => value)).not.toContain('');
  });

  it('lets the 404 page scroll where a viewer would have the height of the window (NAV-19)', async () => {
    await signedIn(server);
    server.on('GET /api/documents', { json: { data: [], page: 1, per_page: 100, total_pages: 0, count: 0 } });
    renderRoutes(routes, `/projects/${project.id}/documents/none`);
    const page = (await screen.findByRole('heading', { name: 'Page not found' })).parentElement;
    // the main landmark makes it scroll; tests load no style sheets
    expect(page?.matches('main > [data-message]')).toBe(true);
  });

  it('restores a list with its filters, from the crumbs and the stages (NAV-24)', async () => {
    await signedIn(server);
    const view = renderRoutes(routes, '/?status=open&page=1');
    await view.user.click(await screen.findByRole('link', { name: project.title }));
    expect(await screen.findByRole('button', { name: 'Edit Details' })).toBeTruthy();
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Projects' }).getAttribute('href')).toBe('/?status=open&page=1'),
    );
    await act(() => view.router.navigate(`/projects/${project.id}/data-collection?category=other`));
    const stages = within(screen.getByRole('navigation', { name: 'Project stages' }));
    const collection = () => stages.getByRole('link', { name: /Data Collection/ }).getAttribute('href');
    // the open list starts without filters
    await waitFor(() => expect(collection()).toBe(`/projects/${project.id}/data-collection`));
    await act(() => view.router.navigate(`/projects/${project.id}/setup`));
    await waitFor(() => expect(collection()).toBe(`/projects/${project.id}/data-collection?category=other`));
  });

  it('brings the current stage into its row, and leaves the page where it is scrolled to', async () => {
    await signedIn(server);
    const moved: Element[] = [];
    Element.prototype.scrollIntoView = function scrollIntoView() {
      moved.push(this);
    };
    const places = jest.spyOn(HTMLElement.prototype, 'offsetLeft', 'get').mockReturnValue(640);
    const widths = jest.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(390);
    try {
      renderRoutes(routes, `/projects/${project.id}/sign-and-send`);
      const stages = await screen.findByRole('navigation', { name: 'Project stages' });
      await waitFor(() => expect(stages.scrollLeft).toBe(640 - 390 / 2));
      expect(moved).toEqual([]);
    } finally {
      places.mockRestore();
      widths.mockRestore();
      Reflect.deleteProperty(Element.prototype, 'scrollIntoView');
    }
  });

  it('marks earlier stages done, and the current one, Agents only with its permission (NAV-26, NAV-27)', async () => {
    await signedIn(server, { ...customer, permissions: { ...customer.permissions } });
    renderRoutes(routes, `/projects/${project.id}/site-reconnaissance`);
    const stages = await screen.findByRole('navigation', { name: 'Project stages' });
    const links = [...stages.querySelectorAll('a')];
    expect(links.map((link) => link.textContent?.replace(/^\d/, ''))).toEqual([
      'Setup',
      'Data Collection',
      'Site Reconnaissance',
      'Insights',
      'Report Generation',
      'Sign & Send',
    ]);
    expect(links.map((link) => link.querySelector('[aria-label="Earlier stage:"]') !== null)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(links.map((link) => link.getAttribute('aria-current'))).toEqual([null, null, 'step', null, null, null]);
  });

  it('lists the settings a user may open, and Logout, under the profile name (NAV-22, NAV-23)', async () => {
    await signedIn(server, customer);
    const view = renderRoutes(routes, '/');
    await view.user.click(await screen.findByRole('button', { name: `User menu, ${customer.name}` }));
    const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent);
    expect(items).toEqual(['Account', 'Notifications', 'Data Privacy', 'Logout']);
  });

  it('shows the e-mail of a user without a name (NAV-23)', async () => {
    await signedIn(server, { ...me, name: null });
    renderRoutes(routes, '/');
    expect(await screen.findByRole('button', { name: `User menu, ${me.email}` })).toBeTruthy();
  });

  it('ends the session with Logout and leads to the login screen, without a complaint', async () => {
    await signedIn(server);
    server.on('POST /api/auth/sign-out', { status: 204, text: '' });
    const view = renderRoutes(routes, '/');
    await view.user.click(await screen.findByRole('button', { name: /User menu/ }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByText(/Authentication required/)).toBeNull();
    expect(server.requestsOf('POST /api/auth/sign-out')).toHaveLength(1);
  });

  it('remembers the theme once it is toggled (OP-13)', async () => {
    await signedIn(server);
    localStorage.clear();
    const view = renderRoutes(routes, '/');
    await view.user.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
    expect(localStorage.getItem('symbio.color-scheme')).toBe('dark');
    expect(await screen.findByRole('button', { name: 'Switch to light theme' })).toBeTruthy();
    localStorage.clear();
  });
});
