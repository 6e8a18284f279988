import { newId, type Client, type RunningService } from '@symbio/kit';
import {
  TestClock,
  callAsService,
  eventually,
  outcomeOf,
  testClient,
  testConfig,
  testEvents,
  type TestEvents,
} from '@symbio/kit/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { startInbox, type CaughtMail, type RunningInbox } from '@symbio/tools/dev/inbox';
import type { IdentityConfig } from '../src/config.js';
import { start } from '../src/start.js';
import { fakeKeycloak, type FakeAccount, type FakeKeycloak } from './fake-keycloak.js';

const base = testConfig('identity');
const clock = new TestClock();
let keycloak: FakeKeycloak;
let config: IdentityConfig;
let service: RunningService;
let connected: ReturnType<typeof testClient<typeof IdentityServiceService>>;
let identity: Client<typeof IdentityServiceService>;
let events: TestEvents;
let inbox: RunningInbox;

const asGateway = () => callAsService('gateway');
const form = (overrides: Partial<Record<'name' | 'email' | 'password' | 'secretWord', string>> = {}) => ({
  name: 'Nora van North',
  email: `${newId()}@example.test`,
  password: 'six chars',
  secretWord: 'phase-one',
  ...overrides,
});
const signUp = async (input: ReturnType<typeof form>) => identity.signUp(input, await asGateway());
const accountOf = (email: string): FakeAccount => {
  const found = keycloak.accounts.filter((account) => account.email === email);
  expect(found).toHaveLength(1);
  return found[0] as FakeAccount;
};
const mailsTo = ({ id }: FakeAccount) => keycloak.mails.filter((mail) => mail.id === id);
/** Waits for the mails that are sent soon after a registration was answered. */
const mailed = (account: FakeAccount, times: number) =>
  eventually(() => {
    expect(mailsTo(account)).toHaveLength(times);
  });
/**
 * Waits for the one mail that is tried again a minute after it failed. A try that was under way may fail after the clock was
 * set, and then waits another minute.
 */
const mailedLater = (account: FakeAccount) =>
  eventually(() => {
    clock.advance(60_000);
    expect(mailsTo(account)).toHaveLength(1);
  });
/** Registers somebody whose mail is sent. */
const signedUp = async (): Promise<{ input: ReturnType<typeof form>; account: FakeAccount }> => {
  const input = form();
  await signUp(input);
  const account = accountOf(input.email);
  await mailed(account, 1);
  return { input, account };
};
const humanAuthorsOf = async ({ id }: FakeAccount) => {
  const { authors } = await identity.listAuthors({ authorType: 'human' }, await asGateway());
  return authors.filter(({ userId }) => userId === id);
};
/** What the first sign-in after the confirmation brings about. */
const confirmAndSignIn = async (account: FakeAccount) => {
  Object.assign(account, { emailVerified: true, requiredActions: [] });
  const claims = { userId: account.id, email: account.email, name: 'Nora van North', realmRoles: account.roles };
  return identity.resolveUser(claims, await asGateway());
};

beforeAll(async () => {
  keycloak = await fakeKeycloak();
  inbox = await startInbox(0, 0);
  config = {
    ...base,
    ...keycloak.settings,
    SECRET_WORD: 'phase-one',
    SYMBIO_LOCAL: '0',
    SMTP_URL: inbox.smtpUrl,
    MAIL_FROM: 'Symbio <no-reply@symbio.test>',
    AUDIT_MONGODB_DB: testConfig('audit').MONGODB_DB,
  };
  events = await testEvents(config, 'identity');
  service = await start(config, clock);
  connected = testClient(IdentityServiceService, service.address);
  identity = connected.client;
});

afterAll(async () => {
  connected.close();
  await service.stop();
  await events.close();
  await keycloak.close();
  await inbox.close();
});

afterEach(() => keycloak.failures.clear());

