import { newId } from '@symbio/runtime';
import { administrator, outcomeOf } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import { identityRules, type IdentityRules } from '../test/memory.js';
import { OLD_SECRET_MS, apiKeyValues, hashOf, newKey, sameSecret } from './api-keys.js';
import { toKeyCaller } from './mapping.js';

/** Client address of key calls. */
const FROM = '192.0.2.7';

describe('a key (OP-21)', () => {
  it('begins with sk_ and is different each time', () => {
    expect(newKey()).toMatch(/^sk_[0-9a-f]{48}$/);
    expect(newKey()).not.toBe(newKey());
  });

  it('is stored as its hash and its last four characters', () => {
    const key = newKey();
    const given = {
      name: 'Agent',
      userId: 'u',
      authorId: 'a',
      projectIds: [],
      access: 'write',
      createdBy: 'u',
    } as const;
    const row = apiKeyValues(key, { ...given, projectIds: [] });
    expect(row).toMatchObject({ keyHash: hashOf(key), hint: key.slice(-4), lastUsedAt: null, revokedAt: null });
    expect(JSON.stringify(row)).not.toContain(key);
  });
});

it('hashes are SHA-256 in hex (FIPS 180-2, B.1)', () => {
  expect(hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

it.each([
  ['phase-one', 'phase-one', true],
  ['phase-one', 'phase-two', false],
  ['phase', 'phase-one', false],
  ['', '', true],
])('secrets %j and %j are the same: %s', (one, other, same) => {
  expect(sameSecret(one, other)).toBe(same);
});

let rules: IdentityRules;
let admin: Awaited<ReturnType<IdentityRules['newcomer']>>;
let staff: Awaited<ReturnType<IdentityRules['newcomer']>>;
beforeEach(async () => {
  rules = identityRules();
  admin = await rules.newcomer({ realmRoles: ['administrator'] });
  staff = await rules.newcomer({ realmRoles: ['symbio'] });
});
const form = (overrides: object = {}) => ({
  id: '',
  name: 'Field agent',
  userId: staff.id,
  authorId: '',
  projectIds: [] as string[],
  access: '',
  ...overrides,
});
const create = (overrides: object = {}, context = admin.context) => rules.apiKeys.create(form(overrides), context);
const agent = () =>
  rules.authors.ensureAgent({ agentName: 'Reader', agentVersion: '1.2', agentDate: '2026-01-15' }, admin.context);

describe('creating a key', () => {
  it('writes as its user or as an agent, never as another person', async () => {
    expect((await create()).row.authorId).toBe(staff.user.authorId);
    const { _id: authorId } = await agent();
    expect((await create({ authorId })).row.authorId).toBe(authorId);
    await expect(create({ authorId: admin.user.authorId })).rejects.toMatchObject({
      fields: { author_id: "The author must be an AI agent or the user's own" },
    });
  });

  it('does not say that an author of another organization exists', async () => {
    const [north, south] = [newId(), newId()];
    for (const id of [north, south]) rules.organizationIds.add(id);
    const own = await rules.newcomer({ realmRoles: ['administrator'], organizationId: north });
    const other = await rules.newcomer({ realmRoles: ['customer'], organizationId: south });
    await expect(
      create({ userId: own.id, authorId: other.user.authorId }, contextOf(administrator({ organizationId: north }))),
    ).rejects.toMatchObject({ fields: { author_id: 'There is no such author' } });
  });

  it('acts for the caller by default, and is refused for unknown users', async () => {
    expect((await create({ userId: '' })).row.userId).toBe(admin.id);
    await expect(create({ userId: newId() })).rejects.toMatchObject({ fields: { user_id: 'There is no such user' } });
    await expect(create({ authorId: newId() })).rejects.toMatchObject({
      fields: { author_id: 'There is no such author' },
    });
  });

  it('names every bad field at once', async () => {
    await expect(create({ id: 'mine', name: ' ', projectIds: ['nonsense'] })).rejects.toMatchObject({
      fields: { id: 'id must be a UUID', name: 'Name is required', project_ids: 'A project id is not valid' },
    });
  });

  it('with the same client id again creates no second key; only the first call gets the secret', async () => {
    const given = { id: newId(), projectIds: [newId(), newId()] };
    const made = await Promise.all(Array.from({ length: 5 }, () => create(given)));
    expect(new Set(made.map(({ row }) => row._id))).toEqual(new Set([given.id]));
    const secrets = made.map(({ key }) => key).filter((key) => key !== '');
    expect(secrets).toHaveLength(1);
    expect((await rules.apiKeys.resolve(secrets[0] ?? '', FROM)).row._id).toBe(given.id);
    // used in between, and with the projects in another order
    const again = await create({ ...given, projectIds: [...given.projectIds].reverse() });
    expect(again).toMatchObject({ key: '', row: { _id: given.id, hint: secrets[0]?.slice(-4) } });
    expect(await rules.apiKeys.list(admin.context)).toHaveLength(1);
  });

  it('with a used id is a conflict: for other values, for another user, and after revocation', async () => {
    const id = newId();
    await create({ id });
    const others = [{ name: 'Other' }, { userId: admin.id }, { projectIds: [newId()] }].map((other) =>
      create({ id, ...other }),
    );
    const calls = [...others, create({ id }, contextOf(administrator()))];
    expect(await Promise.all(calls.map(outcomeOf))).toEqual(Array(4).fill('FAILED_PRECONDITION'));
    await rules.apiKeys.revoke(id, admin.context);
    await expect(create({ id })).rejects.toMatchObject({ reason: 'id_taken' });
    expect(await outcomeOf(rules.apiKeys.revoke(id, admin.context))).toBe('NOT_FOUND');
    expect(rules.rows.apiKeys.published.map(({ name }) => name)).toEqual(['key.revoked']);
  });

  it('permits reading and writing, or only reading, until it expires', async () => {
    expect((await create()).row.access).toBe('write');
    const expiresAt = new Date(rules.clock.now().getTime() + 1);
    const given = { id: newId(), access: 'read', expiresAt };
    expect((await create(given)).row).toMatchObject({ access: 'read', expiresAt });
    expect((await create(given)).key).toBe('');
    await expect(create({ ...given, access: 'write' })).rejects.toMatchObject({ reason: 'id_taken' });
    await expect(create({ access: 'delete' })).rejects.toMatchObject({
      fields: { access: 'Access must be one of read, write' },
    });
    await expect(create({ expiresAt: rules.clock.now() })).rejects.toMatchObject({
      fields: { expires_at: 'The end must be in the future' },
    });
  });

  it('records its last use and address at most once a minute', async () => {
    const { row, key } = await create();
    const lastUsed = async () =>
      (await rules.apiKeys.list(admin.context)).find(({ _id }) => _id === row._id)?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await rules.apiKeys.resolve(key, FROM);
    const first = rules.clock.now();
    rules.clock.advance(59_000);
    await rules.apiKeys.resolve(key, FROM);
    expect(await lastUsed()).toEqual(first);
    rules.clock.advance(1_000);
    await rules.apiKeys.resolve(key, FROM);
    expect(await lastUsed()).toEqual(rules.clock.now());
    rules.clock.advance(1_000);
    await rules.apiKeys.resolve(key, '192.0.2.8');
    expect(await rules.apiKeys.list(admin.context)).toMatchObject([
      { lastUsedAt: rules.clock.now(), lastUsedAddress: '192.0.2.8' },
    ]);
  });
});

describe('a key in use', () => {
  it('is shown as its agent, or as its user if it has no agent', async () => {
    const { _id: authorId } = await agent();
    const caller = async (overrides: object) => {
      const { key } = await create(overrides);
      return toKeyCaller(await rules.apiKeys.resolve(key, FROM));
    };
    expect(await caller({ authorId })).toMatchObject({
      userId: staff.id,
      name: 'Reader 1.2',
      authorId,
      agentId: authorId,
    });
    expect(await caller({})).toMatchObject({
      userId: staff.id,
      name: staff.user.name,
      authorId: staff.user.authorId,
      agentId: '',
      access: 'write',
    });
  });

  it('expires, and its user is notified', async () => {
    const expiresAt = new Date(rules.clock.now().getTime() + 60_000);
    const { row, key } = await create({ expiresAt });
    expect((await rules.apiKeys.resolve(key, FROM)).validUntil).toEqual(expiresAt);
    rules.clock.advance(60_000);
    await expect(rules.apiKeys.resolve(key, FROM)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: 'key_expired',
      message: `This API key expired on ${expiresAt.toISOString().slice(0, 10)}. Ask an administrator for another one.`,
    });
    await expect(rules.apiKeys.rotate({ id: row._id, rotationId: '' }, admin.context)).rejects.toMatchObject({
      code: 'FAILED_PRECONDITION',
      reason: 'key_expired',
    });
  });
});

describe('permission for work in progress with a key', () => {
  it('lasts as long as the key', async () => {
    const expiresAt = new Date(rules.clock.now().getTime() + 60_000);
    const { row } = await create({ expiresAt });
    const standing = () => rules.apiKeys.findValid(staff.id, row._id);
    expect(await standing()).toMatchObject({ user: { _id: staff.id }, key: { row: { _id: row._id } } });
    expect(await rules.apiKeys.findValid(admin.id, row._id)).toBeUndefined();
    expect(await rules.apiKeys.findValid(admin.id, '')).toMatchObject({ user: { _id: admin.id }, key: undefined });
    rules.clock.advance(60_000);
    expect(await standing()).toBeUndefined();
  });
});

describe('rotating a key', () => {
  const rotate = (id: string, rotationId = '') => rules.apiKeys.rotate({ id, rotationId }, admin.context);

  it('replaces the secret; the previous one is valid for another day', async () => {
    const { row, key } = await create();
    const rotated = await rotate(row._id);
    const oldSecretUntil = new Date(rules.clock.now().getTime() + OLD_SECRET_MS);
    expect(rotated.row).toMatchObject({ hint: rotated.key.slice(-4), rotatedAt: rules.clock.now(), oldSecretUntil });
    expect((await rules.apiKeys.resolve(key, FROM)).validUntil).toEqual(oldSecretUntil);
    expect((await rules.apiKeys.resolve(rotated.key, FROM)).validUntil).toBeUndefined();
    rules.clock.advance(OLD_SECRET_MS);
    await expect(rules.apiKeys.resolve(key, FROM)).rejects.toMatchObject({ reason: 'key_expired' });
    expect((await rules.apiKeys.resolve(rotated.key, FROM)).row._id).toBe(row._id);
    expect(rules.published()).toContain('key.rotated');
    expect(JSON.stringify(rules.rows.apiKeys.published)).not.toContain(rotated.key);
  });

  it('extends no secret beyond the expiry of the key', async () => {
    const expiresAt = new Date(rules.clock.now().getTime() + 60_000);
    const { row, key } = await create({ expiresAt });
    await rotate(row._id);
    expect((await rules.apiKeys.resolve(key, FROM)).validUntil).toEqual(expiresAt);
  });

  it('twice invalidates the first secret at once', async () => {
    const { row, key } = await create();
    const { key: second } = await rotate(row._id);
    const { key: third } = await rotate(row._id);
    await expect(rules.apiKeys.resolve(key, FROM)).rejects.toMatchObject({ reason: 'unauthenticated' });
    for (const good of [second, third]) expect((await rules.apiKeys.resolve(good, FROM)).row._id).toBe(row._id);
  });

  it('with the same client id again replaces the secret once; only the first call gets it', async () => {
    const { row } = await create();
    const rotationId = newId();
    const { key } = await rotate(row._id, rotationId);
    expect(await rotate(row._id, rotationId)).toMatchObject({ key: '', row: { hint: key.slice(-4) } });
    expect(rules.published().filter((name) => name === 'key.rotated')).toHaveLength(1);
    await expect(rotate(row._id, 'mine')).rejects.toMatchObject({
      fields: { rotation_id: 'rotation_id must be a UUID' },
    });
  });

  it('and revoking return after the gateways know about it', async () => {
    const { row } = await create();
    const rotationId = newId();
    const call = () => rules.apiKeys.rotate({ id: row._id, rotationId }, admin.context);
    const rotated = await call();
    await call();
    await rules.apiKeys.revoke(row._id, admin.context);
    expect(rules.propagated).toEqual([`${row._id}@${rotated.row.rev}`, `${row._id}@${rotated.row.rev + 1}`]);
  });

  it('requires an existing key', async () => {
    const { row } = await create();
    await rules.apiKeys.revoke(row._id, admin.context);
    expect(await outcomeOf(rotate(row._id))).toBe('NOT_FOUND');
    expect(await outcomeOf(rotate(newId()))).toBe('NOT_FOUND');
  });
});
