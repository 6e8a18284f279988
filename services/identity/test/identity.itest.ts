import { AppError, connectMongo, newId, type Actor, type Client, type RunningService } from '@symbio/kit';
import {
  TestClock,
  administrator,
  callAs,
  callAsService,
  eventLog,
  eventually,
  forger,
  nobody,
  outcomeOf,
  person,
  queryPlans,
  testClient,
  testConfig,
  type EventLog,
} from '@symbio/kit/testing';
import { IdentityServiceService, type Caller } from '@symbio/proto/identity';
import type { Accounts } from '../src/accounts.js';
import { hashOf } from '../src/api-keys.js';
import { LOCAL_ACCOUNTS, LOCAL_AGENT, LOCAL_API_KEY } from '../src/local-seed.js';
import { start } from '../src/start.js';

const config = {
  ...testConfig('identity'),
  SECRET_WORD: 'phase-one',
  SYMBIO_LOCAL: '1' as const,
  // nobody listens there: what registers accounts is in sign-up.itest.ts, and what changes them is handed in
  KEYCLOAK_URL: 'http://127.0.0.1:9',
  KEYCLOAK_REALM: 'symbio',
  KEYCLOAK_CLIENT: 'symbio-web',
  KEYCLOAK_ADMIN_CLIENT: 'symbio-identity',
  KEYCLOAK_ADMIN_SECRET: 'unused',
  PUBLIC_URL: 'http://127.0.0.1:8080',
};
const clock = new TestClock();
const [ADMIN, STAFF, CUSTOMER] = LOCAL_ACCOUNTS.map(({ userId }) => userId) as [string, string, string];

/** Roles and enabled accounts as the identity provider has them, in the order they were set. */
const atProvider: { id: string; role?: string; enabled?: boolean }[] = [];
/** What the provider answers to calls of a kind, until it is deleted. */
const providerFailures = new Map<'setRole' | 'setEnabled', AppError>();
const away = new AppError('UNAVAILABLE', 'accounts_unavailable', 'Accounts cannot be changed right now.');
const setAtProvider = (call: 'setRole' | 'setEnabled', change: (typeof atProvider)[number]): Promise<void> => {
  const failure = providerFailures.get(call);
  if (failure) return Promise.reject(failure);
  atProvider.push(change);
  return Promise.resolve();
};
const unused = () => Promise.reject(new Error('not part of these tests'));
const accounts: Accounts = {
  createAccount: unused,
  findAccount: unused,
  replacePassword: unused,
  grantRole: unused,
  sendConfirmation: unused,
  setRole: (id, role) => setAtProvider('setRole', { id, role }),
  setEnabled: (id, enabled) => setAtProvider('setEnabled', { id, enabled }),
};

let service: RunningService;
let identity: Client<typeof IdentityServiceService>;
let connected: ReturnType<typeof testClient<typeof IdentityServiceService>>;
let log: EventLog;

const asGateway = () => callAsService('gateway');
const claims = (overrides: Partial<{ userId: string; email: string; name: string; realmRoles: string[] }> = {}) => ({
  userId: newId(),
  email: `${newId()}@example.test`,
  name: 'New Person',
  realmRoles: [] as string[],
  ...overrides,
});
const resolve = async (input: ReturnType<typeof claims>): Promise<Caller> => {
  const { caller } = await identity.resolveUser(input, await asGateway());
  if (!caller) throw new Error('no caller');
  return caller;
};
/** The actor the gateway would make of a caller. */
const actorOf = (caller: Caller): Actor =>
  person({
    sub: caller.userId,
    authorId: caller.authorId,
    name: caller.name,
    role: caller.role,
    permissions: caller.permissions,
    scopes: caller.projectIds,
  });
const as = async (userId: string) =>
  callAs(
    actorOf(await resolve(LOCAL_ACCOUNTS.find((account) => account.userId === userId) as ReturnType<typeof claims>)),
  );

beforeAll(async () => {
  log = await eventLog(config, 'identity');
  service = await start(config, clock, accounts);
  connected = testClient(IdentityServiceService, service.address);
  identity = connected.client;
});

afterEach(() => {
  providerFailures.clear();
  atProvider.length = 0;
});

afterAll(async () => {
  connected.close();
  await service.stop();
  await log.close();
});

