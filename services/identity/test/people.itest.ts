import { newId, serviceActor } from '@symbio/runtime';
import { administrator, eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAs, forger, nobody } from '@symbio/rpc/testing';
import { queryPlans } from '@symbio/mongo/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { LOCAL_AGENT, LOCAL_API_KEY } from '../src/local-seed.js';
import { claims } from './memory.js';
import {
  ADMIN,
  CUSTOMER,
  STAFF,
  actorOf,
  as,
  asGateway,
  config,
  identity,
  events,
  provider,
  resolve,
} from './service-under-test.js';

describe('the owner of a token', () => {
  it('becomes a user with a human author at the first request (AUTH-22)', async () => {
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

  it('becomes one user and one author with many concurrent first requests', async () => {
    const input = claims();
    const callers = await Promise.all(Array.from({ length: 8 }, () => resolve(input)));
    expect(new Set(callers.map(({ authorId }) => authorId)).size).toBe(1);
    const { authors } = await identity.listAuthors({ authorType: 'human' }, await asGateway());
    expect(authors.filter(({ userId }) => userId === input.userId)).toHaveLength(1);
  });

  it('gets role and permissions from the roles of the realm (AUTH-25, AUTH-27, OP-08)', async () => {
    expect(await resolve(claims({ realmRoles: ['offline_access', 'symbio'] }))).toMatchObject({
      role: 'symbio',
      permissions: ['canCreateProject', 'canSeeReleaseNotes', 'canManageAgents'],
    });
    expect((await resolve(claims({ realmRoles: ['customer', 'administrator'] }))).permissions).toHaveLength(4);
  });

  it('is published when new or changed', async () => {
    const input = claims();
    const caller = await resolve(input);
    await identity.updateMe({ name: 'Someone Else' }, await callAs(actorOf(caller)));
    await eventually(() => {
      const published = events.published
        .filter(({ data }) => JSON.stringify(data).includes(input.userId))
        .map(({ name }) => name);
      expect(published.sort()).toEqual(['author.created', 'user.changed', 'user.registered']);
    });
  });

  it('is refused with an id of another form', async () => {
    expect(await outcomeOf(resolve(claims({ userId: 'me' })))).toBe('INVALID_ARGUMENT');
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

  it('changes name, company and phone, and removes absent or empty values (SET-02, SET-03)', async () => {
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
});

describe('finding people', () => {
  it('returns at most ten, by part of the name or the address, ignoring case (CONST-19)', async () => {
    await Promise.all(Array.from({ length: 12 }, (_, index) => resolve(claims({ name: `Twelfth ${index}` }))));
    const parent = await callAs(administrator());
    expect((await identity.searchUsers({ query: 'TWELFTH' }, parent)).users).toHaveLength(10);
    expect((await identity.searchUsers({ query: 'Customer@SYMBIO' }, parent)).users).toMatchObject([{ id: CUSTOMER }]);
    expect((await identity.searchUsers({ query: '.*' }, parent)).users).toEqual([]);
  });

  it('hides e-mail and role from callers without canManageUser (AUTH-30)', async () => {
    const { users } = await identity.searchUsers({ query: 'cora customer' }, await as(STAFF));
    expect(users).toEqual([
      expect.objectContaining({ id: CUSTOMER, name: 'Cora Customer', email: '', role: '', permissions: {} }),
    ]);
    const byKey = await identity.searchUsers({ query: 'cora' }, await callAs(administrator({ via: 'api_key' })));
    expect(byKey.users).toMatchObject([{ id: CUSTOMER, email: '', role: '' }]);
    const all = await identity.searchUsers({ query: 'cora customer' }, await as(ADMIN));
    expect(all.users).toMatchObject([{ email: 'customer@symbio.test', role: 'customer' }]);
  });

  it('returns to a customer only themselves, staff and members of shared projects (OP-37)', async () => {
    const [near, far] = await Promise.all(
      ['Nearby Ned', 'Nearby Far'].map((name) => resolve(claims({ name, email: `${newId()}@example.test` }))),
    );
    const customer = await as(CUSTOMER);
    const found = async (query: string, userIds: string[], ownsProject = false) =>
      (await identity.searchUsers({ query, colleagues: { userIds, ownsProject } }, customer)).users.map(({ id }) => id);
    expect(await found('nearby', [near!.userId])).toEqual([near!.userId]);
    expect((await identity.searchUsers({ query: 'nearby' }, customer)).users).toEqual([]);
    expect(await found('cora customer', [])).toEqual([CUSTOMER]);
    const staff = (await identity.searchUsers({ query: '' }, customer)).users.map(({ id }) => id);
    expect(staff).toEqual(expect.arrayContaining([ADMIN, STAFF]));
    // the whole address, for project owners only
    expect(await found(far!.email.toUpperCase(), [], true)).toEqual([far!.userId]);
    expect(await found(far!.email, [])).toEqual([]);
    expect(await found('example.test', [], true)).toEqual([]);
  });

  it('finds others by address only when a customer enters all of it (AUTH-30)', async () => {
    const staff = await as(STAFF);
    const found = async (query: string) =>
      (await identity.searchUsers({ query }, staff)).users.map(({ id }) => id).includes(CUSTOMER);
    expect(await found(' Customer@Symbio.test ')).toBe(true);
    expect(await found('customer@symbio')).toBe(false);
    expect(await found('symbio.test')).toBe(false);
    expect(await found('cora customer\ncustomer@')).toBe(false);
    expect(await found('customer')).toBe(true);
  });

  it('lists all users in pages, by name', async () => {
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

  it('returns names by id and omits unknown ids', async () => {
    const { names } = await identity.getUserNames({ ids: [ADMIN, newId()] }, await as(CUSTOMER));
    expect(names).toEqual({ [ADMIN]: 'Ada Admin' });
  });

  it('returns mail addresses to the issue service only, without those of unknown and disabled users', async () => {
    const [there, disabled] = [claims(), claims()];
    const { userId } = await resolve(there);
    const { userId: disabledId } = await resolve(disabled);
    await identity.updateUser({ userId: disabledId, disabled: true }, await as(ADMIN));
    const ids = [userId, disabledId, newId()];
    const { addresses } = await identity.getMailAddresses({ ids }, await callAs(serviceActor('issue')));
    expect(addresses).toEqual([{ userId, name: there.name, email: there.email, role: 'customer', organizationId: '' }]);
    expect(await outcomeOf(identity.getMailAddresses({ ids }, await as(ADMIN)))).toBe('PERMISSION_DENIED');
  });
});

describe('roles', () => {
  it('are set permanently by administrators, here and at the identity provider (AUTH-25)', async () => {
    const input = claims();
    const { userId } = await resolve(input);
    const { user } = await identity.updateUser({ userId, role: 'symbio' }, await as(ADMIN));
    expect(user).toMatchObject({
      role: 'symbio',
      disabled: false,
      permissions: { canCreateProject: true, canManageUser: false },
    });
    expect(provider.changes).toEqual([{ id: userId, role: 'symbio' }]);
    // an earlier access token still says customer
    expect((await resolve(input)).role).toBe('symbio');
  });
});

describe('disabled people', () => {
  const disable = async (userId: string, disabled = true) => identity.updateUser({ userId, disabled }, await as(ADMIN));

  it('cannot sign in until they are enabled, here and at the identity provider', async () => {
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
    expect(provider.changes).toEqual([
      { id: userId, enabled: false },
      { id: userId, enabled: true },
    ]);
  });

  it('are published, so that open sessions end', async () => {
    const { userId } = await resolve(claims());
    await disable(userId);
    await eventually(() => {
      const published = events.published
        .filter(({ data }) => JSON.stringify(data).includes(userId))
        .map(({ data }) => data);
      expect(published.at(-1)).toMatchObject({ user: { id: userId, disabled: true } });
    });
  });

  it('are in the list of users but not in search results', async () => {
    const { userId } = await resolve(claims({ name: 'Hidden Henry' }));
    await disable(userId);
    const admin = await as(ADMIN);
    expect((await identity.searchUsers({ query: 'hidden henry' }, admin)).users).toEqual([]);
    const { users } = await identity.listUsers({ paging: { page: 1, perPage: 100 } }, admin);
    expect(users.find(({ id }) => id === userId)).toMatchObject({ disabled: true });
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
  });

  /** A second holder of the role, so the first one can be changed. */
  const second = () => resolve(claims({ realmRoles: ['administrator'] }));

  it('remains when two remove each other concurrently', async () => {
    const other = await second();
    // both are resolved before either is removed
    const [theirs, ours] = [await callAs(actorOf(other)), await as(ADMIN)];
    try {
      const outcomes = await Promise.all([
        outcomeOf(identity.updateUser({ userId: ADMIN, disabled: true }, theirs)),
        outcomeOf(identity.updateUser({ userId: other.userId, disabled: true }, ours)),
      ]);
      expect(outcomes).toContain('INVALID_ARGUMENT');
      expect((await administrators()).length).toBeGreaterThan(0);
    } finally {
      // restores the state for later tests
      for (const userId of [ADMIN, other.userId])
        await identity.updateUser({ userId, disabled: false }, await callAs(administrator()));
    }
  });
});

it.each(Object.keys(IdentityServiceService) as (keyof typeof IdentityServiceService)[])(
  '%s wants a token, and one of ours (ERR-03)',
  async (method) => {
    expect(await outcomeOf(identity[method]({}, nobody()))).toBe('UNAUTHENTICATED');
    expect(await outcomeOf(identity[method]({}, await forger(administrator())))).toBe('UNAUTHENTICATED');
  },
);

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
      // triggers the check for another administrator
      const { userId } = await resolve(claims({ realmRoles: ['administrator'] }));
      await identity.updateUser({ userId, disabled: true }, admin);
      await identity.getUserNames({ ids: [ADMIN] }, admin);
      await identity.listAuthors({}, admin);
      await identity.listAuthors({ authorType: 'human' }, admin);
      await identity.createAgentAuthor({ ...LOCAL_AGENT }, admin);
      await identity.listApiKeys({}, admin);
      await identity.listAuditEntries({}, admin);
    });
    // the relay may look for events of other collections at the same time
    expect(plans.map(({ collection }) => collection)).toEqual(
      expect.arrayContaining(['users', 'authors', 'role_permissions', 'api_keys', 'audit_entries']),
    );
    expect(plans.filter(({ stages }) => stages.length === 0 || stages.includes('COLLSCAN'))).toEqual([]);
  });
});
