import { connectBroker } from '@symbio/events';
import { connectMongo } from '@symbio/mongo';
import { createLogger, newId } from '@symbio/runtime';
import { administrator, eventually, outcomeOf } from '@symbio/runtime/testing';
import { callAs } from '@symbio/rpc/testing';
import { testSignature } from '@symbio/events/testing';
import { KeyWrite, apiKeyEvents } from '@symbio/proto/identity';
import { hashOf } from '../src/api-keys.js';
import { LOCAL_API_KEY } from '../src/local-seed.js';
import { completeApiKeys } from '../src/migrations/0002-complete-api-keys.js';
import { start } from '../src/start.js';
import {
  ADMIN,
  CUSTOMER,
  STAFF,
  accounts,
  as,
  asGateway,
  clock,
  config,
  events,
  identity,
} from './service-under-test.js';

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

  it('is created once, however often the service starts', async () => {
    const again = await start(config, clock, accounts);
    await again.stop();
    const { authors } = await identity.listAuthors({ authorType: 'ai_agent' }, await asGateway());
    expect(authors.filter(({ agentName }) => agentName === 'Local Agent')).toHaveLength(1);
    const { apiKeys } = await identity.listApiKeys({}, await as(ADMIN));
    expect(apiKeys.filter(({ hint }) => hint === '0000')).toHaveLength(1);
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

  it('creates an agent with its metadata (API-15, DATA-13)', async () => {
    const input = agent();
    const { author } = await identity.createAgentAuthor(input, await as(ADMIN));
    expect(author).toMatchObject({ ...input, authorType: 'ai_agent', displayName: `${input.agentName} 1.0.0` });
  });

  it('returns the same author for the same name and version, also concurrently', async () => {
    const input = agent();
    const parent = await as(ADMIN);
    const made = await Promise.all(Array.from({ length: 6 }, () => identity.createAgentAuthor(input, parent)));
    expect(new Set(made.map(({ author }) => author?.id)).size).toBe(1);
    const other = await identity.createAgentAuthor({ ...input, agentVersion: '1.0.1' }, parent);
    expect(other.author?.id).not.toBe(made[0]?.author?.id);
  });

  it('lists by type and refuses an unknown type (API-04)', async () => {
    const parent = await as(CUSTOMER);
    const humans = await identity.listAuthors({ authorType: 'human' }, parent);
    expect(new Set(humans.authors.map(({ authorType }) => authorType))).toEqual(new Set(['human']));
    const all = await identity.listAuthors({}, parent);
    expect(new Set(all.authors.map(({ authorType }) => authorType))).toEqual(new Set(['human', 'ai_agent']));
    expect(await outcomeOf(identity.listAuthors({ authorType: 'robot' }, parent))).toBe('INVALID_ARGUMENT');
  });
});