describe('who stands behind a token', () => {
  it('makes the user and its human author on first sight (AUTH-22)', async () => {
    const input = claims({ name: 'Mary Mapmaker', email: 'Mary@Example.Test' });
    const caller = await resolve(input);
    expect(caller).toMatchObject({
      userId: input.userId,
      name: 'Mary Mapmaker',
      email: 'mary@example.test',
      role: 'customer',
    });
    expect(caller.permissions).toEqual([]);
    const { authors } = await identity.getAuthors({ ids: [caller.authorId] }, await asGateway());
    expect(authors).toMatchObject([{ authorType: 'human', userId: input.userId, displayName: 'Mary Mapmaker' }]);
  });

  it('makes one user and one author of many first calls at once', async () => {
    const input = claims();
    const callers = await Promise.all(Array.from({ length: 8 }, () => resolve(input)));
    expect(new Set(callers.map(({ authorId }) => authorId)).size).toBe(1);
    const { authors } = await identity.listAuthors({ authorType: 'human' }, await asGateway());
    expect(authors.filter(({ userId }) => userId === input.userId)).toHaveLength(1);
  });

  it('takes role and permissions from the roles of the realm (AUTH-25, AUTH-27, OP-08)', async () => {
    expect(await resolve(claims({ realmRoles: ['offline_access', 'symbio'] }))).toMatchObject({
      role: 'symbio',
      permissions: ['canCreateProject', 'canSeeReleaseNotes', 'canManageAgents'],
    });
    expect((await resolve(claims({ realmRoles: ['customer', 'administrator'] }))).permissions).toHaveLength(4);
  });

  it('follows the token until an administrator sets the role, and never after', async () => {
    const input = claims({ realmRoles: ['customer'] });
    await resolve(input);
    expect((await resolve({ ...input, realmRoles: ['symbio'] })).role).toBe('symbio');
    await identity.updateUser({ userId: input.userId, role: 'customer' }, await as(ADMIN));
    expect((await resolve({ ...input, realmRoles: ['symbio'] })).role).toBe('customer');
  });

  it('follows a changed e-mail address but keeps the name of the profile', async () => {
    const input = claims({ name: 'Token Name' });
    const caller = await resolve(input);
    await identity.updateMe({ name: 'Chosen Name' }, await callAs(actorOf(caller)));
    expect(await resolve({ ...input, email: 'moved@example.test' })).toMatchObject({
      email: 'moved@example.test',
      name: 'Chosen Name',
    });
  });

  it('tells others of new and changed people', async () => {
    const input = claims();
    const caller = await resolve(input);
    await identity.updateMe({ name: 'Someone Else' }, await callAs(actorOf(caller)));
    await eventually(() => {
      const told = log.heard.filter(({ data }) => JSON.stringify(data).includes(input.userId)).map(({ name }) => name);
      expect(told.sort()).toEqual(['author.created', 'user.changed', 'user.registered']);
    });
  });

  it('refuses an id of another form', async () => {
    expect(await outcomeOf(resolve(claims({ userId: 'me' })))).toBe('INVALID_ARGUMENT');
  });
});

describe('the local stack', () => {
  it('has three accounts with fixed ids and roles', async () => {
    const { users } = await identity.listUsers({ paging: { page: 1, perPage: 100 } }, await callAs(administrator()));
    expect(users.filter(({ email }) => email.endsWith('@symbio.test'))).toMatchObject([
      { id: ADMIN, email: 'admin@symbio.test', role: 'administrator' },
      { id: CUSTOMER, email: 'customer@symbio.test', role: 'customer' },
      { id: STAFF, email: 'staff@symbio.test', role: 'symbio' },
    ]);
  });

  it('has a key that acts for the administrator and writes as an agent', async () => {
    const { caller } = await identity.resolveApiKey({ key: LOCAL_API_KEY }, await asGateway());
    expect(caller).toMatchObject({ userId: ADMIN, role: 'administrator', projectIds: [] });
    const { authors } = await identity.getAuthors({ ids: [caller?.authorId ?? ''] }, await asGateway());
    expect(authors).toMatchObject([{ authorType: 'ai_agent', displayName: 'Local Agent 0.2.0' }]);
  });

  it('is made once, however often the service starts', async () => {
    const again = await start(config, clock, accounts);
    await again.stop();
    const { authors } = await identity.listAuthors({ authorType: 'ai_agent' }, await asGateway());
    expect(authors.filter(({ agentName }) => agentName === 'Local Agent')).toHaveLength(1);
    const { apiKeys } = await identity.listApiKeys({}, await as(ADMIN));
    expect(apiKeys.filter(({ hint }) => hint === '0000')).toHaveLength(1);
  });
});

