import { act, screen, waitFor, within } from '@testing-library/react';
import { api } from '../lib/http/api.js';
import { appServer } from '../testing/app-server.js';
import { heldAnswer, type FakeServer } from '../testing/fake-server.js';
import { customer, me, project } from '../testing/fixtures.js';
import { renderRoutes } from '../testing/render.js';
import { signedIn } from '../testing/sign-in.js';
import { renewSession, signIn } from '../lib/session/session.js';
import { routes } from './router.js';

let server: FakeServer;

beforeEach(() => {
  server = appServer();
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
  ])('%s leads to the login screen, which explains why (AUTH-03, AUTH-04, NAV-14, NAV-15)', async (at) => {
    const view = await openSignedOut(at);
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy();
    expect(view.path()).toBe('/login');
    expect(screen.getByText('Authentication required. Please log in to continue.')).toBeTruthy();
  });

  it('signing in returns to the requested screen', async () => {
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
  it.each(['/', '/issues', `/projects/${project.id}/setup`, '/settings', '/no/such/path'])(
    '%s has the button that reports an issue in its header (NAV-31)',
    async (at) => {
      await signedIn(server);
      renderRoutes(routes, at);
      const button = await screen.findByRole('button', { name: 'Report an Issue' });
      // in the header it covers nothing
      expect(button.closest('header')).not.toBeNull();
    },
  );

  it('the login screen leads to the dashboard, titled Projects (AUTH-01, NAV-01)', async () => {
    await signedIn(server);
    const view = renderRoutes(routes, '/login');
    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeTruthy();
    expect(view.path()).toBe('/');
    expect(document.title).toMatch(/^Projects\b/);
  });

  it('a document has its own route, which takes the height of the window (NAV-13)', async () => {
    await signedIn(server);
    const scan = { id: 'd-1', project_id: project.id, title: 'Box 4', file_name: 'box.tif', mime_type: 'image/tiff' };
    server.on('GET /api/documents', { json: { data: [scan], page: 1, per_page: 100, total_pages: 1, count: 1 } });
    const view = renderRoutes(routes, `/projects/${project.id}/documents/d-1`);
    expect(await screen.findByText(/No viewer available for this document type/)).toBeTruthy();
    expect(view.path()).toBe(`/projects/${project.id}/documents/d-1`);
    expect(view.router.state.matches.at(-1)?.route.handle).toEqual({ width: 'viewport' });
  });

  it.each([
    ['report-generation', 'Report Generation', 'NAV-10'],
    ['sign-and-send', 'Sign and Send', 'NAV-11'],
  ])('%s of a project has a route: %s (%s)', async (segment, title) => {
    await signedIn(server);
    renderRoutes(routes, `/projects/${project.id}/${segment}`);
    expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
  });

  it('an unknown path shows the not-found screen with its three ways on (NAV-18, NAV-19, OP-10)', async () => {
    await signedIn(server);
    server.on('GET /api/auth/options', { json: { data: { sso: false, support_email: 'help@example.test' } } });
    renderRoutes(routes, '/no/such/path');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.getByText("Sorry, we couldn't find the page you're looking for.")).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go back' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Go to Dashboard' })).toBeTruthy();
    const support = screen.getByRole('link', { name: /support/i });
    await waitFor(() => expect(support.getAttribute('href')).toBe('mailto:help@example.test'));
  });

  it('Go back opens the dashboard in a tab without history (OP-10, NAV-19)', async () => {
    await signedIn(server, customer);
    const view = renderRoutes(routes, `/projects/${project.id}/agents`);
    expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy();
    expect(window.history.length).toBe(1);
    await view.user.click(screen.getByRole('button', { name: 'Go back' }));
    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeTruthy();
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

  describe('unfinished input on a project screen', () => {
    const other = { ...project, id: '01890000-0000-7000-8000-000000000102', title: 'Dock Street Tannery' };
    const role = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Role of the new member' });
    const open = async () => {
      await signedIn(server);
      server.on('GET /api/public/projects', ({ query }) => ({
        json: { data: query.get('id') === other.id ? other : project },
      }));
      const view = renderRoutes(routes, `/projects/${other.id}/setup`);
      const go = async ({ id, title }: typeof project) => {
        await act(() => view.router.navigate(`/projects/${id}/setup`));
        await screen.findByRole('heading', { level: 1, name: title });
      };
      await screen.findByRole('heading', { level: 1, name: other.title });
      await go(project);
      await view.user.selectOptions(await role(), 'editor');
      return { view, go };
    };

    it('is not carried over to another cached project (PROJ-44)', async () => {
      const { go } = await open();
      await go(other);
      expect((await role()).value).toBe('viewer');
      // keyboard users start at the new screen
      expect(document.activeElement).toBe(screen.getByRole('main'));
    });

    it('stays when the project is read again', async () => {
      const { view } = await open();
      const before = await role();
      server.on('GET /api/public/projects', { json: { data: { ...project, title: 'Harlan Cannery' } } });
      act(() => void view.store.dispatch(api.util.invalidateTags(['Project'])));
      await screen.findByRole('heading', { level: 1, name: 'Harlan Cannery' });
      expect(await role()).toBe(before);
      expect(before.value).toBe('editor');
    });
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

  it('the public API page is for canSeeReleaseNotes as well (NAV-17, AUTH-31, AUTH-33)', async () => {
    await signedIn(server, customer);
    const view = renderRoutes(routes, '/settings/public-api');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(view.path()).toBe('/404');
  });

  it('user management shows the not-found screen without canManageUser, and requests no list (NAV-16, SET-12, AUTH-29)', async () => {
    await signedIn(server, customer);
    const view = renderRoutes(routes, '/settings/user-management');
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(view.path()).toBe('/settings/user-management');
    expect(server.requestsOf('GET /api/users')).toHaveLength(0);
  });

  it('a screen behind a permission shows a spinner until the permissions are known (SET-12, SET-15)', async () => {
    await signedIn(server);
    const { handler, answer } = heldAnswer();
    server.on('GET /api/me', handler);
    server.on('GET /api/users', { json: { data: [] } });
    renderRoutes(routes, '/settings/user-management');
    await waitFor(() => expect(server.requestsOf('GET /api/me')).toHaveLength(1));
    expect(await screen.findByRole('progressbar')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'User Management' })).toBeNull();
    answer({ json: { data: me } });
    expect(await screen.findByRole('heading', { name: 'User Management' })).toBeTruthy();
  });

  it('a role that changes while a screen is open closes it (AUTH-27, AUTH-33)', async () => {
    await signedIn(server);
    server.on('GET /api/users', { json: { data: [] } });
    const view = renderRoutes(routes, '/settings/user-management');
    expect(await screen.findByRole('heading', { name: 'User Management' })).toBeTruthy();
    server.on('GET /api/me', { json: { data: customer } });
    act(() => void view.store.dispatch(api.util.invalidateTags(['Me'])));
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'User Management' })).toBeNull();
  });

  it('a screen behind a permission reports that the permissions cannot be read, and retries (ERR-25)', async () => {
    await signedIn(server);
    server.on('GET /api/me', { status: 503, json: { error: 'The identity service is away.' } });
    const view = renderRoutes(routes, '/settings/release-notes');
    expect(await screen.findByText('Failed to fetch user profile')).toBeTruthy();
    expect(screen.getByText('The identity service is away.')).toBeTruthy();
    server.on('GET /api/me', { json: { data: me } });
    await view.user.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('heading', { name: 'Release Notes' })).toBeTruthy();
  });

  it('a project whose access could not be checked is shown read-only, with a notice (ERR-28, AUTH-34)', async () => {
    await signedIn(server);
    server.on('GET /api/public/projects', { json: { data: { ...project, access_role: undefined } } });
    server.on(`GET /api/projects/${project.id}/access`, { status: 503, json: { error: 'Please try again.' } });
    renderRoutes(routes, `/projects/${project.id}/setup`);
    expect(await screen.findByText('Failed to check project access')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Edit Details' })).toBeNull();
  });

  it('release notes show the versions with badge and anchor with permission (SET-15 to SET-17)', async () => {
    await signedIn(server);
    renderRoutes(routes, '/settings/release-notes');
    expect(await screen.findByRole('heading', { name: 'Release Notes' })).toBeTruthy();
    expect(screen.getAllByText('Current')).toHaveLength(1);
    expect(screen.getAllByText('Previous').length).toBeGreaterThan(1);
    expect(document.getElementById('v0-1-20')).toBeTruthy();
    for (const date of ['29 November 2026', '26 September 2025']) expect(screen.getByText(date)).toBeTruthy();
  });
});

