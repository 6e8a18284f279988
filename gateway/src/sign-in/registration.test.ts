import { AppError, invalidFields } from '@symbio/runtime';
import { closeServers, limitsOf, memoryBucket, mounted, serveHandlers as gateway, silent } from '../testing.js';
import { rateLimits } from '../http/auth/rate-limits.js';
import { registrationRoutes, type RegistrationRoutesOptions } from './registration.js';

afterEach(closeServers);

type Identity = RegistrationRoutesOptions['identity'];
/** Without limits, which are tested in rate-limits.test.ts. */
const registration = (identity: Partial<Identity>, limits = limitsOf()) =>
  mounted(
    registrationRoutes({
      log: silent,
      signUpMs: 0,
      callers: { self: () => Promise.resolve({ token: 't', requestId: 'r' }) },
      identity: {
        signUp: () => Promise.resolve({}),
        confirmAddress: () => Promise.resolve({ userId: 'u1' }),
        verifySecretWord: ({ secretWord }) => Promise.resolve({ isValid: secretWord === 'phase-one' }),
        ...identity,
      },
    }),
    { limits },
  );

const post = async (url: string, body: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.1', ...headers },
    body: JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

const form = { name: 'Nora North', email: 'nora@example.test', password: '123456', secretWord: 'phase-one' };

describe('signing up over HTTP', () => {
  it('passes the form on and reports that the link was sent (AUTH-18)', async () => {
    const forms: unknown[] = [];
    const url = await gateway(
      registration({
        signUp: (given) => {
          forms.push(given);
          return Promise.resolve({});
        },
      }),
    );
    expect(await post(`${url}/auth/sign-up`, form)).toMatchObject({
      status: 201,
      body: { status: 'confirmation_sent' },
    });
    expect(forms).toEqual([form]);
  });

  it('reports invalid fields by their names in the body, and rejects unknown ones (AUTH-15, AUTH-16)', async () => {
    const url = await gateway(
      registration({ signUp: () => Promise.reject(invalidFields({ password: 'Short', secret_word: 'Wrong' })) }),
    );
    expect(await post(`${url}/auth/sign-up`, {})).toMatchObject({
      status: 400,
      body: { error: 'Short', fields: { password: 'Short', secretWord: 'Wrong' } },
    });
    expect(await post(`${url}/auth/sign-up`, { ...form, role: 'administrator' })).toMatchObject({
      status: 400,
      body: { fields: { role: 'Unknown field "role"' } },
    });
  });
});

describe('the secret word over HTTP (AUTH-17)', () => {
  it.each([
    [{ secretWord: 'phase-one' }, true],
    [{ secretWord: 'guess' }, false],
    [{}, false],
  ])('%j is valid: %s', async (body, isValid) => {
    const url = await gateway(registration({}));
    expect(await post(`${url}/secret-manager`, body)).toMatchObject({ status: 200, body: { data: { isValid } } });
  });

  it('that cannot be checked is reported as such (ERR-29)', async () => {
    const away = new AppError('UNAVAILABLE', 'unavailable', 'Away');
    const url = await gateway(registration({ verifySecretWord: () => Promise.reject(away) }));
    expect(await post(`${url}/secret-manager`, { secretWord: 'phase-one' })).toMatchObject({
      status: 503,
      body: { error: 'Failed to verify secret word' },
    });
  });
});

it.each(['/auth/sign-up', '/secret-manager'])('%s accepts JSON only: 415 for anything else', async (path) => {
  const url = await gateway(registration({}));
  expect(await post(url + path, form, { 'content-type': 'text/plain' })).toMatchObject({
    status: 415,
    body: { code: 'unsupported_type' },
  });
});

describe('guessing', () => {
  it.each(['/auth/sign-up', '/secret-manager'])('is limited at %s after ten calls of one address', async (path) => {
    const isKnown = () => Promise.resolve(false);
    const real = rateLimits({ counts: memoryBucket(), log: silent, isKnown });
    const url = await gateway(registration({}, real));
    const body = path === '/secret-manager' ? { secretWord: 'guess' } : form;
    const statuses = new Set<number>();
    for (let call = 0; call < 10; call++) statuses.add((await post(url + path, body)).status);
    expect(statuses).not.toContain(429);
    const refused = await post(url + path, body);
    expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_attempts' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await post(url + path, body, { 'x-forwarded-for': '192.0.2.2' })).status).not.toBe(429);
  });
});

describe('another site', () => {
  it.each(['/auth/sign-up', '/secret-manager'])('is rejected at %s', async (path) => {
    const asked: string[] = [];
    const url = await gateway(
      registration({
        signUp: () => Promise.resolve(asked.push('sign-up')).then(() => ({})),
        verifySecretWord: () => Promise.resolve(asked.push('secret word')).then(() => ({ isValid: true })),
      }),
    );
    for (const [name, value] of [
      ['sec-fetch-site', 'cross-site'],
      ['origin', 'https://evil.example'],
    ] as const)
      expect(await post(url + path, form, { [name]: value })).toMatchObject({
        status: 403,
        body: {
          error: 'This request came from another site and was refused. Open Symbio itself and try again.',
          code: 'cross_site',
        },
      });
    expect(asked).toEqual([]);
  });
});

describe('a confirmation link', () => {
  const follow = async (confirmAddress: Identity['confirmAddress'], path = '/auth/confirm?token=a.b.c') => {
    const response = await fetch((await gateway(registration({ confirmAddress }))) + path, { redirect: 'manual' });
    return [response.status, response.headers.get('location')];
  };
  const refusing = (code: 'NOT_FOUND' | 'INVALID_ARGUMENT' | 'UNAVAILABLE', reason: string) => () =>
    Promise.reject(new AppError(code, reason, 'Refused'));

  it('that is valid leads to the login screen (AUTH-21)', async () => {
    const tokens: unknown[] = [];
    const confirm: Identity['confirmAddress'] = ({ token }) =>
      Promise.resolve(tokens.push(token)).then(() => ({ userId: 'u1' }));
    expect(await follow(confirm)).toEqual([302, '/login?confirmed=1']);
    expect(tokens).toEqual(['a.b.c']);
  });

  it('that has expired, was used, or has no token leads there, too, with a message', async () => {
    const refuse = refusing('NOT_FOUND', 'confirmation_link_over');
    expect(await follow(refuse)).toEqual([302, '/login?confirmation=expired']);
    expect(await follow(refuse, '/auth/confirm')).toEqual([302, '/login?confirmation=expired']);
  });

  it('with a password that the realm rejects leads to choosing another one', async () => {
    expect(await follow(refusing('INVALID_ARGUMENT', 'invalid'))).toEqual([302, '/forgot-password']);
  });

  it('is not reported as expired during an outage of the provider', async () => {
    expect(await follow(refusing('UNAVAILABLE', 'away'))).toEqual([302, '/login?confirmation=unavailable']);
  });
});