describe('one’s own profile', () => {
  it('shows every permission as true or false (AUTH-27)', async () => {
    const { user } = await identity.getMe({}, await as(STAFF));
    expect(user).toMatchObject({
      email: 'staff@symbio.test',
      permissions: { canCreateProject: true, canManageUser: false, canSeeReleaseNotes: true, canManageAgents: true },
    });
  });

  it('changes name, company and phone, and removes what is absent or empty (SET-02, SET-03)', async () => {
    const parent = await callAs(actorOf(await resolve(claims())));
    const set = await identity.updateMe(
      { name: ' Nora North ', company: 'North Consulting', phone: '555 0100' },
      parent,
    );
    expect(set.user).toMatchObject({ name: 'Nora North', company: 'North Consulting', phone: '555 0100' });
    const removed = await identity.updateMe({ name: 'Nora North', company: '' }, parent);
    expect(removed.user?.company).toBeUndefined();
    expect(removed.user?.phone).toBeUndefined();
  });

  it('names every bad field at once', async () => {
    const parent = await callAs(actorOf(await resolve(claims())));
    await expect(
      identity.updateMe({ name: ' ', company: 'x'.repeat(201), phone: '1'.repeat(51) }, parent),
    ).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        name: 'Name is required',
        company: 'Company is too long (at most 200 characters)',
        phone: 'Phone is too long (at most 50 characters)',
      },
    });
  });
});

describe('finding people', () => {
  it('answers at most ten, by part of the name or the address, whatever the case (CONST-19)', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => resolve(claims({ name: `Twelfth ${index}` }))));
    const parent = await callAs(administrator());
    expect((await identity.searchUsers({ query: 'TWELFTH' }, parent)).users).toHaveLength(10);
    expect((await identity.searchUsers({ query: 'Customer@SYMBIO' }, parent)).users).toMatchObject([{ id: CUSTOMER }]);
    expect((await identity.searchUsers({ query: '.*' }, parent)).users).toEqual([]);
  });

  it('keeps e-mail and role from those without canManageUser (AUTH-30)', async () => {
    const { users } = await identity.searchUsers({ query: 'cora customer' }, await as(STAFF));
    expect(users).toEqual([
      expect.objectContaining({ id: CUSTOMER, name: 'Cora Customer', email: '', role: '', permissions: {} }),
    ]);
    const byKey = await identity.searchUsers({ query: 'cora' }, await callAs(administrator({ via: 'api_key' })));
    expect(byKey.users).toMatchObject([{ id: CUSTOMER, email: '', role: '' }]);
    const all = await identity.searchUsers({ query: 'cora customer' }, await as(ADMIN));
    expect(all.users).toMatchObject([{ email: 'customer@symbio.test', role: 'customer' }]);
  });

  it('finds an address for them only when they know all of it (AUTH-30)', async () => {
    const staff = await as(STAFF);
    const found = async (query: string) =>
      (await identity.searchUsers({ query }, staff)).users.map(({ id }) => id).includes(CUSTOMER);
    expect(await found(' Customer@Symbio.test ')).toBe(true);
    expect(await found('customer@symbio')).toBe(false);
    expect(await found('symbio.test')).toBe(false);
    expect(await found('cora customer\ncustomer@')).toBe(false);
    expect(await found('customer')).toBe(true);
  });

  it('lists everybody in pages, by name', async () => {
    const parent = await as(ADMIN);
    const first = await identity.listUsers({ paging: { page: 1, perPage: 2 } }, parent);
    const second = await identity.listUsers({ paging: { page: 2, perPage: 2 } }, parent);
    expect(first.users).toHaveLength(2);
    expect(first.pageInfo).toMatchObject({
      page: 1,
      perPage: 2,
      totalPages: Math.ceil((first.pageInfo?.count ?? 0) / 2),
    });
    const names = [...first.users, ...second.users].map(({ name }) => name.toLowerCase());
    expect(names).toEqual([...names].sort());
  });

  it('names users by id and leaves out unknown ones', async () => {
    const { names } = await identity.getUserNames({ ids: [ADMIN, newId()] }, await as(CUSTOMER));
    expect(names).toEqual({ [ADMIN]: 'Ada Admin' });
  });
});