describe('signing up', () => {
  it('makes an account that waits for its confirmation, as a customer (AUTH-21, AUTH-25)', async () => {
    const input = form({ email: `  ${newId()}@Example.TEST ` });
    await signUp(input);
    const account = accountOf(input.email.trim().toLowerCase());
    await mailed(account, 1);
    expect(account).toMatchObject({
      firstName: 'Nora',
      lastName: 'van North',
      enabled: true,
      emailVerified: false,
      requiredActions: ['VERIFY_EMAIL'],
      password: 'six chars',
      roles: ['customer'],
    });
  });

  it('has the link mailed that leads back to the login screen (AUTH-18, AUTH-21)', async () => {
    const { account } = await signedUp();
    expect(mailsTo(account).map(({ query }) => query)).toEqual([
      { client_id: 'web-client', redirect_uri: 'https://symbio.example/login?confirmed=1' },
    ]);
  });

  it('makes the user and the human author at once, and tells others (AUTH-22)', async () => {
    const input = form();
    await signUp(input);
    const account = accountOf(input.email);
    expect(await humanAuthorsOf(account)).toMatchObject([{ authorType: 'human', displayName: 'Nora van North' }]);
    await eventually(() => {
      const published = events.published
        .filter(({ data }) => JSON.stringify(data).includes(account.id))
        .map(({ name }) => name);
      expect(published.sort()).toEqual(['author.created', 'user.registered']);
    });
  });

  it('leads to the same user and author at the first sign-in (AUTH-21, AUTH-22)', async () => {
    const input = form();
    await signUp(input);
    const account = accountOf(input.email);
    const [author] = await humanAuthorsOf(account);
    const { caller } = await confirmAndSignIn(account);
    expect(caller).toMatchObject({ userId: account.id, authorId: author?.id, email: input.email, role: 'customer' });
  });

  it('names every bad field at once, and makes nothing (AUTH-11, AUTH-15, AUTH-16)', async () => {
    const before = keycloak.accounts.length;
    await expect(
      signUp({ name: ' ', email: 'nora', password: '12345', secretWord: 'Phase-One' }),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        name: 'Full name is required',
        email: 'Invalid email address',
        password: 'Password must be at least 6 characters long',
        secret_word: 'Invalid secret word. Please check and try again.',
      },
    });
    expect(keycloak.accounts).toHaveLength(before);
  });

  it("passes on Keycloak's own rule for passwords", async () => {
    keycloak.failures.set('/users', {
      status: 400,
      json: { error: 'invalidPasswordMinDigitsMessage', error_description: 'Invalid password: must contain a digit.' },
    });
    await expect(signUp(form())).rejects.toMatchObject({
      fields: { password: 'Invalid password: must contain a digit.' },
    });
  });
});

describe('an address that has an account', () => {
  it('is answered the same when it is confirmed, and nothing changes', async () => {
    const input = form();
    const first = await signUp(input);
    const account = accountOf(input.email);
    await mailed(account, 1);
    await confirmAndSignIn(account);
    const second = await signUp({ ...input, password: 'taken over' });
    expect(second).toEqual(first);
    expect(accountOf(input.email).password).toBe('six chars');
    expect(mailsTo(account)).toHaveLength(1);
    expect(await humanAuthorsOf(account)).toHaveLength(1);
  });

  it('gets a fresh link and the newest password when it was never confirmed (AUTH-09)', async () => {
    const { input, account } = await signedUp();
    await signUp({ ...input, email: input.email.toUpperCase(), password: 'the second one' });
    expect(account.password).toBe('the second one');
    await mailed(account, 2);
    expect(await humanAuthorsOf(account)).toHaveLength(1);
  });

  it('keeps its password once somebody signed in with it, even if it must be confirmed again', async () => {
    const input = form();
    await signUp(input);
    const account = accountOf(input.email);
    await confirmAndSignIn(account);
    Object.assign(account, { emailVerified: false, requiredActions: ['VERIFY_EMAIL'] });
    await signUp({ ...input, password: 'taken over' });
    expect(account.password).toBe('six chars');
  });

  it.each([
    ['is disabled', { enabled: false }],
    ['may be used without confirmation', { requiredActions: [] }],
  ])('is left alone when the account %s', async (_what, change) => {
    const { input, account } = await signedUp();
    Object.assign(account, change);
    await signUp({ ...input, password: 'taken over' });
    expect(account.password).toBe('six chars');
    expect(mailsTo(account)).toHaveLength(1);
  });

  it('gets three links an hour, and the same answer to every registration (AUTH-09, AUTH-18)', async () => {
    const { input, account } = await signedUp();
    for (const times of [2, 3]) {
      expect(await signUp(input)).toEqual({});
      await mailed(account, times);
    }
    expect(await signUp({ ...input, password: 'the newest' })).toEqual({});
    // nothing is lost but the mail: the links of before lead to the newest password
    expect(account.password).toBe('the newest');
    clock.advance(3_600_000);
    await signUp(input);
    await mailed(account, 4);
  });

  it('gets one link for registrations that come while the first one is on its way', async () => {
    keycloak.failures.set('/send-verify-email', { status: 500, json: {} });
    const input = form();
    await Promise.all([signUp(input), signUp(input), signUp(input)]);
    const account = accountOf(input.email);
    keycloak.failures.clear();
    await mailedLater(account);
    expect(await humanAuthorsOf(account)).toHaveLength(1);
  });
});