describe('a session that ends at the server', () => {
  const required = 'Authentication required. Please log in to continue.';

  async function typing() {
    await signedIn(server);
    const view = renderRoutes(routes, `/projects/${project.id}/setup?tab=1#members`);
    await view.user.click(await screen.findByRole('button', { name: 'Edit Details' }));
    const title = await screen.findByRole('textbox', { name: /Project title|Title/ });
    await view.user.clear(title);
    await view.user.type(title, 'Half a title');
    server.on('GET /api/me', { status: 401, json: { error: required } });
    act(() => void view.store.dispatch(api.util.invalidateTags(['Me'])));
    const dialog = await screen.findByRole('alertdialog', { name: 'Your session has ended' });
    return { view, title, dialog };
  }

  it('keeps the page and its input, shows a sign-in dialog on top, and resumes there (AUTH-04, ERR-03)', async () => {
    const { view, title, dialog } = await typing();
    expect(dialog.textContent).toContain(required);
    const email = within(dialog).getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual([me.email, true]);
    await waitFor(() => expect(document.activeElement).toBe(within(dialog).getByLabelText(/Password/)));

    server.on('GET /api/me', { json: { data: me } });
    await view.user.keyboard('symbio-local{Enter}');
    await waitFor(() => expect(screen.queryByRole('alertdialog', { name: 'Your session has ended' })).toBeNull());
    expect(screen.getByDisplayValue('Half a title')).toBe(title);
    expect(`${view.path()}${view.router.state.location.hash}`).toBe(`/projects/${project.id}/setup?tab=1#members`);
    await waitFor(() => expect(document.activeElement).toBe(title));
    const tried = server.requestsOf('POST /api/auth/sign-in').at(-1)?.body;
    expect(tried).toEqual({ email: me.email, password: 'symbio-local' });
    expect(view.path()).not.toBe('/login');
  });

  it('reports a wrong password and stays', async () => {
    const { view, dialog } = await typing();
    await view.user.click(within(dialog).getByRole('button', { name: 'Sign in' }));
    expect(await within(dialog).findByText('Password is required')).toBeTruthy();
    server.on('POST /api/auth/sign-in', { status: 401, json: { error: 'Invalid email or password.' } });
    await view.user.type(within(dialog).getByLabelText(/Password/), 'wrong{Enter}');
    expect(await within(dialog).findByText('Invalid email or password.')).toBeTruthy();
    await view.user.keyboard('{Escape}');
    expect(screen.getByRole('alertdialog', { name: 'Your session has ended' })).toBe(dialog);
    expect(screen.getByDisplayValue('Half a title')).toBeTruthy();
  });

  it('offers single sign-on in another tab where the realm allows it, since it would leave the page', async () => {
    server.on('GET /api/auth/options', {
      json: { data: { sso: true, url: '/auth', realm: 'symbio', client_id: 'symbio-web', support_email: '' } },
    });
    const { dialog } = await typing();
    const link = await within(dialog).findByRole('link', { name: 'Use single sign-on in a new tab' });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual(['/login', '_blank']);
    expect(dialog.textContent).toContain('Single sign-on leaves the page it is used on.');
  });

  it('leads another user to the login screen with its message, and to the same place after signing in (AUTH-03, AUTH-04)', async () => {
    const { view, dialog } = await typing();
    await view.user.click(within(dialog).getByRole('button', { name: 'Sign in as another user' }));
    expect(await screen.findByText(required)).toBeTruthy();
    expect(await screen.findByText('Your session has ended.')).toBeTruthy();
    expect(view.path()).toBe('/login');

    server.on('GET /api/me', { json: { data: { ...customer, name: 'Ben Ito' } } });
    await view.user.type(screen.getByLabelText(/Email/), 'ben@symbio.test');
    await view.user.type(screen.getByLabelText(/Password/), 'symbio-local');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('heading', { level: 1, name: project.title })).toBeTruthy();
    expect(`${view.path()}${view.router.state.location.hash}`).toBe(`/projects/${project.id}/setup?tab=1#members`);
    expect(screen.queryByDisplayValue('Half a title')).toBeNull();
  });

  it('and returns as another user shows nothing of the first', async () => {
    const tokenOf = (sub: string): string => `e30.${Buffer.from(JSON.stringify({ sub })).toString('base64url')}.sig`;
    await signedIn(server);
    server.on('POST /api/auth/sign-in', { json: { access_token: tokenOf('u-1'), expires_in: 300, user: me } });
    await signIn('ada@symbio.test', 'symbio-local');
    renderRoutes(routes, '/');
    expect(await screen.findByRole('button', { name: `User menu, ${me.name}` })).toBeTruthy();
    const projectsRead = server.requestsOf('GET /api/public/projects').length;
    server.on('GET /api/auth/session', { json: { access_token: tokenOf('u-2'), expires_in: 300, user: customer } });
    server.on('GET /api/me', { json: { data: { ...customer, name: 'Ben Ito' } } });
    await act(() => renewSession());
    expect(await screen.findByRole('button', { name: 'User menu, Ben Ito' })).toBeTruthy();
    expect(server.requestsOf('GET /api/public/projects').length).toBeGreaterThan(projectsRead);
  });
});