describe('authors', () => {
  const agent = (overrides = {}) => ({
    agentName: `Sheet reader ${newId()}`,
    agentVersion: '1.0.0',
    agentDate: '2026-01-15',
    metadata: { model: 'reader', steps: [1, 2] },
    ...overrides,
  });

  it('makes an agent with its metadata (API-15, DATA-13)', async () => {
    const input = agent();
    const { author } = await identity.createAgentAuthor(input, await as(ADMIN));
    expect(author).toMatchObject({ ...input, authorType: 'ai_agent', displayName: `${input.agentName} 1.0.0` });
  });

  it('answers the same author for the same name and version, also at once', async () => {
    const input = agent();
    const parent = await as(ADMIN);
    const made = await Promise.all(Array.from({ length: 6 }, () => identity.createAgentAuthor(input, parent)));
    expect(new Set(made.map(({ author }) => author?.id)).size).toBe(1);
    const other = await identity.createAgentAuthor({ ...input, agentVersion: '1.0.1' }, parent);
    expect(other.author?.id).not.toBe(made[0]?.author?.id);
  });

  it('refuses what is missing or no date, all at once (API-15)', async () => {
    await expect(
      identity.createAgentAuthor({ agentName: '', agentVersion: '', agentDate: '2026-02-30' }, await as(ADMIN)),
    ).rejects.toMatchObject({
      fields: {
        agent_name: 'Agent name is required',
        agent_version: 'Agent version is required',
        agent_date: 'Agent date must be a date in the form YYYY-MM-DD',
      },
    });
  });

  it('lists by type and refuses a type there is not (API-04)', async () => {
    const parent = await as(CUSTOMER);
    const humans = await identity.listAuthors({ authorType: 'human' }, parent);
    expect(new Set(humans.authors.map(({ authorType }) => authorType))).toEqual(new Set(['human']));
    const all = await identity.listAuthors({}, parent);
    expect(new Set(all.authors.map(({ authorType }) => authorType))).toEqual(new Set(['human', 'ai_agent']));
    expect(await outcomeOf(identity.listAuthors({ authorType: 'robot' }, parent))).toBe('INVALID_ARGUMENT');
  });
});