describe('while Keycloak fails', () => {
  it.each([
    ['cannot be reached for a token', '/openid-connect/token'],
    ['makes no account', '/users'],
  ])('%s: says so, and signing up again finishes what was begun', async (_what, path) => {
    clock.advance(3_600_000); // no token of before is good any more
    keycloak.failures.set(path, { status: 500, json: { error: 'unknown_error' } });
    const input = form();
    expect(await outcomeOf(signUp(input))).toBe('UNAVAILABLE');
    keycloak.failures.clear();
    await signUp(input);
    const account = accountOf(input.email);
    await mailed(account, 1);
    expect(account.roles).toContain('customer');
    expect(await humanAuthorsOf(account)).toHaveLength(1);
  });

  it.each([
    ['has no roles', '/role-mappings/realm'],
    ['cannot send mail', '/send-verify-email'],
  ])('%s: tries again a minute later, and nobody has to sign up again (AUTH-21)', async (_what, path) => {
    keycloak.failures.set(path, { status: 500, json: { error: 'unknown_error' } });
    const input = form();
    await signUp(input);
    keycloak.failures.clear();
    const account = accountOf(input.email);
    await mailedLater(account);
    expect(account.roles).toContain('customer');
  });

  it('mails after a restart what it owed', async () => {
    keycloak.failures.set('/send-verify-email', { status: 500, json: { error: 'unknown_error' } });
    const input = form();
    await signUp(input);
    const account = accountOf(input.email);
    connected.close();
    await service.stop();
    keycloak.failures.clear();
    service = await start(config, clock);
    connected = testClient(IdentityServiceService, service.address);
    identity = connected.client;
    await mailedLater(account);
  });

  it('uses one token until it is over or refused', async () => {
    clock.advance(3_600_000);
    const before = keycloak.tokens.length;
    await signedUp();
    await signedUp();
    expect(keycloak.tokens).toHaveLength(before + 1);
    keycloak.tokens.push('Keycloak forgot the other one');
    await signedUp();
    expect(keycloak.tokens.length).toBeGreaterThan(before + 2);
  });
});

describe('a forgotten password', () => {
  const mailsAbout = async (email: string): Promise<CaughtMail[]> => {
    const mails = (await (await fetch(`${inbox.url}/email`)).json()) as CaughtMail[];
    return mails.filter(({ to }) => to.includes(email));
  };
  const linkTo = (email: string): Promise<string> =>
    eventually(async () => {
      const [, token] = /reset-password\?token=(\S+)/.exec((await mailsAbout(email)).at(-1)?.text ?? '') ?? [];
      if (!token) throw new Error('no link was mailed so far');
      return token;
    });

  it('is set anew with a mailed link, by one of two calls at once, which ends sessions and confirms the address', async () => {
    const { input, account } = await signedUp();
    await identity.requestPasswordReset({ email: input.email.toUpperCase() }, await asGateway());
    const token = await linkTo(input.email);
    const reset = async (password: string) => outcomeOf(identity.resetPassword({ token, password }, await asGateway()));
    const before = keycloak.logouts.length;
    expect((await Promise.all([reset('a new one'), reset('a new one')])).sort()).toEqual(['NOT_FOUND', 'OK']);
    expect(account).toMatchObject({ password: 'a new one', emailVerified: true, requiredActions: [] });
    expect(keycloak.logouts.slice(before)).toEqual([account.id]);
    await eventually(async () => {
      expect((await mailsAbout(input.email)).map(({ subject }) => subject)).toEqual([
        'Choose a new password',
        'Your password was changed',
      ]);
    });
  });

  it('keeps its link when the provider does not take the new one', async () => {
    const { input, account } = await signedUp();
    await identity.requestPasswordReset({ email: input.email }, await asGateway());
    const token = await linkTo(input.email);
    const reset = async (password: string) => outcomeOf(identity.resetPassword({ token, password }, await asGateway()));
    keycloak.failures.set('/reset-password', { status: 503, json: {} });
    expect(await reset('a new one')).toBe('UNAVAILABLE');
    keycloak.failures.clear();
    expect(await reset('a new one')).toBe('OK');
    expect(account.password).toBe('a new one');
  });
});
