import { newId, type RunningService } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import { TestClock, eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAsService, testClient } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { startInbox, type CaughtMail, type RunningInbox } from '@symbio/fixtures/inbox';
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
const mailsAbout = async (email: string): Promise<CaughtMail[]> => {
  const mails = (await (await fetch(`${inbox.url}/email`)).json()) as CaughtMail[];
  return mails.filter(({ to }) => to.includes(email));
};
const linksTo = async ({ email }: FakeAccount): Promise<string[]> =>
  (await mailsAbout(email)).flatMap(({ text }) => /auth\/confirm\?token=([\w-]+)/.exec(text)?.[1] ?? []);
/** Waits for the mails sent soon after a registration's response. @returns the token of the last link */
const mailed = (account: FakeAccount, times: number): Promise<string> =>
  eventually(async () => {
    const links = await linksTo(account);
    expect(links).toHaveLength(times);
    return links.at(-1) ?? '';
  });
/**
 * Waits for a mail retried a minute after its failure. An attempt that fails after the clock was set waits another
 * minute.
 */
const mailedLater = (account: FakeAccount) =>
  eventually(async () => {
    clock.advance(60_000);
    expect(await linksTo(account)).toHaveLength(1);
  });
const confirm = async (token: string) => outcomeOf(identity.confirmAddress({ token }, await asGateway()));
/** Registers a person whose mail is sent. */
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
/** Effects of the first sign-in after the confirmation. */
const confirmAndSignIn = async (account: FakeAccount) => {
  expect(await confirm(await mailed(account, 1))).toBe('OK');
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
    PUBLIC_URL: 'https://symbio.example',
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
  it('creates an unconfirmed customer account (AUTH-21, AUTH-25)', async () => {
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
      roles: ['customer'],
    });
    expect(account.password).not.toBe('six chars');
  });

  it('mails a link that sets name and password, once (AUTH-18, AUTH-21)', async () => {
    const { account } = await signedUp();
    const [mail] = await mailsAbout(account.email);
    expect(mail?.subject).toBe('Confirm your email address');
    const token = await mailed(account, 1);
    expect(mail?.text).toContain(`https://symbio.example/api/auth/confirm?token=${token}`);
    expect(await confirm(token)).toBe('OK');
    expect(account).toMatchObject({ password: 'six chars', emailVerified: true, requiredActions: [] });
    expect(await confirm(token)).toBe('NOT_FOUND');
  });

  it('shows that the account is unconfirmed only with its password (AUTH-10)', async () => {
    const { account } = await signedUp();
    const awaits = async (password: string) =>
      (await identity.awaitsConfirmation({ email: account.email, password }, await asGateway())).awaits;
    expect([await awaits('six chars'), await awaits('another')]).toEqual([true, false]);
    await confirm(await mailed(account, 1));
    expect(await awaits('six chars')).toBe(false);
  });

  it('creates and publishes the user and the human author at once (AUTH-22)', async () => {
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

  it('names every bad field at once, and creates nothing (AUTH-11, AUTH-15, AUTH-16)', async () => {
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

  it("passes on Keycloak's own rule for passwords when the link is used, which stays valid", async () => {
    const { account } = await signedUp();
    const token = await mailed(account, 1);
    keycloak.failures.set('/reset-password', {
      status: 400,
      json: { error: 'invalidPasswordMinDigitsMessage', error_description: 'Invalid password: must contain a digit.' },
    });
    expect(await confirm(token)).toBe('INVALID_ARGUMENT');
    keycloak.failures.clear();
    expect(account.emailVerified).toBe(false);
    expect(await confirm(token)).toBe('OK');
  });
});

describe('an address that has an account', () => {
  it('gets the same answer when confirmed; nothing changes, and its owner gets one mail within ten minutes', async () => {
    const input = form();
    const first = await signUp(input);
    const account = accountOf(input.email);
    await confirmAndSignIn(account);
    const again = { ...input, password: 'taken over' };
    expect([await signUp(again), await signUp(again)]).toEqual([first, first]);
    const notices = async () =>
      (await mailsAbout(input.email)).filter(({ subject }) => subject === 'You already have an account');
    await eventually(async () => expect(await notices()).toHaveLength(1));
    const [notice] = await notices();
    expect(notice?.text).toContain('You already have an account: sign in, or reset the password.');
    expect(notice?.text).toContain('https://symbio.example/login\n');
    expect(notice?.text).toContain('https://symbio.example/forgot-password\n');
    clock.advance(10 * 60_000);
    await signUp(again);
    await eventually(async () => expect(await notices()).toHaveLength(2));
    expect(account.password).toBe('six chars');
    expect(await linksTo(account)).toHaveLength(1);
    expect(await humanAuthorsOf(account)).toHaveLength(1);
  });

  it('gets a new link when unconfirmed: only the newest is valid, and sets its own password (AUTH-09)', async () => {
    const { input, account } = await signedUp();
    const first = await mailed(account, 1);
    await signUp({ ...input, name: 'Nora Second', email: input.email.toUpperCase(), password: 'the second one' });
    const second = await mailed(account, 2);
    expect(await confirm(first)).toBe('NOT_FOUND');
    expect(account.emailVerified).toBe(false);
    expect(await confirm(second)).toBe('OK');
    expect(account).toMatchObject({ password: 'the second one', firstName: 'Nora', lastName: 'Second' });
    expect(await humanAuthorsOf(account)).toMatchObject([{ displayName: 'Nora Second' }]);
  });

  it('gets the link of its registration again on request (AUTH-09)', async () => {
    const { input, account } = await signedUp();
    await eventually(async () => {
      // without effect until the first mail is recorded as sent
      if ((await linksTo(account)).length === 1)
        await identity.resendConfirmation({ email: input.email }, await asGateway());
      expect(await linksTo(account)).toHaveLength(2);
    });
    expect(await confirm(await mailed(account, 2))).toBe('OK');
    expect(account.password).toBe('six chars');
  });

  it('keeps its password after the first sign-in, even if it must be confirmed again', async () => {
    const input = form();
    await signUp(input);
    const account = accountOf(input.email);
    await confirmAndSignIn(account);
    Object.assign(account, { emailVerified: false, requiredActions: ['VERIFY_EMAIL'] });
    await signUp({ ...input, password: 'taken over' });
    expect(account.password).toBe('six chars');
    expect(await linksTo(account)).toHaveLength(1);
  });

  it.each([
    ['is disabled', { enabled: false }],
    ['needs no confirmation', { requiredActions: [] }],
  ])('does not change when the account %s', async (_what, change) => {
    const { input, account } = await signedUp();
    Object.assign(account, change);
    const { password } = account;
    await signUp({ ...input, password: 'taken over' });
    expect(account.password).toBe(password);
    expect(await linksTo(account)).toHaveLength(1);
  });

  it('gets three links an hour, and the same answer to every registration (AUTH-09, AUTH-18)', async () => {
    const { input, account } = await signedUp();
    for (const times of [2, 3]) {
      expect(await signUp(input)).toEqual({});
      await mailed(account, times);
    }
    expect(await signUp({ ...input, password: 'the newest' })).toEqual({});
    // no mail was sent, so the last mailed link stays valid
    expect(await confirm(await mailed(account, 3))).toBe('OK');
    expect(account.password).toBe('six chars');
  });

  it('gets one link for registrations made while the first link is being sent', async () => {
    keycloak.failures.set('/role-mappings/realm', { status: 500, json: {} });
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
    ['cannot create the account', '/users'],
  ])('%s: returns an error, and signing up again completes the registration', async (_what, path) => {
    clock.advance(3_600_000); // no earlier token is valid
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

  it('has no roles: retries a minute later, without another sign-up (AUTH-21)', async () => {
    keycloak.failures.set('/role-mappings/realm', { status: 500, json: { error: 'unknown_error' } });
    const input = form();
    await signUp(input);
    keycloak.failures.clear();
    const account = accountOf(input.email);
    await mailedLater(account);
    expect(account.roles).toContain('customer');
  });

  it('sends pending mails after a restart', async () => {
    keycloak.failures.set('/role-mappings/realm', { status: 500, json: { error: 'unknown_error' } });
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

  it('uses one token until it expires or is refused', async () => {
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
  const linkTo = (email: string): Promise<string> =>
    eventually(async () => {
      const [, token] = /reset-password\?token=(\S+)/.exec((await mailsAbout(email)).at(-1)?.text ?? '') ?? [];
      if (!token) throw new Error('no link was mailed so far');
      return token;
    });

  it('is reset with a mailed link, by one of two concurrent calls, which ends sessions and confirms the address', async () => {
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
        'Confirm your email address',
        'Choose a new password',
        'Your password was changed',
      ]);
    });
  });

  it('keeps the link valid when the provider refuses the new password', async () => {
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