describe('API keys (OP-21)', () => {
  it('are shown once, stored hashed, limited to projects, and end when revoked', async () => {
    const admin = await as(ADMIN);
    const projectIds = [newId(), newId()];
    const { apiKey, key } = await identity.createApiKey({ name: 'Field agent', userId: STAFF, projectIds }, admin);
    expect(key).toMatch(/^sk_[0-9a-f]{48}$/);
    const { caller } = await identity.resolveApiKey({ key }, await asGateway());
    expect(caller).toMatchObject({ userId: STAFF, role: 'symbio', projectIds });
    const stored = JSON.stringify(await identity.listApiKeys({}, admin));
    expect(stored).toContain(key.slice(-4));
    expect(stored).not.toContain(key);
    await identity.revokeApiKey({ id: apiKey?.id }, admin);
    expect(await outcomeOf(identity.resolveApiKey({ key }, await asGateway()))).toBe('UNAUTHENTICATED');
    expect(await outcomeOf(identity.revokeApiKey({ id: apiKey?.id }, admin))).toBe('NOT_FOUND');
  });

  it('answer the same to every key that is not good', async () => {
    const parent = await asGateway();
    const errors = await Promise.all(
      ['', 'sk_unknown', `${LOCAL_API_KEY}0`].map((key) => identity.resolveApiKey({ key }, parent).catch(String)),
    );
    expect(new Set(errors)).toEqual(new Set(['AppError: Authentication required. Please log in to continue.']));
  });

  it('remember their last use at most once a minute', async () => {
    const admin = await as(ADMIN);
    const { apiKey, key } = await identity.createApiKey({ name: 'Busy agent' }, admin);
    const lastUsed = async (): Promise<Date | undefined> =>
      (await identity.listApiKeys({}, admin)).apiKeys.find(({ id }) => id === apiKey?.id)?.lastUsedAt;
    expect(await lastUsed()).toBeUndefined();
    await identity.resolveApiKey({ key }, await asGateway());
    const first = clock.now();
    clock.advance(59_000);
    await identity.resolveApiKey({ key }, await asGateway());
    expect(await lastUsed()).toEqual(first);
    clock.advance(1_000);
    await identity.resolveApiKey({ key }, await asGateway());
    expect(await lastUsed()).toEqual(clock.now());
  });

  it('are told to others when they end, so that nobody goes on with one', async () => {
    const admin = await as(ADMIN);
    const { apiKey, key } = await identity.createApiKey({ name: 'Short-lived agent' }, admin);
    expect((await identity.resolveApiKey({ key }, await asGateway())).caller?.apiKeyId).toBe(apiKey?.id);
    await identity.revokeApiKey({ id: apiKey?.id }, admin);
    await eventually(() => {
      const told = log.heard
        .filter(({ name, data }) => name === 'key.revoked' && JSON.stringify(data).includes('Short-lived agent'))
        .map(({ data }) => data);
      expect(told).toMatchObject([{ apiKey: { id: apiKey?.id, name: 'Short-lived agent' } }]);
    });
    const told = JSON.stringify(log.heard);
    expect(told).not.toContain(key);
  });

  it('of the first release work on, and end like any other', async () => {
    const connection = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
    const key = `sk_${newId()}`;
    const id = newId();
    const { user } = await identity.getMe({}, await as(STAFF));
    await connection.collection('api_keys').insertOne({
      _id: id as never,
      name: 'Old agent',
      keyHash: hashOf(key),
      hint: key.slice(-4),
      userId: STAFF,
      authorId: user?.authorId,
      projectIds: [],
      createdBy: ADMIN,
      createdAt: clock.now(),
      lastUsedAt: null,
      revokedAt: null,
    });
    await connection.close();
    await (await start(config, clock, accounts)).stop();
    expect((await identity.resolveApiKey({ key }, await asGateway())).caller?.userId).toBe(STAFF);
    await identity.revokeApiKey({ id }, await as(ADMIN));
    expect(await outcomeOf(identity.resolveApiKey({ key }, await asGateway()))).toBe('UNAUTHENTICATED');
  });

  it('never write as another person', async () => {
    const { user: staff } = await identity.getMe({}, await as(STAFF));
    await expect(
      identity.createApiKey({ name: 'Mask', authorId: staff?.authorId }, await as(ADMIN)),
    ).rejects.toMatchObject({
      fields: { author_id: "The author must be an AI agent or the user's own" },
    });
  });
});

describe('the secret word (AUTH-17, OP-11)', () => {
  it.each([
    ['phase-one', true],
    ['Phase-one', false],
    ['phase-one ', false],
    ['', false],
  ])('%j is valid: %s', async (secretWord, isValid) => {
    expect(await identity.verifySecretWord({ secretWord }, await asGateway())).toEqual({ isValid });
  });
});

describe('roles', () => {
  it('are set by administrators for good, here and at the identity provider (AUTH-25)', async () => {
    const input = claims();
    const { userId } = await resolve(input);
    const { user } = await identity.updateUser({ userId, role: 'symbio' }, await as(ADMIN));
    expect(user).toMatchObject({
      role: 'symbio',
      disabled: false,
      permissions: { canCreateProject: true, canManageUser: false },
    });
    expect(atProvider).toEqual([{ id: userId, role: 'symbio' }]);
    // an access token of before still says customer
    expect((await resolve(input)).role).toBe('symbio');
  });

  it('are never one’s own to set, and never others than the three', async () => {
    const admin = await as(ADMIN);
    const { userId } = await resolve(claims());
    await expect(identity.updateUser({ userId: ADMIN, role: 'customer' }, admin)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { role: 'You cannot change your own role' },
    });
    await expect(identity.updateUser({ userId, role: 'king' }, admin)).rejects.toMatchObject({
      fields: { role: 'Role must be one of administrator, symbio, customer' },
    });
    await expect(identity.updateUser({ userId }, admin)).rejects.toMatchObject({
      fields: { role: 'Nothing to change: give a role, or disabled' },
    });
    expect(await outcomeOf(identity.updateUser({ userId: newId(), role: 'symbio' }, admin))).toBe('NOT_FOUND');
    expect(atProvider).toEqual([]);
  });

  it('pass on to the keys that act for the person at once (OP-21)', async () => {
    const { userId } = await resolve(claims());
    const admin = await as(ADMIN);
    const { key } = await identity.createApiKey({ name: 'Promoted agent', userId }, admin);
    expect((await identity.resolveApiKey({ key }, await asGateway())).caller?.permissions).toEqual([]);
    await identity.updateUser({ userId, role: 'symbio' }, admin);
    expect((await identity.resolveApiKey({ key }, await asGateway())).caller).toMatchObject({
      role: 'symbio',
      permissions: ['canCreateProject', 'canSeeReleaseNotes', 'canManageAgents'],
    });
  });
});

