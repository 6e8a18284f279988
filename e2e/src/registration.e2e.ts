import { jest } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { seriousProblems } from '@symbio/tools/lab/screens/accessibility';
import { Api, eventually, stackUrl, type ErrorBody } from './api-client.js';
import { launch, leave, openPage, pictured, signIn as signInByForm } from './browser.js';
import { linksTo, mailsTo } from './mailbox.js';
import { TEST_MS } from './timeouts.js';

jest.setTimeout(TEST_MS);

const nobody = new Api(undefined);
const SECRET_WORD = 'phase-one';
const PASSWORD = 'a good one';

const newAddress = (): string => `nora.${randomUUID().slice(0, 8)}@example.test`;
const signUp = (overrides: Record<string, unknown> = {}) =>
  nobody.post<{ status: string } & ErrorBody>('/api/auth/sign-up', {
    name: 'Nora North',
    password: PASSWORD,
    secretWord: SECRET_WORD,
    ...overrides,
  });
const signIn = (email: string, password = PASSWORD) =>
  nobody.post<{ access_token: string; user: { name: string; role: string } } & ErrorBody>('/api/auth/sign-in', {
    email,
    password,
  });

async function follow(link: string): Promise<string | null> {
  const response = await fetch(link, { redirect: 'manual' });
  expect(response.status).toBe(302);
  return response.headers.get('location');
}

describe('registration', () => {
  it('asks for the secret word first (AUTH-17)', async () => {
    const check = async (secretWord: string) =>
      (await nobody.post<{ data: { isValid: boolean } }>('/api/secret-manager', { secretWord })).body;
    expect(await check(SECRET_WORD)).toEqual({ data: { isValid: true } });
    expect(await check('guess')).toEqual({ data: { isValid: false } });
  });

  it('names every bad field (AUTH-11, AUTH-15, AUTH-16)', async () => {
    const { status, body } = await signUp({ name: '', email: 'nora', password: '12345', secretWord: 'guess' });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      name: 'Full name is required',
      email: 'Invalid email address',
      password: 'Password must be at least 6 characters long',
      secretWord: 'Invalid secret word. Please check and try again.',
    });
  });

  it('leads by the mailed link, good once, to a customer with an author (AUTH-10, AUTH-18, AUTH-21, AUTH-22, ERR-04)', async () => {
    const email = newAddress();
    expect(await signUp({ email })).toMatchObject({ status: 201, body: { status: 'confirmation_sent' } });

    const early = await signIn(email);
    expect(early.status).toBe(403);
    expect(early.body.error).toBe('Please check your email and click the confirmation link before signing in.');

    const [link = ''] = await linksTo(email, 1);
    expect(link.startsWith(`${stackUrl()}/api/auth/confirm?token=`)).toBe(true);
    expect(await follow(link)).toBe('/login?confirmed=1');

    const { status, body } = await signIn(email);
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email, name: 'Nora North', role: 'customer' });
    const { body: authors } = await new Api(body.access_token).get<{ data: { author_type: string; id: string }[] }>(
      '/api/public/authors?author_type=human',
    );
    const me = await new Api(body.access_token).get<{ data: { author_id: string } }>('/api/me');
    expect(authors.data.filter(({ id }) => id === me.body.data.author_id)).toMatchObject([{ author_type: 'human' }]);

    expect(await follow(link)).toBe('/login?confirmation=expired');
    expect((await signIn(email)).status).toBe(200);
  });

  it('again before the confirmation brings a fresh link and the newest password (AUTH-09)', async () => {
    const email = newAddress();
    await signUp({ email });
    const [first = ''] = await linksTo(email, 1);
    await signUp({ email, password: 'a better one' });
    const [, second = ''] = await linksTo(email, 2);
    expect(await follow(second)).toBe('/login?confirmed=1');
    expect(await follow(first)).toBe('/login?confirmation=expired');
    expect((await signIn(email, 'a better one')).status).toBe(200);
    expect((await signIn(email)).status).toBe(401);
  });

  it('with an address that has an account answers the same, changes nothing, and notifies its owner by mail', async () => {
    const email = 'customer@symbio.test';
    expect(await signUp({ email })).toMatchObject({ status: 201, body: { status: 'confirmation_sent' } });
    await eventually(async () =>
      expect((await mailsTo(email)).map(({ text }) => text).join('')).toContain('You already have an account'),
    );
    expect((await signIn(email)).status).toBe(401);
    await Api.signIn(email);
  });

  it('takes no link that was tampered with', async () => {
    expect(await follow(`${stackUrl()}/api/auth/confirm?token=a.b.c`)).toBe('/login?confirmation=expired');
    expect(await follow(`${stackUrl()}/api/auth/confirm`)).toBe('/login?confirmation=expired');
  });
});

