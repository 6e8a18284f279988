import { AppError, unauthenticated } from '@symbio/runtime';
import { User } from '@symbio/proto/identity';
import { closeServers, memoryBucket, serveHandlers, silent, mounted } from '../testing.js';
import { knownBrowsers } from './known-browsers.js';
import { rateLimits } from '../http/auth/rate-limits.js';
import { authRoutes, type AuthRoutesOptions } from './routes.js';
import type { SessionTokens } from './provider.js';

afterEach(closeServers);

const tokens = (refreshToken = 'refresh-1'): SessionTokens => ({
  accessToken: `access of ${refreshToken}`,
  refreshToken,
  expiresIn: 300,
  refreshExpiresIn: 1800,
});
const nora = User.create({
  id: 'u1',
  email: 'nora@example.test',
  name: 'Nora North',
  role: 'customer',
  authorId: 'a1',
});
const disabled = new AppError('UNAUTHENTICATED', 'account_disabled', 'This account is disabled.');
const wrong = new AppError('UNAUTHENTICATED', 'wrong_credentials', 'Invalid email or password');

async function gateway(more: Partial<AuthRoutesOptions> = {}, secure: '0' | '1' = '0', sso: '0' | '1' = '1') {
  const signedOut: string[] = [];
  const ended: string[] = [];
  const exchanged: unknown[] = [];
  const counts = memoryBucket();
  const browsers = knownBrowsers({ browsers: memoryBucket(), secureCookie: secure === '1', log: silent });
  const provider: AuthRoutesOptions['provider'] = {
    signIn: (_email, password) => (password === 'right' ? Promise.resolve(tokens()) : Promise.reject(wrong)),
    exchangeCode(given) {
      exchanged.push(given);
      return given.code === 'good' ? Promise.resolve(tokens()) : Promise.reject(unauthenticated());
    },
    allowsSso: () => Promise.resolve(true),
    signOut: (token) => Promise.resolve(signedOut.push(token) > 0),
    ...more.provider,
  };
  const url = await serveHandlers(
    mounted(
      authRoutes({
        config: {
          KEYCLOAK_URL: 'https://keycloak.example',
          KEYCLOAK_REALM: 'symbio',
          KEYCLOAK_CLIENT: 'symbio-web',
          SUPPORT_EMAIL: 'help@example.test',
          SINGLE_SIGN_ON: sso,
          SESSION_COOKIE_SECURE: secure,
        },
        verifier: {
          verify: () =>
            Promise.resolve({
              sub: 'u1',
              email: nora.email,
              name: nora.name,
              realmRoles: [],
              sessionId: 's1',
              issuedAt: 1,
            }),
        },
        ended: {
          end: (id) => Promise.resolve(void ended.push(id)),
          isOver: ({ sessionId }) => Promise.resolve(ended.includes(sessionId)),
        },
        callers: {
          self,
          ofClaims: () => Promise.resolve({ actor: {} as never, email: nora.email, token: 'internal' }),
        },
        identity: {
          getMe: () => Promise.resolve({ user: nora }),
          awaitsConfirmation: ({ password }) => Promise.resolve({ awaits: password === 'pending' }),
        },
        browsers,
        refresher: { refresh: (token) => Promise.resolve(token === 'refresh-1' ? tokens('refresh-2') : undefined) },
        log: silent,
        ...more,
        provider,
      }),
      { limits: rateLimits({ counts, log: silent, isKnown: (request, email) => browsers.isKnown(request, email) }) },
    ),
  );
  const call = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      cookies: response.headers.getSetCookie(),
      body: (text ? JSON.parse(text) : undefined) as unknown,
    };
  };
  return { url, call, signedOut, ended, exchanged };
}

const self = () => Promise.resolve({ token: 't', requestId: 'r' });
const right = { email: 'nora@example.test', password: 'right' };
const cookie = 'symbio_session=refresh-1';
const named = (cookies: string[], name: string): string => cookies.find((each) => each.startsWith(`${name}=`)) ?? '';