describe('disabled people', () => {
  const disable = async (userId: string, disabled = true) => identity.updateUser({ userId, disabled }, await as(ADMIN));

  it('are not let in until they are enabled, here and at the identity provider', async () => {
    const input = claims();
    const { userId } = await resolve(input);
    expect((await disable(userId)).user).toMatchObject({ id: userId, disabled: true });
    await expect(resolve(input)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: 'account_disabled',
      message: 'This account is disabled. Please ask an administrator to enable it.',
    });
    expect((await disable(userId, false)).user?.disabled).toBe(false);
    expect((await resolve(input)).userId).toBe(userId);
    expect(atProvider).toEqual([
      { id: userId, enabled: false },
      { id: userId, enabled: true },
    ]);
  });

  it('have no keys that work: those they had are dead, and they get none (OP-21)', async () => {
    const admin = await as(ADMIN);
    const { userId } = await resolve(claims());
    const { key } = await identity.createApiKey({ name: 'Agent of somebody', userId }, admin);
    await disable(userId);
    expect(await outcomeOf(identity.resolveApiKey({ key }, await asGateway()))).toBe('UNAUTHENTICATED');
    await expect(identity.createApiKey({ name: 'Another', userId }, admin)).rejects.toMatchObject({
      fields: { user_id: 'This user is disabled' },
    });
    await disable(userId, false);
    expect((await identity.resolveApiKey({ key }, await asGateway())).caller?.userId).toBe(userId);
  });

  it('are told to others, so that open sessions end', async () => {
    const { userId } = await resolve(claims());
    await disable(userId);
    await eventually(() => {
      const told = log.heard.filter(({ data }) => JSON.stringify(data).includes(userId)).map(({ data }) => data);
      expect(told.at(-1)).toMatchObject({ user: { id: userId, disabled: true } });
    });
  });

  it('are in the list of users and in no search', async () => {
    const { userId } = await resolve(claims({ name: 'Hidden Henry' }));
    await disable(userId);
    const admin = await as(ADMIN);
    expect((await identity.searchUsers({ query: 'hidden henry' }, admin)).users).toEqual([]);
    const { users } = await identity.listUsers({ paging: { page: 1, perPage: 100 } }, admin);
    expect(users.find(({ id }) => id === userId)).toMatchObject({ disabled: true });
  });

  it('never are the administrator who does it', async () => {
    await expect(disable(ADMIN)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { disabled: 'You cannot disable your own account' },
    });
    expect((await disable(ADMIN, false)).user?.disabled).toBe(false);
  });
});

