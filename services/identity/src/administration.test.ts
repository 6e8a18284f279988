import { AppError, newId } from '@symbio/runtime';
import { administrator, outcomeOf } from '@symbio/runtime/testing';
import { contextOf } from '@symbio/rpc/testing';
import { away, identityRules, type IdentityRules } from '../test/memory.js';

let rules: IdentityRules;
let admin: Awaited<ReturnType<IdentityRules['newcomer']>>;
beforeEach(async () => {
  rules = identityRules();
  admin = await rules.newcomer({ name: 'Ada Admin', realmRoles: ['administrator'] });
});

const update = (userId: string, change: { role?: string; disabled?: boolean }, context = admin.context) =>
  rules.administration.update({ userId, ...change }, context);
const changes = () => rules.published().filter((name) => name === 'user.changed');

/** Client address of key calls. */
const FROM = '192.0.2.7';

describe('roles', () => {
  it('are set permanently by administrators, here and at the identity provider (AUTH-25)', async () => {
    const { id, token } = await rules.newcomer();
    const { user, grants } = await update(id, { role: 'symbio' });
    expect(user.role).toBe('symbio');
    expect(grants.symbio).toMatchObject({ canCreateProject: true, canManageUser: false });
    expect(rules.provider.changes).toEqual([{ id, role: 'symbio' }]);
    // an earlier access token still says customer
    expect((await rules.resolve(token)).role).toBe('symbio');
    expect(changes()).toHaveLength(1);
  });

  it('are not published when they do not change', async () => {
    const { id } = await rules.newcomer();
    await update(id, { role: 'symbio' });
    await update(id, { role: 'symbio' });
    await update(id, { disabled: false });
    expect(changes()).toHaveLength(1);
  });

  it('and disabling return after the gateways know about them, if anything changed', async () => {
    const { id } = await rules.newcomer();
    const { user } = await update(id, { disabled: true });
    await update(id, { disabled: true });
    expect(rules.propagated).toEqual([`${id}@${user.rev}`]);
  });

  it('cannot be changed by their own user, and are one of the three', async () => {
    const { id } = await rules.newcomer();
    await expect(update(admin.id, { role: 'customer' })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { role: 'You cannot change your own role' },
    });
    await expect(update(id, { role: 'king' })).rejects.toMatchObject({
      fields: { role: 'Role must be one of administrator, symbio, customer' },
    });
    await expect(update(id, {})).rejects.toMatchObject({
      fields: { role: 'Nothing to change: give a role, or disabled' },
    });
    expect(await outcomeOf(update(newId(), { role: 'symbio' }))).toBe('NOT_FOUND');
    expect(rules.provider.changes).toEqual([]);
  });

  it('apply at once to the keys that act for the user (OP-21)', async () => {
    const { id } = await rules.newcomer();
    const { key } = await rules.apiKeys.create(
      { id: '', name: 'Promoted agent', userId: id, authorId: '', projectIds: [], access: '' },
      admin.context,
    );
    expect((await rules.apiKeys.resolve(key, FROM)).user.role).toBe('customer');
    await update(id, { role: 'symbio' });
    expect((await rules.apiKeys.resolve(key, FROM)).user.role).toBe('symbio');
  });
});

describe('disabled people', () => {
  it('cannot sign in until they are enabled, here and at the identity provider', async () => {
    const { id, token } = await rules.newcomer();
    expect((await update(id, { disabled: true })).user).toMatchObject({ _id: id, disabled: true });
    await expect(rules.resolve(token)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
      reason: 'account_disabled',
      message: 'This account is disabled. Please ask an administrator to enable it.',
    });
    expect((await update(id, { disabled: false })).user.disabled).toBeUndefined();
    expect((await rules.resolve(token))._id).toBe(id);
    expect(rules.provider.changes).toEqual([
      { id, enabled: false },
      { id, enabled: true },
    ]);
    expect(changes()).toHaveLength(2);
  });

  it('have no valid keys: existing ones stop working, and new ones are refused (OP-21)', async () => {
    const { id } = await rules.newcomer();
    const create = (name: string) =>
      rules.apiKeys.create({ id: '', name, userId: id, authorId: '', projectIds: [], access: '' }, admin.context);
    const { key } = await create('Agent of somebody');
    await update(id, { disabled: true });
    expect(await outcomeOf(rules.apiKeys.resolve(key, FROM))).toBe('UNAUTHENTICATED');
    await expect(create('Another')).rejects.toMatchObject({ fields: { user_id: 'This user is disabled' } });
    await update(id, { disabled: false });
    expect((await rules.apiKeys.resolve(key, FROM)).user._id).toBe(id);
  });

  it('are never the administrator who disables', async () => {
    await expect(update(admin.id, { disabled: true })).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: { disabled: 'You cannot disable your own account' },
    });
    expect((await update(admin.id, { disabled: false })).user.disabled).toBeUndefined();
  });
});

describe('the last administrator', () => {
  it('keeps the role and stays enabled, whichever administrator makes the request', async () => {
    // an administrator whose role was just revoked
    const former = contextOf(administrator());
    for (const change of [{ role: 'customer' }, { disabled: true }])
      await expect(update(admin.id, change, former)).rejects.toMatchObject({
        code: 'INVALID_ARGUMENT',
        fields: {
          [Object.keys(change)[0] ?? '']: 'This is the last administrator: one must be able to manage users',
        },
      });
    expect(rules.provider.changes).toEqual([]);
    expect((await rules.resolve(admin.token)).role).toBe('administrator');
  });

  it('remains when two remove each other concurrently, and the provider is updated', async () => {
    const other = await rules.newcomer({ realmRoles: ['administrator'] });
    const outcomes = await Promise.all([
      outcomeOf(update(admin.id, { disabled: true }, other.context)),
      outcomeOf(update(other.id, { disabled: true })),
    ]);
    expect(outcomes).toContain('INVALID_ARGUMENT');
    const left = rules.rows.users.all().filter(({ role, disabled }) => role === 'administrator' && !disabled);
    expect(left.length).toBeGreaterThan(0);
    for (const { _id } of left)
      expect(rules.provider.changes.filter(({ id }) => id === _id).at(-1)).toEqual({ id: _id, enabled: true });
  });
});

describe('while the identity provider is unavailable', () => {
  it('neither the role nor the account changes', async () => {
    const { id, token } = await rules.newcomer();
    rules.provider.failures.set('setRole', away).set('setEnabled', away);
    for (const change of [{ role: 'symbio' }, { disabled: true }])
      await expect(update(id, change)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: 'Accounts cannot be changed right now.',
      });
    expect((await rules.resolve(token)).role).toBe('customer');
    expect(changes()).toEqual([]);
  });

  it('the role is rolled back when disabling in the same request fails', async () => {
    const { id } = await rules.newcomer();
    rules.provider.failures.set('setEnabled', away);
    expect(await outcomeOf(update(id, { role: 'symbio', disabled: true }))).toBe('UNAVAILABLE');
    expect(rules.provider.changes.at(-1)).toEqual({ id, role: 'customer' });
  });

  it('a person without an account at the provider is changed here', async () => {
    const { id } = await rules.newcomer();
    const missing = new AppError(
      'NOT_FOUND',
      'account_not_found',
      'This person has no account to sign in with. Ask them to register again.',
    );
    rules.provider.failures.set('setEnabled', missing);
    expect((await update(id, { disabled: true })).user.disabled).toBe(true);
  });
});