describe('signing in', () => {
  it('returns the access token and stores the refresh token in a hidden cookie (AUTH-23, AUTH-24)', async () => {
    const { call } = await gateway();
    const { status, body, cookies } = await call('POST', '/auth/sign-in', right);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({ access_token: 'access of refresh-1', token_type: 'Bearer', expires_in: 300 }),
    ]);
    expect(JSON.stringify(body)).not.toContain('"refresh-1"');
    const session = named(cookies, 'symbio_session');
    for (const part of ['symbio_session=refresh-1', 'Max-Age=1800', 'Path=/api/auth', 'HttpOnly', 'SameSite=Strict'])
      expect(session.split('; ')).toContain(part);
    expect(session).not.toContain('Secure');
  });

  it('names all missing fields at once, like the screen (AUTH-05, ERR-01)', async () => {
    const { call } = await gateway();
    expect(await call('POST', '/auth/sign-in', {})).toMatchObject({
      status: 400,
      body: { fields: { email: 'Email is required', password: 'Password is required' } },
    });
    expect(await call('POST', '/auth/sign-in', { email: 5, password: 'right' })).toMatchObject({
      status: 400,
      body: { fields: { email: 'email must be a text' } },
    });
  });

  it.each(['/auth/sign-in', '/auth/sso'])('accepts JSON only at %s: 415 for anything else', async (path) => {
    const { call } = await gateway();
    expect(await call('POST', path, right, { 'content-type': 'text/plain' })).toMatchObject({
      status: 415,
      body: { code: 'unsupported_type' },
    });
  });

  it('sets cookies that require TLS if the origin uses it', async () => {
    const { call } = await gateway({}, '1');
    const { cookies } = await call('POST', '/auth/sign-in', right);
    expect(cookies).toHaveLength(2);
    for (const each of cookies) expect(each).toMatch(/^__Secure-symbio_.*Path=\/api\/auth.*Secure/);
  });

  it('responds the same for a wrong password and an unknown address (AUTH-08)', async () => {
    const { call } = await gateway();
    const answers = [
      await call('POST', '/auth/sign-in', { ...right, password: 'wrong' }),
      await call('POST', '/auth/sign-in', { email: 'nobody@example.test', password: 'wrong' }),
    ].map(({ status, body, cookies }) => ({ status, body: { ...(body as object), request_id: '' }, cookies }));
    expect(answers[0]).toEqual({
      status: 401,
      body: { error: 'Invalid email or password', code: 'wrong_credentials', request_id: '' },
      cookies: [],
    });
    expect(answers[1]).toEqual(answers[0]);
  });

  it('works in a known browser while strangers guess, and not in another', async () => {
    const { call } = await gateway();
    const { cookies } = await call('POST', '/auth/sign-in', right);
    const browser = named(cookies, 'symbio_browser').split(';')[0] ?? '';
    for (let guess = 0; guess < 4; guess++) await call('POST', '/auth/sign-in', { ...right, password: 'guess' });
    expect((await call('POST', '/auth/sign-in', right)).status).toBe(429);
    expect((await call('POST', '/auth/sign-in', right, { cookie: browser })).status).toBe(200);
    // the browser is known for one account only
    const other = { email: 'cora@example.test', password: 'guess' };
    for (let guess = 0; guess < 4; guess++) await call('POST', '/auth/sign-in', other, { cookie: browser });
    expect((await call('POST', '/auth/sign-in', { ...other, password: 'right' }, { cookie: browser })).status).toBe(
      429,
    );
  });

  it.each(['/auth/sign-in', '/auth/sso'])(
    'of disabled people is refused with a message, and leaves no session: %s',
    async (path) => {
      const { call, signedOut } = await gateway({ callers: { self, ofClaims: () => Promise.reject(disabled) } });
      const redirect_uri = 'http://127.0.0.1:8080/';
      const form = path === '/auth/sso' ? { code: 'good', code_verifier: 'v', redirect_uri } : right;
      const headers = { 'x-forwarded-host': '127.0.0.1:8080' };
      const { status, body, cookies } = await call('POST', path, form, headers);
      expect([status, body]).toEqual([
        403,
        expect.objectContaining({ error: 'This account is disabled.', code: 'account_disabled' }),
      ]);
      expect([cookies, signedOut]).toEqual([[], ['refresh-1']]);
    },
  );
});

