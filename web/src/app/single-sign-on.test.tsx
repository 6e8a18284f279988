import { webcrypto } from 'node:crypto';
import { jest } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { routes } from './router.js';
import { currentSession, renewSession, resetSession } from '../lib/session/session.js';
import { fakeServer, type FakeAnswer, type FakeServer } from '../testing/fake-server.js';
import { me, projectPage } from '../testing/fixtures.js';
import { renderRoutes, type RenderedScreen } from '../testing/render.js';
import { pageNavigation } from '../features/auth/page-navigation.js';

const OPTIONS = { sso: true, url: '/auth', realm: 'symbio', client_id: 'symbio-web', support_email: '' };
const BUTTON = 'Continue with single sign-on';

let server: FakeServer;
let left: string[];

beforeEach(() => {
  resetSession();
  localStorage.clear();
  sessionStorage.clear();
  left = [];
  jest.spyOn(pageNavigation, 'goTo').mockImplementation((address) => void left.push(address));
  server = fakeServer();
  server.on('GET /api/auth/session', { status: 401, json: { error: 'no session' } });
  server.on('GET /api/auth/options', { json: { data: OPTIONS } });
  server.on('GET /api/public/projects', { json: projectPage([]) });
  server.on('GET /api/public/issues', { json: { data: [], page: 1, per_page: 20, total_pages: 0, count: 0 } });
});

const open = async (at: string): Promise<RenderedScreen> => {
  const view = renderRoutes(routes, at);
  await act(() => renewSession());
  return view;
};

/** Returns the parameters of the provider URL. */
async function leaveForProvider(view: RenderedScreen): Promise<URLSearchParams> {
  await view.user.click(await screen.findByRole('button', { name: BUTTON }));
  await waitFor(() => expect(left).toHaveLength(1));
  view.unmount();
  return new URL(left[0] ?? '', window.location.origin).searchParams;
}

const accept = (): void => {
  server.on('POST /api/auth/sso', { json: { access_token: 'token', expires_in: 300, user: me } });
  server.on('GET /api/me', { json: { data: me } });
};

describe('single sign-on', () => {
  it('is offered beside the form only when the realm allows it', async () => {
    server.on('GET /api/auth/options', { json: { data: { ...OPTIONS, sso: false } } });
    await open('/login');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
    await waitFor(() => expect(server.requestsOf('GET /api/auth/options').length).toBeGreaterThan(0));
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
  });

  it('shows only the form when its availability is unknown', async () => {
    server.on('GET /api/auth/options', { status: 503, json: { error: 'away' } });
    await open('/login');
    expect(await screen.findByRole('button', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: BUTTON })).toBeNull();
  });

  it('asks the provider for a code with PKCE (S256), for the return address of this origin', async () => {
    const params = await leaveForProvider(await open('/login'));
    expect(left[0]).toMatch(/^\/auth\/realms\/symbio\/protocol\/openid-connect\/auth\?/);
    expect(Object.fromEntries(params)).toMatchObject({
      client_id: 'symbio-web',
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: `${window.location.origin}/login/callback`,
      code_challenge_method: 'S256',
    });
    expect(params.get('code_challenge')).toMatch(/^[\w-]{43}$/);
    expect(params.get('state')).toBeTruthy();
  });

  it('sends code and verifier to the gateway and continues to the requested page, with query and hash (AUTH-03)', async () => {
    const params = await leaveForProvider(await open('/issues?page=1#newest'));
    accept();
    const view = await open(`/login/callback?state=${params.get('state')}&code=the-code&session_state=s`);
    expect(await screen.findByText('No issues found.')).toBeTruthy();
    expect(`${view.path()}${view.router.state.location.hash}`).toBe('/issues?page=1#newest');
    expect(currentSession().status).toBe('signed-in');

    const [sent] = server.requestsOf('POST /api/auth/sso').map(({ body }) => body as Record<string, string>);
    const { code_verifier: verifier, ...rest } = sent ?? {};
    expect(rest).toEqual({ code: 'the-code', redirect_uri: `${window.location.origin}/login/callback` });
    const digest = await webcrypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
    expect(Buffer.from(digest).toString('base64url')).toBe(params.get('code_challenge'));
  });

  it('leaves nothing of itself in the browser, and no token (AUTH-24)', async () => {
    const params = await leaveForProvider(await open('/login'));
    accept();
    await open(`/login/callback?state=${params.get('state')}&code=c-1`);
    expect(await screen.findByRole('heading', { name: 'Projects' })).toBeTruthy();
    expect(Object.keys({ ...localStorage, ...sessionStorage })).toEqual([]);
  });

  it.each([
    ['a state nobody here has sent', 'state=forged&code=c-2'],
    ['no state', 'code=c-3'],
  ])('refuses %s and sends nothing', async (_what, query) => {
    await leaveForProvider(await open('/login'));
    accept();
    const view = await open(`/login/callback?${query}`);
    expect(await screen.findByText(/This sign-in was not started in this browser/)).toBeTruthy();
    expect(view.path()).toBe('/login');
    expect(server.requestsOf('POST /api/auth/sso')).toHaveLength(0);
  });

  it.each([
    ['access_denied', 'Single sign-on was cancelled. Try again, or sign in with your email and password.'],
    ['server_error', 'Single sign-on did not work. Try again, or sign in with your email and password.'],
  ])('that the provider answers with %s ends at the login screen with a sentence', async (error, words) => {
    const params = await leaveForProvider(await open('/issues'));
    await open(`/login/callback?state=${params.get('state')}&error=${error}`);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(server.requestsOf('POST /api/auth/sso')).toHaveLength(0);
  });

  it.each<[string, FakeAnswer, string]>([
    [
      'an expired code',
      { status: 401, json: { error: 'Authentication required. Please log in to continue.' } },
      'The sign-in took too long. Please try again.',
    ],
    ['a disabled account', { status: 403, json: { error: 'This account is disabled.' } }, 'This account is disabled.'],
    [
      'too many attempts',
      { status: 429, json: { error: 'Too many.' }, headers: { 'retry-after': '30' } },
      'Too many attempts. Please wait 30 seconds and try again.',
    ],
  ])('says why the gateway refused: %s; the wanted page is kept for the next try', async (what, answer, words) => {
    const params = await leaveForProvider(await open('/issues'));
    server.on('POST /api/auth/sso', answer);
    const view = await open(`/login/callback?state=${params.get('state')}&code=${encodeURIComponent(what)}`);
    expect(await screen.findByText(words)).toBeTruthy();
    server.on('POST /api/auth/sign-in', { json: { access_token: 'token', expires_in: 300, user: me } });
    server.on('GET /api/me', { json: { data: me } });
    await view.user.type(screen.getByLabelText(/Email/), 'ada@symbio.test');
    await view.user.type(screen.getByLabelText(/Password/), 'symbio-local');
    await view.user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByText('No issues found.')).toBeTruthy();
  });

  it('shows an error in a browser that lacks a required API', async () => {
    const view = await open('/login');
    const set = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    await view.user.click(await screen.findByRole('button', { name: BUTTON }));
    expect(await screen.findByText(/Single sign-on is not possible in this browser/)).toBeTruthy();
    set.mockRestore();
    expect(left).toEqual([]);
  });
});
