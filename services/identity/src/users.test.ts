import { AppError } from '@symbio/runtime';
import { claims, identityRules, type IdentityRules } from '../test/memory.js';
import { checkAgent } from './authors.js';
import { checkProfile } from './users.js';

const fieldsOf = (run: () => unknown): Record<string, string> | undefined => {
  try {
    run();
  } catch (error) {
    if (error instanceof AppError) return error.fields;
    throw error;
  }
  return undefined;
};

describe('a profile (SET-01 to SET-03)', () => {
  it('is trimmed, and empty means absent', () => {
    expect(checkProfile({ name: ' Nora ', company: ' ', phone: '' })).toEqual({ name: 'Nora' });
  });

  it('accepts a name of at most 200 characters', () => {
    expect(checkProfile({ name: 'n'.repeat(200) }).name).toHaveLength(200);
    expect(fieldsOf(() => checkProfile({ name: 'n'.repeat(201) }))).toEqual({
      name: 'Name is too long (at most 200 characters)',
    });
  });

  it('needs a name', () => {
    expect(fieldsOf(() => checkProfile({ name: '\t' }))).toEqual({ name: 'Name is required' });
  });
});

describe('an agent (API-15)', () => {
  const agent = { agentName: 'Reader', agentVersion: '1', agentDate: '2026-01-15' };

  it('may have metadata', () => {
    expect(checkAgent(agent)).toEqual(agent);
    expect(checkAgent({ ...agent, metadata: { a: [1, { b: null }] } }).metadata).toEqual({ a: [1, { b: null }] });
  });

  it('needs name, version and date', () => {
    expect(fieldsOf(() => checkAgent({ agentName: '', agentVersion: ' ', agentDate: '' }))).toEqual({
      agent_name: 'Agent name is required',
      agent_version: 'Agent version is required',
      agent_date: 'Agent date is required',
    });
  });

  it('refuses metadata of more than ten thousand characters', () => {
    expect(fieldsOf(() => checkAgent({ ...agent, metadata: { long: 'x'.repeat(10_000) } }))).toEqual({
      metadata: 'Metadata is too long (at most 10000 characters)',
    });
  });
});

describe('the owner of a token', () => {
  let rules: IdentityRules;
  beforeEach(() => {
    rules = identityRules();
  });

  it('becomes a user with a human author once, at the first request, also with concurrent ones (AUTH-22)', async () => {
    const token = claims({ name: 'Mary Mapmaker', email: 'Mary@Example.Test' });
    const users = await Promise.all(Array.from({ length: 8 }, () => rules.resolve(token)));
    const [author] = rules.rows.authors.all();
    for (const user of users)
      expect(user).toMatchObject({
        _id: token.userId,
        name: 'Mary Mapmaker',
        email: 'mary@example.test',
        role: 'customer',
        authorId: author?._id,
      });
    expect(rules.rows.authors.all()).toMatchObject([{ authorType: 'human', userId: token.userId }]);
    expect(rules.published().sort()).toEqual(['author.created', 'user.registered']);
  });

  it('has the strongest of the realm roles in the token (AUTH-25)', async () => {
    expect((await rules.resolve(claims({ realmRoles: ['offline_access', 'symbio'] }))).role).toBe('symbio');
    expect((await rules.resolve(claims({ realmRoles: ['customer', 'administrator'] }))).role).toBe('administrator');
  });

  it('gets the role of the token until an administrator sets one', async () => {
    const token = claims({ realmRoles: ['customer'] });
    await rules.resolve(token);
    expect((await rules.resolve({ ...token, realmRoles: ['symbio'] })).role).toBe('symbio');
    const { context } = await rules.newcomer({ realmRoles: ['administrator'] });
    await rules.administration.update({ userId: token.userId, role: 'customer' }, context);
    expect((await rules.resolve({ ...token, realmRoles: ['symbio'] })).role).toBe('customer');
  });

  it('gets a changed e-mail address but keeps the name of the profile', async () => {
    const { token, context } = await rules.newcomer({ name: 'Token Name' });
    await rules.users.update({ name: 'Chosen Name' }, context);
    expect(await rules.resolve({ ...token, email: 'Moved@example.test' })).toMatchObject({
      email: 'moved@example.test',
      name: 'Chosen Name',
    });
  });

  it('is not saved again when the token has no new values', async () => {
    const { token, user } = await rules.newcomer();
    rules.clock.advance(1_000);
    expect(await rules.resolve(token)).toEqual(user);
    expect(rules.published()).toHaveLength(2);
  });
});

describe('one’s own profile', () => {
  let rules: IdentityRules;
  let me: Awaited<ReturnType<IdentityRules['newcomer']>>;
  beforeEach(async () => {
    rules = identityRules();
    me = await rules.newcomer();
  });
  const changes = () => rules.published().filter((name) => name === 'user.changed');

  it('changes name, company and phone, and removes absent or empty values (SET-02, SET-03)', async () => {
    const profile = { name: ' Nora North ', company: 'North Consulting', phone: '555 0100' };
    expect((await rules.users.update(profile, me.context)).user).toMatchObject({ ...profile, name: 'Nora North' });
    const { user } = await rules.users.update({ name: 'Nora North', company: '' }, me.context);
    expect([user.company, user.phone]).toEqual([undefined, undefined]);
    expect(changes()).toHaveLength(2);
  });

  it('is not published when saved unchanged', async () => {
    const profile = { name: 'Nora North', company: 'North Consulting' };
    const { user } = await rules.users.update(profile, me.context);
    rules.clock.advance(1_000);
    expect((await rules.users.update(profile, me.context)).user).toEqual(user);
    expect(changes()).toHaveLength(1);
  });

  it('names every bad field at once', async () => {
    const profile = { name: ' ', company: 'x'.repeat(201), phone: '1'.repeat(51) };
    await expect(rules.users.update(profile, me.context)).rejects.toMatchObject({
      code: 'INVALID_ARGUMENT',
      fields: {
        name: 'Name is required',
        company: 'Company is too long (at most 200 characters)',
        phone: 'Phone is too long (at most 50 characters)',
      },
    });
  });

  it('is not found for an unknown user', async () => {
    await expect(rules.users.get('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