describe('single sign-on', () => {
  const good = { code: 'good', code_verifier: 'verifier', redirect_uri: '' };

  it('is offered if the provider allows it, with the provider’s own address', async () => {
    const { call } = await gateway();
    expect(await call('GET', '/auth/options')).toMatchObject({
      status: 200,
      body: {
        data: {
          sso: true,
          url: 'https://keycloak.example',
          realm: 'symbio',
          client_id: 'symbio-web',
          support_email: 'help@example.test',
        },
      },
    });
  });

  it('is not offered where browsers do not reach the provider', async () => {
    const { call } = await gateway({}, '0', '0');
    expect(await call('GET', '/auth/options')).toMatchObject({ body: { data: { sso: false } } });
  });

  it('responds like a sign-in', async () => {
    const { url, call, exchanged } = await gateway();
    const redirectUri = `${url}/signed-in?x=1`;
    const answer = await call('POST', '/auth/sso', { ...good, redirect_uri: redirectUri });
    // the provider verifies all of it against the authorization request
    expect(exchanged).toEqual([{ code: 'good', codeVerifier: 'verifier', redirectUri }]);
    const expected = await call('POST', '/auth/sign-in', right);
    expect([answer.status, answer.body]).toEqual([200, expected.body]);
    expect(named(answer.cookies, 'symbio_session')).toContain('refresh-1');
  });

  it.each(['https://evil.example/', 'javascript:alert(1)', '/relative', ''])(
    'takes no code that was sent to %j',
    async (redirect_uri) => {
      const { call } = await gateway();
      expect(await call('POST', '/auth/sso', { ...good, redirect_uri })).toMatchObject({
        status: 400,
        body: { fields: { redirect_uri: 'redirect_uri must be an address of this site' } },
      });
    },
  );

  it('with an expired code is refused', async () => {
    const { url, call } = await gateway();
    expect((await call('POST', '/auth/sso', { ...good, code: 'used', redirect_uri: `${url}/` })).status).toBe(401);
    expect(await call('POST', '/auth/sso', { code: '', code_verifier: '', redirect_uri: `${url}/` })).toMatchObject({
      status: 400,
      body: { fields: { code: 'code is required', code_verifier: 'code_verifier is required' } },
    });
  });
});

it('before the confirmation gets a request to confirm, if the password matches the registration (AUTH-10, ERR-04)', async () => {
  const { call } = await gateway();
  expect(await call('POST', '/auth/sign-in', { ...right, password: 'pending' })).toMatchObject({
    status: 403,
    body: { error: 'Please check your email and click the confirmation link before signing in.' },
  });
  expect(await call('POST', '/auth/sign-in', { ...right, password: 'other' })).toMatchObject({ status: 401 });
});