describe('registration in a browser', () => {
  it('leads from the form by the mail to the dashboard, and shows a bad field where it is (AUTH-02, AUTH-11 to AUTH-21)', async () => {
    const browser = await launch();
    const { page, problems, context } = await openPage(browser);
    await pictured({ page, problems }, 'registration', async () => {
      const email = newAddress();
      await page.goto('/login');
      await page.getByRole('link', { name: "Don't have an account? Sign up" }).click();
      await page.getByLabel('Full Name').fill('Nora North');
      await page.getByLabel('Email Address').fill(email);
      await page.getByLabel('Password', { exact: false }).first().fill('12345');
      await page.getByLabel('Confirm Password').fill('123456');
      await page.getByLabel('Secret Word').fill(SECRET_WORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByText('Password must be at least 6 characters long').waitFor();
      await page.getByText('Passwords do not match').waitFor();

      await page.getByLabel('Password', { exact: false }).first().fill(PASSWORD);
      await page.getByLabel('Confirm Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Create account' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      await page.getByRole('link', { name: 'Return to sign in' }).click();

      await page.getByLabel('Email').fill(email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByText('Please check your email and click the confirmation link before signing in.').waitFor();
      await page.getByText("Didn't get the e-mail? Check your spam folder or register again.").waitFor();

      const [link = ''] = await linksTo(email, 1);
      await page.goto(link);
      await page.getByText('Your email is confirmed. You can sign in now.').waitFor();
      await signInByForm(page, email, PASSWORD);
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      await page.getByRole('button', { name: 'User menu, Nora North' }).waitFor();
      expect(await page.getByRole('button', { name: 'Create Project' }).count()).toBe(0);

      await page.goto('/register');
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    });
    expect(problems).toEqual([]);
    await leave(context);
    await browser.close();
  });
});

describe('a forgotten password', () => {
  it('is reset by a mailed single-use link, which ends every session', async () => {
    const email = newAddress();
    await signUp({ email });
    const [confirmation = ''] = await linksTo(email, 1);
    await follow(confirmation);
    const before = await signIn(email);
    const heldBefore = new Api(before.body.access_token);

    const browser = await launch();
    const { page, problems, context } = await openPage(browser);
    await pictured({ page, problems }, 'forgotten password', async () => {
      await page.goto('/login');
      await page.getByRole('link', { name: 'Forgot password?' }).click();
      await page.getByLabel('Email Address').fill(email);
      await page.getByRole('button', { name: 'Send link' }).click();
      await page.getByRole('heading', { name: 'Check your email' }).waitFor();
      const [, link = ''] = await linksTo(email, 2);
      expect(link.startsWith(`${stackUrl()}/reset-password?token=`)).toBe(true);

      await page.goto(link);
      await page.getByLabel('New Password').fill('a better one');
      await page.getByLabel('Confirm Password').fill('a better one');
      expect(await seriousProblems(page, 'Choose a new password')).toEqual([]);
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByText('Your password was changed. Sign in with the new one.').waitFor();
      // every gateway rejects the previous access token
      await eventually(async () => expect((await heldBefore.get('/api/me')).status).toBe(401));
      expect((await signIn(email)).status).toBe(401);
      await signInByForm(page, email, 'a better one');
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();

      await page.goto('/settings/security');
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByLabel('Current password').fill('a better one');
      await page.getByLabel('New password', { exact: true }).fill('the best one');
      await page.getByLabel('Confirm new password').fill('the best one');
      await page.getByRole('button', { name: 'Update Password' }).click();
      await page.getByText('Password changed').waitFor();
      await page.goto('/');
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();

      const again = await nobody.post('/api/auth/reset-password', {
        token: new URL(link).searchParams.get('token'),
        password: 'one more',
      });
      expect(again.status).toBe(404);
    });
    expect(problems).toEqual([]);
    await leave(context);
    await browser.close();
    expect((await signIn(email, 'the best one')).status).toBe(200);
  });
});