describe('the last administrator', () => {
  const administrators = async () => {
    const { users } = await identity.listUsers({ paging: { page: 1, perPage: 100 } }, await callAs(administrator()));
    return users.filter(({ role, disabled }) => role === 'administrator' && !disabled);
  };

  beforeEach(async () => {
    const admin = await as(ADMIN);
    for (const { id } of await administrators())
      if (id !== ADMIN) await identity.updateUser({ userId: id, role: 'customer' }, admin);
    atProvider.length = 0;
  });

  /** Somebody else with the role, so that the first one can be changed at all. */
  const second = () => resolve(claims({ realmRoles: ['administrator'] }));

  it('stays, whoever asks: neither another role nor disabling', async () => {
    // an administrator whose own role was taken a moment ago
    const former = await callAs(administrator());
    for (const change of [{ role: 'customer' }, { disabled: true }]) {
      await expect(identity.updateUser({ userId: ADMIN, ...change }, former)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        fields: {
          [Object.keys(change)[0] ?? '']: 'This is the last administrator: somebody must be able to manage users',
        },
      });
    }
    expect(atProvider).toEqual([]);
    expect((await resolve(LOCAL_ACCOUNTS[0] as ReturnType<typeof claims>)).role).toBe('administrator');
  });

  it('is one of two who remove each other at the same moment', async () => {
    const other = await second();
    // both have come before either is removed
    const [theirs, ours] = [await callAs(actorOf(other)), await as(ADMIN)];
    try {
      const outcomes = await Promise.all([
        outcomeOf(identity.updateUser({ userId: ADMIN, disabled: true }, theirs)),
        outcomeOf(identity.updateUser({ userId: other.userId, disabled: true }, ours)),
      ]);
      expect(outcomes).toContain('INVALID_ARGUMENT');
      expect((await administrators()).length).toBeGreaterThan(0);
    } finally {
      // for the tests to come
      for (const userId of [ADMIN, other.userId])
        await identity.updateUser({ userId, disabled: false }, await callAs(administrator()));
    }
  });
});

describe('while the identity provider does not answer', () => {
  it('nothing is changed: not the role, not the account', async () => {
    const input = claims();
    const { userId } = await resolve(input);
    providerFailures.set('setRole', away);
    providerFailures.set('setEnabled', away);
    const admin = await as(ADMIN);
    for (const change of [{ role: 'symbio' }, { disabled: true }])
      await expect(identity.updateUser({ userId, ...change }, admin)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: 'Accounts cannot be changed right now.',
      });
    expect((await resolve(input)).role).toBe('customer');
  });

  it('of two changes asked for at once the first one is taken back', async () => {
    const { userId } = await resolve(claims());
    providerFailures.set('setEnabled', away);
    const both = { userId, role: 'symbio', disabled: true };
    expect(await outcomeOf(identity.updateUser(both, await as(ADMIN)))).toBe('UNAVAILABLE');
    expect(atProvider.at(-1)).toEqual({ id: userId, role: 'customer' });
  });

  it('somebody without an account there is changed here all the same', async () => {
    const { userId } = await resolve(claims());
    const missing = new AppError('NOT_FOUND', 'account_not_found', 'This person has no account to sign in with.');
    providerFailures.set('setEnabled', missing);
    expect((await identity.updateUser({ userId, disabled: true }, await as(ADMIN))).user?.disabled).toBe(true);
  });
});