describe('a session', () => {
  it('that has ended answers 401 also to an older refresh cookie with a cached renewal', async () => {
    const { call, ended } = await gateway();
    expect((await call('GET', '/auth/session', undefined, { cookie })).status).toBe(200);
    ended.push('s1');
    const { status, cookies } = await call('GET', '/auth/session', undefined, { cookie });
    expect([status, named(cookies, 'symbio_session')]).toEqual([
      401,
      expect.stringMatching(/=;.*Expires=Thu, 01 Jan 1970/),
    ]);
  });

  it('is renewed by its cookie, which then has the next refresh token (AUTH-23)', async () => {
    const { call } = await gateway();
    const { status, body, cookies } = await call('GET', '/auth/session', undefined, { cookie });
    expect([status, body]).toEqual([200, expect.objectContaining({ access_token: 'access of refresh-2' })]);
    expect(named(cookies, 'symbio_session')).toContain('refresh-2');
  });

  it('that has ended is refused, and its cookie cleared (ERR-03)', async () => {
    const { call } = await gateway();
    const { status, cookies } = await call('GET', '/auth/session', undefined, { cookie: 'symbio_session=old' });
    expect([status, named(cookies, 'symbio_session')]).toEqual([
      401,
      expect.stringMatching(/=;.*Expires=Thu, 01 Jan 1970/),
    ]);
    expect(await call('GET', '/auth/session')).toMatchObject({ status: 401, cookies: [] });
  });

  it('that is only checked for is reported missing without an error, and its cookie is cleared', async () => {
    const { call } = await gateway();
    expect(await call('GET', '/auth/session?optional=1')).toMatchObject({ status: 204, body: undefined, cookies: [] });
    const over = await call('GET', '/auth/session?optional=1', undefined, { cookie: 'symbio_session=old' });
    expect([over.status, named(over.cookies, 'symbio_session')]).toEqual([
      204,
      expect.stringMatching(/=;.*Expires=Thu, 01 Jan 1970/),
    ]);
    expect(await call('GET', '/auth/session?optional=1', undefined, { cookie })).toMatchObject({ status: 200 });
  });

  it('invalidates its access tokens when it ends', async () => {
    const { call, ended } = await gateway();
    const refreshToken = ['e30', Buffer.from('{"sid":"s1"}').toString('base64url'), 'x'].join('.');
    await call('POST', '/auth/sign-out', undefined, { cookie: `symbio_session=${refreshToken}` });
    expect(ended).toEqual(['s1']);
  });

  it('of a disabled user ends: refused with a message, cookie cleared, ended at the provider', async () => {
    const { call, signedOut } = await gateway({ callers: { self, ofClaims: () => Promise.reject(disabled) } });
    const { status, body, cookies } = await call('GET', '/auth/session', undefined, { cookie });
    expect([status, body]).toEqual([401, expect.objectContaining({ code: 'account_disabled' })]);
    expect(named(cookies, 'symbio_session')).toMatch(/=;.*Expires=Thu, 01 Jan 1970/);
    expect(signedOut).toEqual(['refresh-2']);
  });

  it('survives a short outage of the identity service: the browser keeps the valid refresh token', async () => {
    const away = new AppError('UNAVAILABLE', 'unavailable', 'Away');
    const { call } = await gateway({ callers: { self, ofClaims: () => Promise.reject(away) } });
    const { status, cookies } = await call('GET', '/auth/session', undefined, { cookie });
    expect([status, named(cookies, 'symbio_session')]).toEqual([503, expect.stringContaining('refresh-2')]);
  });

  it('ends by signing out, in this browser even during an outage of the provider', async () => {
    const { call, signedOut, ended } = await gateway();
    expect(await call('POST', '/auth/sign-out', undefined, { cookie })).toMatchObject({ status: 204 });
    expect(signedOut).toEqual(['refresh-1']);
    expect(ended).toEqual([]);

    const away = new AppError('UNAVAILABLE', 'sign_in_unavailable', 'Away');
    const broken = await gateway({
      provider: { signOut: () => Promise.reject(away) } as unknown as AuthRoutesOptions['provider'],
    });
    const { status, cookies } = await broken.call('POST', '/auth/sign-out', undefined, { cookie });
    expect([status, named(cookies, 'symbio_session')]).toEqual([503, expect.stringMatching(/=;.*Expires=Thu, 01 Jan/)]);
  });
});

describe('another site', () => {
  const CALLS = [
    ['POST', '/auth/sign-in'],
    ['POST', '/auth/sso'],
    ['GET', '/auth/session'],
    ['POST', '/auth/sign-out'],
  ] as const;

  it.each(CALLS)('is rejected with %s %s, also with cookies', async (method, path) => {
    const { call, signedOut } = await gateway();
    const body = method === 'POST' ? right : undefined;
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ];
    for (const headers of foreign)
      expect(await call(method, path, body, { ...headers, cookie })).toMatchObject({
        status: 403,
        body: {
          error: 'This request came from another site and was refused. Open Symbio itself and try again.',
          code: 'cross_site',
        },
        cookies: [],
      });
    expect(signedOut).toEqual([]);
  });

  it('differs from our own pages and from programs', async () => {
    const { url, call } = await gateway();
    for (const headers of [{ 'sec-fetch-site': 'same-origin' }, { origin: url }, {}])
      expect((await call('POST', '/auth/sign-in', right, headers as Record<string, string>)).status).toBe(200);
  });
});
