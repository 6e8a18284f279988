import { act, screen, waitFor } from '@testing-library/react';
import { fakeServer, type FakeServer } from '../testing/fake-server.js';
import { customer, me, project, projectPage } from '../testing/fixtures.js';
import { renderRoutes } from '../testing/render.js';
import { signedIn } from '../testing/sign-in.js';
import { renewSession, resetSession } from '../lib/session.js';
import { routes } from './router.js';

let server: FakeServer;

beforeEach(() => {
  resetSession();
  server = fakeServer();
  server.on('GET /api/auth/session', {
    status: 401,
    json: { error: 'Authentication required. Please log in to continue.' },
  });
  server.on('GET /api/public/projects', ({ query }) => {
    if (query.get('companies')) return { json: { data: ['Redwood Holdings'] } };
    if (query.get('id') === null) return { json: projectPage([project]) };
    return query.get('id') === project.id
      ? { json: { data: project } }
      : { status: 404, json: { error: 'Project not found', code: 'not_found' } };
  });
  server.on('GET /api/projects/*', { json: { data: [] } });
  server.on(`GET /api/projects/${project.id}/access`, { json: { data: { has_access: true, role: 'owner' } } });
});

const openSignedOut = async (at: string) => {
  const view = renderRoutes(routes, at);
  await act(() => renewSession());
  return view;
};

describe('without a session', () => {
  it.each([
    '/',
    '/issues',
    '/projects/p-1/setup',
    '/settings',
    '/settings/security',
    '/settings/release-notes',
    '/no/such/path',
  ])('%s leads to the login screen, which says why (AUTH-03, AUTH-04, NAV-14, NAV-15)', async (at) => {
    const view = await openSignedOut(at);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(view.path()).toBe('/login');
    expect(screen.getByText('Authentication required. Please log in to continue.')).toBeTruthy();
  });

  it('signing in leads back to the screen that was asked for', async () => {
    const view = await openSignedOut(`/projects/${project.id}/setup?tab=1`);
    server.on('POST /api/auth/sign-in', { json: { access_token: 'token', expires_in: 300, user: me } });
    server.on('GET /api/me', { json: { data: me } });
    await view.user.type(await screen.findByLabelText(/Email/), 'ada@symbio.test');
    await view.user.type(screen.getByLabelText(/Password/), 'symbio-local');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { level: 1, name: project.title })).toBeTruthy();
    expect(view.path()).toBe(`/projects/${project.id}/setup?tab=1`);
  });
});

describe('with a session', () => {
  it('the login screen leads to the dashboard (AUTH-01)', async () => {
    await signedIn(server);
    const view = renderRoutes(routes, '/login');
    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeTruthy();
    expect(view.path()).toBe('/');
  });

  it('an unknown path shows the not-found screen with its three ways on (NAV-18, NAV-19)', async () => {
    await signedIn(server);
    renderRoutes(routes, '/no/such/path');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.getByText("Sorry, we couldn't find the page you're looking for.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go back' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go to Dashboard' })).toBeTruthy();
    expect(screen.getByRole('link', { name: /support/i }).getAttribute('href')).toMatch(/^mailto:/);
  });

  it('Go to Dashboard leads to the dashboard (NAV-19)', async () => {
    await signedIn(server);
    const view = renderRoutes(routes, '/nope');
    await view.user.click(await screen.findByRole('button', { name: 'Go to Dashboard' }));
    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeTruthy();
  });

  it('a bare project route leads to its setup (NAV-04)', async () => {
    await signedIn(server);
    const view = renderRoutes(routes, `/projects/${project.id}`);
    expect(await screen.findByRole('button', { name: 'Edit Details' })).toBeTruthy();
    expect(view.path()).toBe(`/projects/${project.id}/setup`);
  });

  it('a project route without an id leads to /404 (NAV-05)', async () => {
    await signedIn(server);
    const view = renderRoutes(routes, '/projects');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(view.path()).toBe('/404');
  });

  it('a project that is unknown or out of reach shows the 404 page and no stages (AUTH-37)', async () => {
    await signedIn(server);
    renderRoutes(routes, '/projects/somebody-elses/setup');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.queryByRole('navigation', { name: 'Project stages' })).toBeNull();
  });

  it('a project that cannot be read because the server fails is not called unknown', async () => {
    await signedIn(server);
    server.on('GET /api/public/projects', { status: 503, json: { error: 'The project service is not available.' } });
    renderRoutes(routes, `/projects/${project.id}/setup`);
    expect(await screen.findByText('The project service is not available.')).toBeTruthy();
    expect(screen.queryByText('Page not found')).toBeNull();
  });

  it('release notes are for canSeeReleaseNotes; others are led to /404 (NAV-17, AUTH-33)', async () => {
    await signedIn(server, customer);
    const view = renderRoutes(routes, '/settings/release-notes');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(view.path()).toBe('/404');
  });

  it('release notes show the versions with badge and anchor to those who may read them (SET-15 to SET-17)', async () => {
    await signedIn(server);
    renderRoutes(routes, '/settings/release-notes');
    expect(await screen.findByRole('heading', { name: 'Release Notes' })).toBeTruthy();
    expect(screen.getAllByText('Current')).toHaveLength(1);
    expect(screen.getAllByText('Previous').length).toBeGreaterThan(1);
    expect(document.getElementById('v0-1-20')).toBeTruthy();
    expect(screen.getByText('26 September 2025')).toBeTruthy();
  });
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

  it('shows the way to the screen: Projects / title / stage (NAV-24)', async () => {
    await signedIn(server);
    renderRoutes(routes, `/projects/${project.id}/report-generation`);
    const crumbs = await screen.findByRole('navigation', { name: 'Breadcrumb' });
    await waitFor(() => expect(crumbs.textContent).toBe(`Projects/${project.title}/Report Generation`));
  });

  it('marks earlier stages done and the current one, Agents only with its permission (NAV-26, NAV-27)', async () => {
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
    expect(links.map((link) => link.querySelector('[aria-label="Done:"]') !== null)).toEqual([
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
    expect(items).toEqual(['Profile', 'Notifications', 'Security', 'Data Privacy', 'Logout']);
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