describe('API keys (OP-21)', () => {
  it('are shown once, stored as a hash, limited to projects, and invalid after revocation', async () => {
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

  it('are created once for a client id; only the first call gets the secret', async () => {
    const admin = await as(ADMIN);
    const form = { id: newId(), name: 'Lost answer', userId: STAFF, projectIds: [newId(), newId()] };
    const made = await Promise.all(Array.from({ length: 5 }, () => identity.createApiKey(form, admin)));
    expect(new Set(made.map(({ apiKey }) => apiKey?.id))).toEqual(new Set([form.id]));
    const [key, ...others] = made.map((answer) => answer.key).filter((secret) => secret !== '');
    expect(others).toEqual([]);
    expect((await identity.resolveApiKey({ key }, await asGateway())).caller?.apiKeyId).toBe(form.id);
    const again = await identity.createApiKey({ ...form, projectIds: [...form.projectIds].reverse() }, admin);
    expect(again).toMatchObject({ key: '', apiKey: { id: form.id, hint: key?.slice(-4) } });
    const { apiKeys } = await identity.listApiKeys({}, admin);
    expect(apiKeys.filter(({ name }) => name === 'Lost answer')).toHaveLength(1);
  });

  it('expire, and their previous secret a day after rotation', async () => {
    const admin = await as(ADMIN);
    const expiresAt = new Date(clock.now().getTime() + 3 * 86_400_000);
    const { apiKey, key } = await identity.createApiKey({ name: 'Rotated agent', access: 'read', expiresAt }, admin);
    const rotationId = newId();
    const rotated = await Promise.all(
      Array.from({ length: 4 }, () => identity.rotateApiKey({ id: apiKey?.id, rotationId }, admin)),
    );
    const [second, ...others] = rotated.map((answer) => answer.key).filter((secret) => secret !== '');
    expect(others).toEqual([]);
    const callerOf = async (secret: string | undefined) =>
      (await identity.resolveApiKey({ key: secret, address: '192.0.2.7' }, await asGateway())).caller;
    const oldSecretUntil = new Date(clock.now().getTime() + 86_400_000);
    expect(await callerOf(key)).toMatchObject({ apiKeyId: apiKey?.id, access: 'read', validUntil: oldSecretUntil });
    expect(await callerOf(second)).toMatchObject({ apiKeyId: apiKey?.id, validUntil: expiresAt });
    const { apiKeys } = await identity.listApiKeys({}, admin);
    expect(apiKeys.find(({ id }) => id === apiKey?.id)).toMatchObject({
      access: 'read',
      expiresAt,
      oldSecretUntil,
      lastUsedAddress: '192.0.2.7',
    });
    clock.advance(86_400_000);
    await expect(callerOf(key)).rejects.toMatchObject({ reason: 'key_expired' });
    clock.advance(2 * 86_400_000);
    await expect(callerOf(second)).rejects.toMatchObject({ code: 'UNAUTHENTICATED', reason: 'key_expired' });
  });

  it('list their writes as reported by the gateway, each once, newest first', async () => {
    const admin = await as(ADMIN);
    const apiKeyId = newId();
    const broker = await connectBroker(config.NATS_URL, 'test', createLogger({ name: 'test', level: 'silent' }));
    const subject = apiKeyEvents.used.subject('');
    const tell = async (id: string, minute: number) => {
      const at = new Date(Date.UTC(2026, 0, 15, 12, minute));
      const write = { id, apiKeyId, at, method: 'POST', operation: 'createMention', status: 201 };
      const data = apiKeyEvents.used.toJSON({ apiKey: undefined, write: KeyWrite.create(write) });
      const envelope = { id: newId(), entityId: apiKeyId, scope: '', rev: 0, actor: {}, at: at.toISOString(), data };
      const signature = testSignature(subject, JSON.stringify(envelope));
      await broker.publish(subject, envelope, { id: envelope.id, signature });
    };
    const ids = Array.from({ length: 3 }, () => newId());
    for (const [minute, id] of ids.entries()) await tell(id, minute);
    await tell(ids[0] ?? '', 0);
    const writes = (paging: object) => identity.listKeyWrites({ id: apiKeyId, paging } as never, admin);
    await eventually(async () => expect((await writes({ page: 1, perPage: 9 })).writes).toHaveLength(3));
    const first = await writes({ page: 0, perPage: 2 });
    expect(first.writes.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
    expect(first).toMatchObject({
      pageInfo: { count: 3, totalPages: 2 },
      writes: [{ operation: 'createMention' }, {}],
    });
    const rest = await writes({ page: 0, perPage: 2, cursor: first.pageInfo?.nextCursor });
    expect(rest.writes.map(({ id }) => id)).toEqual([ids[0]]);
    await broker.drain();
  });

  it('return the same error for every invalid key', async () => {
    const parent = await asGateway();
    const errors = await Promise.all(
      ['', 'sk_unknown', `${LOCAL_API_KEY}0`].map((key) => identity.resolveApiKey({ key }, parent).catch(String)),
    );
    expect(new Set(errors)).toEqual(new Set(['AppError: Authentication required. Please log in to continue.']));
  });

  it('record their last use at most once a minute', async () => {
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

  it('are published when they end, so that the gateways stop accepting them', async () => {
    const admin = await as(ADMIN);
    const { apiKey, key } = await identity.createApiKey({ name: 'Short-lived agent' }, admin);
    expect((await identity.resolveApiKey({ key }, await asGateway())).caller?.apiKeyId).toBe(apiKey?.id);
    await identity.revokeApiKey({ id: apiKey?.id }, admin);
    await eventually(() => {
      const published = events.published
        .filter(({ name, data }) => name === 'key.revoked' && JSON.stringify(data).includes('Short-lived agent'))
        .map(({ data }) => data);
      expect(published).toMatchObject([{ apiKey: { id: apiKey?.id, name: 'Short-lived agent' } }]);
    });
    const published = JSON.stringify(events.published);
    expect(published).not.toContain(key);
  });

  it('of the first release keep working, and end like any other', async () => {
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
    const log = createLogger({ name: 'test', level: 'silent' });
    expect(await completeApiKeys.run({ connection, log, signal: new AbortController().signal })).toBe(2);
    await connection.close();
    expect((await identity.resolveApiKey({ key }, await asGateway())).caller?.userId).toBe(STAFF);
    await identity.revokeApiKey({ id }, await as(ADMIN));
    expect(await outcomeOf(identity.resolveApiKey({ key }, await asGateway()))).toBe('UNAUTHENTICATED');
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