describe('access', () => {
  type Method = keyof typeof IdentityServiceService;
  const REFUSED = 'PERMISSION_DENIED';
  const MISSING = 'NOT_FOUND';
  const UNKNOWN = 'UNAUTHENTICATED';
  const INVALID = 'INVALID_ARGUMENT';

  /** What each kind of caller gets for an empty request: past the policy means OK or a complaint about the request. */
  const TABLE: [Method, Record<'gateway' | 'other' | 'customer' | 'staff' | 'admin' | 'key', string>][] = [
    [
      'resolveUser',
      { gateway: INVALID, other: REFUSED, customer: REFUSED, staff: REFUSED, admin: REFUSED, key: REFUSED },
    ],
    [
      'resolveApiKey',
      { gateway: UNKNOWN, other: REFUSED, customer: REFUSED, staff: REFUSED, admin: REFUSED, key: REFUSED },
    ],
    [
      'verifySecretWord',
      { gateway: 'OK', other: REFUSED, customer: REFUSED, staff: REFUSED, admin: REFUSED, key: REFUSED },
    ],
    ['signUp', { gateway: INVALID, other: REFUSED, customer: REFUSED, staff: REFUSED, admin: REFUSED, key: REFUSED }],
    ['getMe', { gateway: REFUSED, other: REFUSED, customer: 'OK', staff: 'OK', admin: 'OK', key: REFUSED }],
    ['updateMe', { gateway: REFUSED, other: REFUSED, customer: INVALID, staff: INVALID, admin: INVALID, key: REFUSED }],
    ['listUsers', { gateway: REFUSED, other: REFUSED, customer: REFUSED, staff: REFUSED, admin: 'OK', key: REFUSED }],
    ['searchUsers', { gateway: 'OK', other: 'OK', customer: 'OK', staff: 'OK', admin: 'OK', key: 'OK' }],
    ['getUserNames', { gateway: 'OK', other: 'OK', customer: 'OK', staff: 'OK', admin: 'OK', key: 'OK' }],
    ['listAuthors', { gateway: 'OK', other: 'OK', customer: 'OK', staff: 'OK', admin: 'OK', key: 'OK' }],
    ['getAuthors', { gateway: 'OK', other: 'OK', customer: 'OK', staff: 'OK', admin: 'OK', key: 'OK' }],
    [
      'createAgentAuthor',
      { gateway: REFUSED, other: REFUSED, customer: REFUSED, staff: INVALID, admin: INVALID, key: INVALID },
    ],
    [
      'updateUser',
      { gateway: REFUSED, other: REFUSED, customer: REFUSED, staff: REFUSED, admin: INVALID, key: REFUSED },
    ],
    ['listApiKeys', { gateway: REFUSED, other: REFUSED, customer: REFUSED, staff: REFUSED, admin: 'OK', key: REFUSED }],
    [
      'createApiKey',
      { gateway: REFUSED, other: REFUSED, customer: REFUSED, staff: REFUSED, admin: INVALID, key: REFUSED },
    ],
    [
      'revokeApiKey',
      { gateway: REFUSED, other: REFUSED, customer: REFUSED, staff: REFUSED, admin: MISSING, key: REFUSED },
    ],
  ];

  const callers = {
    gateway: asGateway,
    other: () => callAsService('document'),
    customer: () => as(CUSTOMER),
    staff: () => as(STAFF),
    admin: () => as(ADMIN),
    key: () => callAs(administrator({ via: 'api_key' })),
  };

  it('has a row for every method', () => {
    expect(TABLE.map(([method]) => method).sort()).toEqual(Object.keys(IdentityServiceService).sort());
  });

  it.each(TABLE)('%s answers each kind of caller as it should', async (method, expected) => {
    const outcomes = await Promise.all(
      Object.entries(callers).map(
        async ([name, parent]) => [name, await outcomeOf(identity[method]({}, await parent()))] as const,
      ),
    );
    expect(Object.fromEntries(outcomes)).toEqual(expected);
  });

  it.each(TABLE.map(([method]) => method))('%s wants a token, and one of ours (ERR-03)', async (method) => {
    expect(await outcomeOf(identity[method]({}, nobody()))).toBe('UNAUTHENTICATED');
    expect(await outcomeOf(identity[method]({}, await forger(administrator())))).toBe('UNAUTHENTICATED');
  });
});

describe('queries', () => {
  it('use an index each', async () => {
    const [gateway, admin] = [await asGateway(), await as(ADMIN)];
    const plans = await queryPlans(config, async () => {
      await identity.resolveUser(
        claims({ userId: ADMIN, email: 'admin@symbio.test', realmRoles: ['administrator'] }),
        gateway,
      );
      await identity.resolveApiKey({ key: LOCAL_API_KEY }, gateway);
      await identity.listUsers({}, admin);
      await identity.searchUsers({ query: 'a' }, admin);
      await identity.searchUsers({ query: 'a' }, await as(CUSTOMER));
      await identity.updateUser({ userId: STAFF, role: 'symbio' }, admin);
      // another administrator is looked for
      const { userId } = await resolve(claims({ realmRoles: ['administrator'] }));
      await identity.updateUser({ userId, disabled: true }, admin);
      await identity.getUserNames({ ids: [ADMIN] }, admin);
      await identity.listAuthors({}, admin);
      await identity.listAuthors({ authorType: 'human' }, admin);
      await identity.createAgentAuthor({ ...LOCAL_AGENT }, admin);
      await identity.listApiKeys({}, admin);
    });
    expect(new Set(plans.map(({ collection }) => collection))).toEqual(
      new Set(['users', 'authors', 'role_permissions', 'api_keys']),
    );
    expect(plans.filter(({ stages }) => stages.length === 0 || stages.includes('COLLSCAN'))).toEqual([]);
  });
});
