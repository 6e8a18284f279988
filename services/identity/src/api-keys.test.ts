import { newId } from '@symbio/kit';
import { administrator, contextOf, outcomeOf } from '@symbio/kit/testing';
import { identityRules, type IdentityRules } from '../test/memory.js';
import { apiKeyValues, hashOf, newKey, sameSecret } from './api-keys.js';

describe('a key (OP-21)', () => {
  it('begins with sk_ and is another one each time', () => {
    expect(newKey()).toMatch(/^sk_[0-9a-f]{48}$/);
    expect(newKey()).not.toBe(newKey());
  });

  it('is kept as its hash and its last four characters', () => {
    const key = newKey();
    const row = apiKeyValues(key, { name: 'Agent', userId: 'u', authorId: 'a', projectIds: [], createdBy: 'u' });
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

describe('making a key', () => {
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
    ...overrides,
  });
  const create = (overrides: object = {}, context = admin.context) => rules.apiKeys.create(form(overrides), context);

  it('writes as its user or as an agent, never as another person', async () => {
    expect((await create()).row.authorId).toBe(staff.user.authorId);
    const agent = await rules.authors.ensureAgent(
      { agentName: 'Reader', agentVersion: '1', agentDate: '2026-01-15' },
      admin.context,
    );
    expect((await create({ authorId: agent._id })).row.authorId).toBe(agent._id);
    await expect(create({ authorId: admin.user.authorId })).rejects.toMatchObject({
      fields: { author_id: "The author must be an AI agent or the user's own" },
    });
  });

  it('acts for the caller unless said otherwise, and for nobody who is not there', async () => {
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

  it('again under the id of its client makes no second one and shows the secret to the first call alone', async () => {
    const given = { id: newId(), projectIds: [newId(), newId()] };
    const made = await Promise.all(Array.from({ length: 5 }, () => create(given)));
    expect(new Set(made.map(({ row }) => row._id))).toEqual(new Set([given.id]));
    const secrets = made.map(({ key }) => key).filter((key) => key !== '');
    expect(secrets).toHaveLength(1);
    expect((await rules.apiKeys.resolve(secrets[0] ?? '')).row._id).toBe(given.id);
    // used in between, and the projects in another order
    const again = await create({ ...given, projectIds: [...given.projectIds].reverse() });
    expect(again).toMatchObject({ key: '', row: { _id: given.id, hint: secrets[0]?.slice(-4) } });
    expect(await rules.apiKeys.list()).toHaveLength(1);
  });

  it('under a taken id is a conflict: for other values, for another person, and once revoked', async () => {
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

  it('is remembered as used at most once a minute', async () => {
    const { row, key } = await create();
    const lastUsed = async () => (await rules.apiKeys.list()).find(({ _id }) => _id === row._id)?.lastUsedAt;
    expect(await lastUsed()).toBeNull();
    await rules.apiKeys.resolve(key);
    const first = rules.clock.now();
    rules.clock.advance(59_000);
    await rules.apiKeys.resolve(key);
    expect(await lastUsed()).toEqual(first);
    rules.clock.advance(1_000);
    await rules.apiKeys.resolve(key);
    expect(await lastUsed()).toEqual(rules.clock.now());
  });
});
