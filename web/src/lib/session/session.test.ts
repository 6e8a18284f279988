import { jest } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { fakeServer, heldAnswer } from '../../testing/fake-server.js';
import { CallError } from '../http/errors.js';
import { authorizedFetch, request, urlWithParams } from '../http/request.js';
import {
  accessToken,
  changePassword,
  currentSession,
  leaveLapsedSession,
  renewSession,
  resetSession,
  signIn,
  signOut,
  subscribeToDepartures,
} from './session.js';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: object): string => `${base64({ alg: 'RS256' })}.${base64(claims)}.signature`;
const session = (token: string, expires_in = 300) => ({
  json: { access_token: token, token_type: 'Bearer', expires_in, user: {} },
});

beforeEach(() => {
  localStorage.clear();
  resetSession();
});

describe('the session', () => {
  it('carries the access token on calls, from memory only (AUTH-24)', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('token-1'));
    server.on('GET /api/me', { json: { data: {} } });
    await signIn('ada@symbio.test', 'symbio-local');
    await request({ url: '/api/me' });
    expect(server.requestsOf('GET /api/me')[0]?.authorization).toBe('Bearer token-1');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('token-1');
    expect(document.cookie).not.toContain('token-1');
  });

  it('is renewed once, silently, after a 401, and the call is retried', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('old'));
    server.on('GET /api/auth/session', session('new'));
    server.on('GET /api/documents', ({ authorization }) =>
      authorization === 'Bearer new' ? { json: { data: ['deed'] } } : { status: 401, json: { error: 'expired' } },
    );
    await signIn('ada@symbio.test', 'symbio-local');
    const answers = await Promise.all([request({ url: '/api/documents' }), request({ url: '/api/documents' })]);
    expect(answers).toEqual([{ data: ['deed'] }, { data: ['deed'] }]);
    expect(server.requestsOf('GET /api/auth/session')).toHaveLength(1);
    expect(currentSession().status).toBe('signed-in');
  });

  it('is renewed before a call if the token is about to expire', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('short', 5));
    server.on('GET /api/auth/session', session('long'));
    server.on('GET /api/me', { json: {} });
    await signIn('ada@symbio.test', 'symbio-local');
    await request({ url: '/api/me' });
    expect(server.requestsOf('GET /api/me').map((each) => each.authorization)).toEqual(['Bearer long']);
  });

  it('is not renewed while the password changes, whose answer replaces the refresh cookie', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const locks = { request: (_: string, use: () => Promise<unknown>) => (last = last.then(use)) };
    Object.defineProperty(navigator, 'locks', { value: locks, configurable: true });
    const server = fakeServer();
    const changed = heldAnswer();
    server.on('POST /api/auth/sign-in', session('old'));
    server.on('POST /api/auth/change-password', changed.handler);
    server.on('GET /api/auth/session', session('newest'));
    await signIn('ada@symbio.test', 'symbio-local');
    const changing = changePassword('symbio-local', 'a better one');
    await waitFor(() => expect(server.requestsOf('POST /api/auth/change-password')).toHaveLength(1));
    const renewing = renewSession();
    await Promise.resolve();
    expect(server.requestsOf('GET /api/auth/session')).toHaveLength(0);
    changed.answer(session('new'));
    await changing;
    expect(await renewing).toBe(true);
    expect(await accessToken()).toBe('newest');
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('says why it ended when the account was disabled', async () => {
    const server = fakeServer();
    const error = 'This account is disabled. Please ask an administrator to enable it.';
    server.on('POST /api/auth/sign-in', session('old'));
    server.on('GET /api/auth/session', { status: 401, json: { error, code: 'account_disabled' } });
    await signIn('ada@symbio.test', 'symbio-local');
    await renewSession();
    expect(currentSession()).toEqual({ status: 'signed-out', reason: 'expired', refusal: error });
  });

  it('ends with the message of a call rejected for a disabled account, without requesting another token', async () => {
    const server = fakeServer();
    const error = 'This account is disabled. Please ask an administrator to enable it.';
    server.on('POST /api/auth/sign-in', session('old'));
    server.on('GET /api/me', { status: 401, json: { error, code: 'account_disabled' } });
    await signIn('ada@symbio.test', 'symbio-local');
    await expect(request({ url: '/api/me' })).rejects.toThrow(error);
    expect(currentSession()).toEqual({ status: 'signed-out', reason: 'expired', refusal: error });
    expect(server.requestsOf('GET /api/auth/session')).toHaveLength(0);
  });

  it('outlives a gateway that is restarting', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('token'));
    server.on('GET /api/auth/session', { status: 503, json: { error: 'Service unavailable' } });
    await signIn('ada@symbio.test', 'symbio-local');
    expect(await renewSession()).toBe(false);
    expect(currentSession().status).toBe('signed-in');
  });

  it('is unreachable, not ended, when the first request for it gets no response', async () => {
    const server = fakeServer();
    server.on('GET /api/auth/session', () => Promise.reject(new TypeError('Failed to fetch')));
    await renewSession();
    expect(currentSession()).toMatchObject({ status: 'unreachable', error: { status: 0, code: 'network_error' } });
  });

  it('ends locally at once, whatever the server does', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('token'));
    const { handler, answer } = heldAnswer();
    server.on('POST /api/auth/sign-out', handler);
    await signIn('ada@symbio.test', 'symbio-local');
    const told = signOut();
    expect(currentSession()).toEqual({ status: 'signed-out', reason: 'ended' });
    answer({ status: 204, text: '' });
    await told;
  });

  it('whose sign-out did not reach the server ends there before it is requested again, and stays ended until then', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('token'));
    server.on('GET /api/auth/session', session('still there'));
    server.on('POST /api/auth/sign-out', () => Promise.reject(new TypeError('Failed to fetch')));
    await signIn('ada@symbio.test', 'symbio-local');
    await signOut();
    // page reload, e.g. by the next user of this machine
    resetSession();
    await renewSession();
    expect(currentSession()).toMatchObject({ status: 'unreachable', error: { code: 'network_error' } });
    expect(server.requestsOf('GET /api/auth/session')).toHaveLength(0);
    server.on('POST /api/auth/sign-out', { status: 204, text: '' });
    server.on('GET /api/auth/session', { status: 200, text: '' });
    await renewSession();
    expect(currentSession()).toEqual({ status: 'signed-out', reason: 'required' });
    expect(server.requestsOf('POST /api/auth/sign-out')).toHaveLength(3);
    await renewSession();
    expect(server.requestsOf('POST /api/auth/sign-out')).toHaveLength(3);
  });

  it('with a pending sign-out ends at the server when the network returns', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('token'));
    server.on('POST /api/auth/sign-out', { status: 502, json: { error: 'Bad gateway' } });
    await signIn('ada@symbio.test', 'symbio-local');
    await signOut();
    server.on('POST /api/auth/sign-out', { status: 204, text: '' });
    window.dispatchEvent(new Event('online'));
    await waitFor(() => expect(localStorage).toHaveLength(0));
    expect(server.requestsOf('POST /api/auth/sign-out')).toHaveLength(2);
  });

  it('of the next sign-in keeps its cookie: it waits for the response that deletes the previous one', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('token'));
    const { handler, answer } = heldAnswer();
    server.on('POST /api/auth/sign-out', handler);
    await signIn('ada@symbio.test', 'symbio-local');
    void signOut();
    const next = signIn('eve@symbio.test', 'symbio-local');
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.requestsOf('POST /api/auth/sign-in')).toHaveLength(1);
    answer({ status: 500, json: { error: 'broken' } });
    await next;
    expect(currentSession().status).toBe('signed-in');
    expect(localStorage).toHaveLength(0);
  });
});

