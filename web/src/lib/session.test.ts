import { fakeServer } from '../testing/fake-server.js';
import { CallError } from './errors.js';
import { authorizedFetch, request, urlWithParams } from './http.js';
import { currentSession, renewSession, resetSession, signIn, signOut, tokenClaims } from './session.js';

const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const tokenOf = (claims: object): string => `${base64({ alg: 'RS256' })}.${base64(claims)}.signature`;
const session = (token: string, expires_in = 300) => ({
  json: { access_token: token, token_type: 'Bearer', expires_in, user: {} },
});

beforeEach(() => resetSession());

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

  it('reads the claims of the token', async () => {
    const server = fakeServer();
    server.on(
      'GET /api/auth/session',
      session(tokenOf({ sub: 'u-1', name: 'Zoë', realm_access: { roles: ['symbio'] } })),
    );
    await renewSession();
    expect(tokenClaims()).toMatchObject({ sub: 'u-1', name: 'Zoë', realm_access: { roles: ['symbio'] } });
  });

  it('is renewed once, silently, when a call answers 401, and the call is repeated', async () => {
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

  it('is renewed before a token is used that is about to end', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('short', 5));
    server.on('GET /api/auth/session', session('long'));
    server.on('GET /api/me', { json: {} });
    await signIn('ada@symbio.test', 'symbio-local');
    await request({ url: '/api/me' });
    expect(server.requestsOf('GET /api/me').map((each) => each.authorization)).toEqual(['Bearer long']);
  });

  it('is over when the renewal is refused; the call keeps its own error (AUTH-04)', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('old'));
    server.on('GET /api/auth/session', { status: 401, json: { error: 'no session' } });
    server.on('GET /api/me', { status: 401, json: { error: 'Authentication required. Please log in to continue.' } });
    await signIn('ada@symbio.test', 'symbio-local');
    const failure = await request({ url: '/api/me' }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(CallError);
    expect((failure as CallError).detail).toMatchObject({
      status: 401,
      message: 'Authentication required. Please log in to continue.',
    });
    expect(currentSession()).toEqual({ status: 'signed-out', reason: 'required' });
  });

  it('outlives a gateway that is restarting', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('token'));
    server.on('GET /api/auth/session', { status: 503, json: { error: 'Service unavailable' } });
    await signIn('ada@symbio.test', 'symbio-local');
    expect(await renewSession()).toBe(false);
    expect(currentSession().status).toBe('signed-in');
  });

  it('is unreachable, not over, when the first question for it gets no answer', async () => {
    const server = fakeServer();
    server.on('GET /api/auth/session', () => Promise.reject(new TypeError('Failed to fetch')));
    await renewSession();
    expect(currentSession()).toMatchObject({ status: 'unreachable', error: { status: 0, code: 'network_error' } });
  });

  it('ends here even when the server cannot be told', async () => {
    const server = fakeServer();
    server.on('POST /api/auth/sign-in', session('token'));
    server.on('POST /api/auth/sign-out', { status: 500, json: { error: 'broken' } });
    await signIn('ada@symbio.test', 'symbio-local');
    await expect(signOut()).rejects.toThrow('broken');
    expect(currentSession()).toEqual({ status: 'signed-out', reason: 'ended' });
    expect(tokenClaims()).toBeUndefined();
  });
});

describe('a call', () => {
  it('leaves empty parameters out of its query', () => {
    expect(urlWithParams('/api/projects', { page: 1, search: '', status: undefined, client_company: 'A & B' })).toBe(
      '/api/projects?page=1&client_company=A+%26+B',
    );
  });

  it('that gets no answer fails with a sentence', async () => {
    fakeServer().on('GET /api/me', () => Promise.reject(new TypeError('Failed to fetch')));
    await expect(authorizedFetch('/api/me')).rejects.toThrow('The server cannot be reached');
  });

  it('refuses a 2xx that is no JSON', async () => {
    fakeServer().on('GET /api/me', { text: '<!doctype html>' });
    await expect(request({ url: '/api/me' })).rejects.toThrow('could not be read');
  });
});
