import { AppError, newId } from '@symbio/runtime';
import { erasedName } from '@symbio/people';
import { outcomeOf } from '@symbio/runtime/testing';
import { away, identityRules, type IdentityRules } from '../test/memory.js';

let rules: IdentityRules;
let admin: Awaited<ReturnType<IdentityRules['newcomer']>>;
beforeEach(async () => {
  rules = identityRules();
  admin = await rules.newcomer({ name: 'Ada Admin', realmRoles: ['administrator'] });
});

const NORA = { name: 'Nora North', email: 'nora@example.test' };
const erase = (id: string, context = admin.context) => rules.erasure.erase(id, context);
const aKey = async (userId: string) => {
  const input = { id: '', name: 'Of Nora', userId, authorId: '', projectIds: [], access: '' };
  return rules.apiKeys.create(input, admin.context);
};
const signal = new AbortController().signal;
const everything = (): string => JSON.stringify([Object.values(rules.rows).map((rows) => rows.all())]);

it('removes name, address, company, phone, mails and keys; id, author and role stay', async () => {
  const { id, user, token, context } = await rules.newcomer({ ...NORA, realmRoles: ['symbio'] });
  await rules.users.update({ name: NORA.name, company: 'North & Co', phone: '555 0100' }, context);
  const { key } = await aKey(id);
  const mail = { kind: 'reset' as const, askedAt: rules.clock.now(), tries: 0 };
  await rules.passwordMails.repository.add({ ...mail, _id: newId(), email: NORA.email });
  await rules.passwordMails.repository.add({ ...mail, _id: newId(), email: 'ben@example.test' });

  expect(await erase(id)).toBe(erasedName(id));
  expect(rules.rows.users.find(id)).toMatchObject({
    ...{ name: erasedName(id), email: '', disabled: true, authorId: user.authorId, role: 'symbio' },
    erasedAt: rules.clock.now(),
  });
  for (const word of ['North', 'nora@', '555 0100']) expect(everything()).not.toContain(word);
  expect(rules.passwordMails.rows.map(({ email }) => email)).toEqual(['ben@example.test']);
  expect(await outcomeOf(rules.apiKeys.resolve(key, '192.0.2.7'))).toBe('UNAUTHENTICATED');
  // disabled first to prevent sign-in, then deleted, which frees the address
  expect(rules.provider.changes).toEqual([
    { id, enabled: false },
    { id, deleted: true },
  ]);
  expect(rules.published()).toEqual(expect.arrayContaining(['user.erased', 'key.revoked']));
  expect(rules.erased.get(id)).toEqual({ userId: id, authorId: user.authorId, at: rules.clock.now() });
  expect(await outcomeOf(rules.users.resolve(token, context))).toBe('UNAUTHENTICATED');
});

it('calls in progress restore nothing, and erased users cannot be changed', async () => {
  const { id, context } = await rules.newcomer(NORA);
  await erase(id);
  await rules.users.update({ name: NORA.name }, context);
  expect(rules.rows.users.find(id)?.name).toBe(erasedName(id));
  const enable = rules.administration.update({ userId: id, disabled: false }, admin.context);
  expect(await outcomeOf(enable)).toBe('NOT_FOUND');
  expect(
    (await rules.users.list({ page: 1, skip: 0, perPage: 10 }, admin.context)).rows.map(({ name }) => name),
  ).toEqual(['Ada Admin']);
  expect(await rules.users.names([id], admin.context)).toEqual({ [id]: erasedName(id) });
  // a new person with the same address is a different user
  const again = await rules.newcomer(NORA);
  expect([again.id === id, again.user.name]).toEqual([false, NORA.name]);
});

it('changes and publishes nothing the second time', async () => {
  const { id } = await rules.newcomer(NORA);
  await erase(id);
  const before = [everything(), rules.published().length];
  rules.clock.advance(1_000);
  expect(await erase(id)).toBe(erasedName(id));
  expect([everything(), rules.published().length]).toEqual(before);
});

it('is refused for oneself and for unknown users', async () => {
  await expect(erase(admin.id)).rejects.toMatchObject({ reason: 'own_account' });
  expect(await outcomeOf(erase(newId()))).toBe('NOT_FOUND');
});

it('keeps the last administrator, also when two erase each other concurrently', async () => {
  const other = await rules.newcomer({ name: 'Olaf', realmRoles: ['administrator'] });
  const both = await Promise.allSettled([erase(other.id), erase(admin.id, other.context)]);
  const left = rules.rows.users.all().filter(({ role, erasedAt }) => role === 'administrator' && !erasedAt);
  expect(left.length).toBeGreaterThan(0);
  expect(both.some(({ status }) => status === 'rejected')).toBe(true);
});

it('changes nothing while the identity provider is unavailable, and can be retried', async () => {
  const { id } = await rules.newcomer(NORA);
  rules.provider.failures.set('deleteAccount', away);
  expect(await outcomeOf(erase(id))).toBe('UNAVAILABLE');
  expect(rules.rows.users.find(id)).toMatchObject({ name: NORA.name, disabled: true });
  expect(rules.erased.size).toBe(0);
  rules.provider.failures.clear();
  expect(await erase(id)).toBe(erasedName(id));
});

it('succeeds when the provider has no such account', async () => {
  const { id } = await rules.newcomer(NORA);
  rules.provider.failures.set('deleteAccount', new AppError('NOT_FOUND', 'account_not_found', 'No account'));
  expect(await erase(id)).toBe(erasedName(id));
});

describe('after a restore', () => {
  it('users erased after the backup are erased again, also at the provider', async () => {
    const { id, user } = await rules.newcomer(NORA);
    rules.erased.set(id, { userId: id, authorId: user.authorId, at: new Date('2026-01-01T00:00:00Z') });
    rules.erased.set('not in this backup', { userId: 'not in this backup', authorId: '', at: new Date(0) });
    await rules.erasure.again(signal);
    expect(rules.rows.users.find(id)).toMatchObject({ name: erasedName(id), email: '' });
    expect(rules.rows.users.find(id)?.erasedAt).toEqual(new Date('2026-01-01T00:00:00Z'));
    expect(rules.published()).toContain('user.erased');
    expect(rules.provider.changes).toEqual([{ id, deleted: true }]);
    const published = rules.published().length;
    await rules.erasure.again(signal);
    expect(rules.published()).toHaveLength(published);
  });

  it('the list of erased users is published again to an empty NATS', async () => {
    const { id, user } = await rules.newcomer(NORA);
    await erase(id);
    rules.erased.clear();
    await rules.erasure.again(signal);
    expect([...rules.erased.values()]).toEqual([{ userId: id, authorId: user.authorId, at: rules.clock.now() }]);
  });
});