describe('a session that the server ended while it was in use', () => {
  const ada = tokenOf({ sub: 'ada' });
  const refusal = { status: 401, json: { error: 'Authentication required. Please log in to continue.' } };

  /** Ada's old token is refused, the new one is not. */
  async function lapsed(again = tokenOf({ sub: 'ada', jti: 'again' })) {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session(ada));
    server.on('GET /api/auth/session', refusal);
    server.on('POST /api/public/issues', ({ authorization }) =>
      authorization === `Bearer ${again}` ? { json: { data: 'reported' } } : refusal,
    );
    await signIn('ada@symbio.test', 'symbio-local');
    const answer = request({ url: '/api/public/issues', method: 'POST', body: { title: 'Broken' } });
    // prevents an unhandled rejection until the test awaits it
    answer.catch(() => undefined);
    await waitFor(() => expect(currentSession().status).toBe('lapsed'));
    server.on('POST /api/auth/sign-in', session(again));
    return { server, answer };
  }

  it('retries rejected calls once the same user has signed in again; nothing is sent in between (AUTH-04)', async () => {
    const { server, answer } = await lapsed();
    const later = request({ url: '/api/public/issues', method: 'POST', body: { title: 'Later' } });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(server.requestsOf('POST /api/public/issues')).toHaveLength(1);
    await signIn('ada@symbio.test', 'symbio-local');
    expect(await Promise.all([answer, later])).toEqual([{ data: 'reported' }, { data: 'reported' }]);
    const bodies = server.requestsOf('POST /api/public/issues').map(({ body }) => body);
    expect(bodies).toHaveLength(3);
    expect(bodies.slice(1)).toEqual(expect.arrayContaining([{ title: 'Broken' }, { title: 'Later' }]));
    expect(currentSession()).toEqual({ status: 'signed-in', subject: 'ada' });
  });

  it('never retries its calls as another user', async () => {
    const eve = tokenOf({ sub: 'eve' });
    const { server, answer } = await lapsed(eve);
    const later = request({ url: '/api/public/issues', method: 'POST', body: { title: 'Later' } });
    await signIn('eve@symbio.test', 'symbio-local');
    await expect(answer).rejects.toThrow('Authentication required. Please log in to continue.');
    await expect(later).rejects.toThrow('Authentication required. Please log in to continue.');
    expect(server.requestsOf('POST /api/public/issues').map(({ authorization }) => authorization)).toEqual([
      `Bearer ${ada}`,
      null,
    ]);
  });

  it('returns the 401 to its calls when it is abandoned (ERR-03)', async () => {
    const { answer } = await lapsed();
    leaveLapsedSession();
    await expect(answer).rejects.toBeInstanceOf(CallError);
    await expect(answer).rejects.toThrow('Authentication required. Please log in to continue.');
    expect(currentSession()).toEqual({ status: 'signed-out', reason: 'expired' });
  });

  it('holds no aborted call', async () => {
    await lapsed();
    const abort = new AbortController();
    const call = authorizedFetch('/api/me', { signal: abort.signal });
    abort.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('does not delay calls that need no session', async () => {
    const { server } = await lapsed();
    server.on('GET /api/auth/options', { json: { data: { sso: true } } });
    expect(await request({ url: '/api/auth/options', isOpen: true })).toEqual({ data: { sso: true } });
  });

  it('resumes when the user signed in again in another tab', async () => {
    const { server } = await lapsed();
    document.dispatchEvent(new Event('visibilitychange'));
    await renewSession();
    expect(currentSession().status).toBe('lapsed');
    server.on('GET /api/auth/session', session(ada));
    document.dispatchEvent(new Event('visibilitychange'));
    await renewSession();
    expect(currentSession()).toEqual({ status: 'signed-in', subject: 'ada' });
  });

  it('stays for its user while the server is unreachable', async () => {
    const { server } = await lapsed();
    server.on('GET /api/auth/session', { status: 503, json: { error: 'Service unavailable' } });
    expect(await renewSession()).toBe(false);
    expect(currentSession()).toEqual({ status: 'lapsed', subject: 'ada' });
  });

  it('is a departure only when another user follows: not while lapsed, nor when the user returns', async () => {
    let departures = 0;
    const stop = subscribeToDepartures(() => (departures += 1));
    const { server } = await lapsed();
    await signIn('ada@symbio.test', 'symbio-local');
    expect(departures).toBe(0);
    server.on('POST /api/auth/sign-in', session(tokenOf({ sub: 'eve' })));
    await signIn('eve@symbio.test', 'symbio-local');
    expect(departures).toBe(1);
    server.on('POST /api/auth/sign-out', { status: 204, text: '' });
    await signOut();
    expect(departures).toBe(2);
    stop();
  });
});

describe('the silent renewal', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => {
    resetSession();
    jest.useRealTimers();
  });

  const signedInFor = async (expiresIn: number) => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('first', expiresIn));
    server.on('GET /api/auth/session', session('next', expiresIn));
    await signIn('ada@symbio.test', 'symbio-local');
    const renewals = () => server.requestsOf('GET /api/auth/session').length;
    return { server, renewals };
  };

  it('happens before the token expires, without any call, repeatedly', async () => {
    const { renewals } = await signedInFor(300);
    await jest.advanceTimersByTimeAsync(254_000);
    expect(renewals()).toBe(0);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(renewals()).toBe(1);
    await jest.advanceTimersByTimeAsync(256_000);
    expect(renewals()).toBe(2);
    expect(await accessToken()).toBe('next');
  });

  it('happens at once when a laptop wakes up after the token has expired', async () => {
    const { renewals } = await signedInFor(300);
    // sleep: the clock advances, timers do not run
    jest.setSystemTime(Date.now() + 3_600_000);
    document.dispatchEvent(new Event('visibilitychange'));
    await jest.advanceTimersByTimeAsync(0);
    expect(renewals()).toBe(1);
    expect(currentSession().status).toBe('signed-in');
  });

  it('happens when the network returns, unless the token is still valid', async () => {
    const { renewals } = await signedInFor(300);
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(renewals()).toBe(0);
    jest.setSystemTime(Date.now() + 280_000);
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(0);
    expect(renewals()).toBe(1);
  });

  it('is retried while the server is unreachable, and ends the session when rejected', async () => {
    const { server, renewals } = await signedInFor(300);
    server.on('GET /api/auth/session', { status: 503, json: { error: 'Service unavailable' } });
    await jest.advanceTimersByTimeAsync(256_000);
    expect(currentSession().status).toBe('signed-in');
    server.on('GET /api/auth/session', { status: 401, json: { error: 'no session' } });
    await jest.advanceTimersByTimeAsync(16_000);
    expect(renewals()).toBe(2);
    expect(currentSession()).toEqual({ status: 'lapsed' });
    await jest.advanceTimersByTimeAsync(600_000);
    expect(renewals()).toBe(2);
  });

  it('happens on a page restored from the back/forward cache', async () => {
    const { server } = await signedInFor(300);
    server.on('GET /api/auth/session', { status: 401, json: { error: 'no session' } });
    window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await jest.advanceTimersByTimeAsync(0);
    expect(currentSession().status).toBe('lapsed');
  });

  it('does not restore a session that was signed out during the request', async () => {
    const { server } = await signedInFor(300);
    const { handler, answer } = heldAnswer();
    server.on('GET /api/auth/session', handler);
    server.on('POST /api/auth/sign-out', { status: 204, text: '' });
    const renewing = renewSession();
    await signOut();
    answer(session('late'));
    expect(await renewing).toBe(false);
    expect(currentSession()).toEqual({ status: 'signed-out', reason: 'ended' });
    expect(await accessToken()).toBeUndefined();
  });
});

describe('a call', () => {
  it('leaves empty parameters out of its query', () => {
    expect(urlWithParams('/api/projects', { page: 1, search: '', status: undefined, client_company: 'A & B' })).toBe(
      '/api/projects?page=1&client_company=A+%26+B',
    );
  });

  it('without a response fails with a message', async () => {
    fakeServer().on('GET /api/me', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(authorizedFetch('/api/me')).rejects.toThrow('The server cannot be reached');
  });

  it('rejects a 2xx that is not JSON', async () => {
    fakeServer().on('GET /api/me', { text: '<!doctype html>' });
    await expect(request({ url: '/api/me' })).rejects.toThrow('could not be read');
  });
});
