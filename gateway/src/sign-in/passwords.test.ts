import { json, type RequestHandler } from 'express';
import { AppError, invalidFields } from '@symbio/runtime';
import { setCaller, trackRequests } from '../http/request.js';
import { closeServers, serveHandlers, silent, mounted } from '../testing.js';
import { jsonOnly } from '../http/routing.js';
import { passwordRoutes, type PasswordRoutesOptions } from './passwords.js';

afterEach(closeServers);

/** No limits; they are tested in rate-limits.test.ts. */
const wrong = new AppError('UNAUTHENTICATED', 'wrong_credentials', 'Invalid email or password');
const accessToken = ['e30', Buffer.from('{"sid":"s9"}').toString('base64url'), 'x'].join('.');

async function gateway(identity: Partial<PasswordRoutesOptions['identity']> = {}, isSignedIn = true) {
  const done: unknown[] = [];
  let password = 'right';
  const authenticate: RequestHandler = (request, _response, next) => {
    if (isSignedIn) setCaller(request, { actor: { sub: 'u1' } as never, email: 'nora@example.test', token: 't' });
    next();
  };
  const url = await serveHandlers(
    trackRequests,
    jsonOnly,
    json(),
    authenticate,
    mounted(
      passwordRoutes({
        mailMs: 0,
        log: silent,
        callers: { self: () => Promise.resolve({ token: 'gateway', requestId: 'r' }) },
        provider: {
          signIn: (_email, given) =>
            given === password
              ? Promise.resolve({ accessToken, refreshToken: 'next', expiresIn: 300, refreshExpiresIn: 1800 })
              : Promise.reject(wrong),
        },
        identity: {
          requestPasswordReset: ({ email }) => Promise.resolve((done.push(['forgot', email]), {})),
          resendConfirmation: ({ email }) => Promise.resolve((done.push(['resend', email]), {})),
          resetPassword: ({ token }) => Promise.resolve((done.push(['reset', token]), { userId: 'u1' })),
          changePassword: (change) => {
            password = change.password ?? '';
            return Promise.resolve((done.push(['changed', change.userId]), {}));
          },
          ...identity,
        },
        ended: { endAllOf: (user, but) => Promise.resolve(void done.push(['ended', user, but])) },
        cookie: { set: (_response, value) => void done.push(['cookie', value]) },
      }),
    ),
  );
  const post = async (path: string, body: unknown, type = 'application/json') => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': type },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { post, done };
}

it.each(['/auth/forgot-password', '/auth/resend-confirmation', '/auth/reset-password', '/auth/change-password'])(
  '%s accepts JSON only: 415 for anything else',
  async (path) => {
    const { post, done } = await gateway();
    const body = { email: 'nora@example.test' };
    expect(await post(path, body, 'text/plain')).toMatchObject({ status: 415, body: { code: 'unsupported_type' } });
    expect(done).toEqual([]);
  },
);

describe('a forgotten password', () => {
  it('gets the identity service’s response, the same for any address', async () => {
    const { post, done } = await gateway();
    const answers = [
      await post('/auth/forgot-password', { email: 'nora@example.test' }),
      await post('/auth/resend-confirmation', { email: 'nobody@example.test' }),
    ];
    for (const answer of answers) expect(answer).toEqual({ status: 202, body: { status: 'mail_sent' } });
    expect(done).toEqual([
      ['forgot', 'nora@example.test'],
      ['resend', 'nobody@example.test'],
    ]);
  });

  it('is reset by a mailed link, which ends all sessions immediately', async () => {
    const { post, done } = await gateway();
    expect(await post('/auth/reset-password', { token: 'mailed', password: 'a new one' })).toEqual({
      status: 200,
      body: { status: 'password_changed' },
    });
    expect(done).toEqual([
      ['reset', 'mailed'],
      ['ended', 'u1', undefined],
    ]);
  });

  it('stays when the link has expired', async () => {
    const over = new AppError('NOT_FOUND', 'reset_link_over', 'This link was used before or has expired.');
    const { post, done } = await gateway({ resetPassword: () => Promise.reject(over) });
    expect(await post('/auth/reset-password', { token: 'old', password: 'a new one' })).toMatchObject({
      status: 404,
      body: { code: 'reset_link_over' },
    });
    expect(done).toEqual([]);
  });
});

describe('changing a password', () => {
  const form = { current_password: 'right', new_password: 'a new one' };

  it('ends every session except a new one for this browser', async () => {
    const { post, done } = await gateway();
    expect(await post('/auth/change-password', form)).toEqual({
      status: 200,
      body: { access_token: accessToken, token_type: 'Bearer', expires_in: 300 },
    });
    expect(done).toEqual([
      ['changed', 'u1'],
      ['ended', 'u1', undefined],
      ['ended', 'u1', 's9'],
      ['cookie', 'next'],
    ]);
  });

  it('requires the current password, and names missing fields', async () => {
    const { post, done } = await gateway();
    expect(await post('/auth/change-password', { ...form, current_password: 'wrong' })).toMatchObject({
      status: 403,
      body: { code: 'wrong_password', fields: { current_password: 'The current password is wrong' } },
    });
    expect(await post('/auth/change-password', {})).toMatchObject({
      status: 400,
      body: {
        fields: { current_password: 'Current password is required', new_password: 'New password is required' },
      },
    });
    expect(await post('/auth/change-password', { ...form, new_password: 'right' })).toMatchObject({
      status: 400,
      body: { fields: { new_password: 'The new password is the current one' } },
    });
    expect(done).toEqual([]);
  });

  it('reports a rejected password at the form’s field, and ends nothing', async () => {
    const short = invalidFields({ password: 'Password must be at least 6 characters long' });
    const { post, done } = await gateway({ changePassword: () => Promise.reject(short) });
    expect(await post('/auth/change-password', { ...form, new_password: 'short' })).toMatchObject({
      status: 400,
      body: { fields: { new_password: 'Password must be at least 6 characters long' } },
    });
    expect(done).toEqual([]);
  });

  it('reports the change if no new session can be started', async () => {
    const { post, done } = await gateway({
      changePassword: () => Promise.resolve({}), // the provider keeps another session
    });
    expect(await post('/auth/change-password', form)).toMatchObject({
      status: 503,
      body: {
        code: 'password_changed_signed_out',
        error: expect.stringContaining('Your password was changed') as unknown,
      },
    });
    expect(done).toEqual([['ended', 'u1', undefined]]);
  });

  it('requires a signed-in person (AUTH-24)', async () => {
    const { post } = await gateway({}, false);
    expect((await post('/auth/change-password', form)).status).toBe(401);
  });
});
