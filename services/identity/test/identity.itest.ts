import { newId, type Actor, type Client, type RunningService } from '@symbio/kit';
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
import { LOCAL_ACCOUNTS, LOCAL_AGENT, LOCAL_API_KEY } from '../src/local-seed.js';
import { start } from '../src/start.js';

const config = {
  ...testConfig('identity'),
  SECRET_WORD: 'phase-one',
  SYMBIO_LOCAL: '1' as const,
  // nobody listens there: what needs accounts is in sign-up.itest.ts
  KEYCLOAK_URL: 'http://127.0.0.1:9',
  KEYCLOAK_REALM: 'symbio',
  KEYCLOAK_CLIENT: 'symbio-web',
  KEYCLOAK_ADMIN_CLIENT: 'symbio-identity',
  KEYCLOAK_ADMIN_SECRET: 'unused',
  PUBLIC_URL: 'http://127.0.0.1:8080',
};
const clock = new TestClock();
const [ADMIN, STAFF, CUSTOMER] = LOCAL_ACCOUNTS.map(({ userId }) => userId) as [string, string, string];

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
  service = await start(config, clock);
  connected = testClient(IdentityServiceService, service.address);
  identity = connected.client;
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
    await identity.setUserRole({ userId: input.userId, role: 'customer' }, await callAs(administrator()));
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
    const again = await start(config, clock);
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
    const all = await identity.searchUsers({ query: 'cora customer' }, await as(ADMIN));
    expect(all.users).toMatchObject([{ email: 'customer@symbio.test', role: 'customer' }]);
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
  it('are set by administrators, but not their own', async () => {
    const target = await resolve(claims());
    const admin = await as(ADMIN);
    const { user } = await identity.setUserRole({ userId: target.userId, role: 'symbio' }, admin);
    expect(user).toMatchObject({ role: 'symbio', permissions: { canCreateProject: true, canManageUser: false } });
    expect(await outcomeOf(identity.setUserRole({ userId: ADMIN, role: 'customer' }, admin))).toBe('INVALID_ARGUMENT');
    expect(await outcomeOf(identity.setUserRole({ userId: target.userId, role: 'king' }, admin))).toBe(
      'INVALID_ARGUMENT',
    );
    expect(await outcomeOf(identity.setUserRole({ userId: newId(), role: 'symbio' }, admin))).toBe('NOT_FOUND');
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
    ['listUsers', { gateway: REFUSED, other: REFUSED, customer: REFUSED, staff: REFUSED, admin: 'OK', key: 'OK' }],
    ['searchUsers', { gateway: 'OK', other: 'OK', customer: 'OK', staff: 'OK', admin: 'OK', key: 'OK' }],
    ['getUserNames', { gateway: 'OK', other: 'OK', customer: 'OK', staff: 'OK', admin: 'OK', key: 'OK' }],
    ['listAuthors', { gateway: 'OK', other: 'OK', customer: 'OK', staff: 'OK', admin: 'OK', key: 'OK' }],
    ['getAuthors', { gateway: 'OK', other: 'OK', customer: 'OK', staff: 'OK', admin: 'OK', key: 'OK' }],
    [
      'createAgentAuthor',
      { gateway: REFUSED, other: REFUSED, customer: REFUSED, staff: INVALID, admin: INVALID, key: INVALID },
    ],
    [
      'setUserRole',
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
