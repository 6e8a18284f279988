import { Router, type RequestHandler } from 'express';
import { AppError, unauthenticated } from '@symbio/runtime';
import { testTokens } from '@symbio/rpc/testing';
import { Caller, apiKeyEvents, userEvents } from '@symbio/proto/identity';
import { callerOf, takesKeys } from '../request.js';
import { closeServers, fakeBroker, serveHandlers } from '../../testing.js';
import { createCallers, type CallersOptions } from './callers.js';

const keyRoutes = Router().use(['/api/public', '/mcp'], takesKeys);

afterEach(closeServers);

const KEY = 'sk_0123456789abcdef';
const person = Caller.create({ userId: 'u1', authorId: 'a1', name: 'Nora', role: 'customer', permissions: [] });
const ofKey = Caller.create({ ...person, projectIds: ['p1'], apiKeyId: 'k1', access: 'read' });

async function gateway(identity: Partial<CallersOptions['identity']> = {}) {
  const over = new Set<string>();
  const { broker, publish, reconnect } = fakeBroker();
  const asked = { user: 0, key: 0 };
  const callers = createCallers({
    broker,
    ended: { isOver: ({ sessionId }) => Promise.resolve(over.has(sessionId)) },
    tokens: testTokens('gateway'),
    verifier: {
      verify: (token) =>
        token === 'good'
          ? Promise.resolve({
              sub: 'u1',
              email: 'nora@example.test',
              name: 'Nora',
              realmRoles: [],
              sessionId: 's1',
              issuedAt: 1,
            })
          : Promise.reject(unauthenticated()),
    },
    identity: {
      resolveUser: (...call) => {
        asked.user++;
        return identity.resolveUser?.(...call) ?? Promise.resolve({ caller: person });
      },
      resolveApiKey: (...call) => {
        asked.key++;
        return identity.resolveApiKey?.(...call) ?? Promise.resolve({ caller: ofKey });
      },
    },
  });
  const who: RequestHandler = (request, response) => void response.json(callerOf(request).actor);
  const url = await serveHandlers(keyRoutes, callers.authenticate, who);
  const get = async (credentials: string, path = '/api/public/projects') => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${credentials}` } });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { callers, publish, reconnect, asked, get, over };
}

describe('authentication', () => {
  it('resolves a caller again when changes may have been missed', async () => {
    const { get, reconnect, asked } = await gateway();
    await get('good');
    reconnect();
    await get('good');
    expect(asked.user).toBe(2);
  });

  it('resolves a caller once, and again after a change of the user', async () => {
    const { get, publish, asked } = await gateway();
    await get('good');
    await get('good');
    expect(asked.user).toBe(1);
    publish(userEvents.changed.subject(''), { entityId: 'somebody else' });
    await get('good');
    expect(asked.user).toBe(1);
    publish(userEvents.changed.subject(''), { entityId: 'u1' });
    await get('good');
    expect(asked.user).toBe(2);
  });

  it('rejects the token of an ended session, even if cached', async () => {
    const { get, over } = await gateway();
    expect((await get('good')).status).toBe(200);
    over.add('s1');
    expect((await get('good')).status).toBe(401);
  });

  it('rejects an invalid token, and an API key outside the public API (ERR-03)', async () => {
    const { get } = await gateway();
    expect((await get('bad')).status).toBe(401);
    expect((await get(KEY, '/api/me')).status).toBe(401);
    expect((await get(KEY, '/api/users')).status).toBe(401);
    expect(await get(KEY)).toMatchObject({ status: 200, body: { via: 'api_key', scopes: ['p1'], authorId: 'a1' } });
  });

  it('rejects a revoked key immediately (OP-21)', async () => {
    let revoked = false;
    const { get, publish } = await gateway({
      resolveApiKey: () => (revoked ? Promise.reject(unauthenticated()) : Promise.resolve({ caller: ofKey })),
    });
    expect((await get(KEY)).status).toBe(200);
    revoked = true;
    publish(apiKeyEvents.revoked.subject(''), { entityId: 'k1' });
    expect((await get(KEY)).status).toBe(401);
  });

  it('rejects an expired secret, and resolves a rotated key again (OP-21)', async () => {
    let validUntil: Date | undefined = new Date(Date.now() + 60_000);
    const { get, publish, asked } = await gateway({
      resolveApiKey: () => Promise.resolve({ caller: { ...ofKey, validUntil } }),
    });
    await get(KEY);
    await get(KEY);
    expect(asked.key).toBe(1);
    publish(apiKeyEvents.rotated.subject(''), { entityId: 'k1' });
    validUntil = new Date(Date.now() - 1);
    await get(KEY);
    await get(KEY);
    expect(asked.key).toBe(3);
  });

  it('resolves a key that writes as an agent to the agent’s name', async () => {
    const addresses: unknown[] = [];
    const { get } = await gateway({
      resolveApiKey: ({ address }) => {
        addresses.push(address);
        return Promise.resolve({ caller: { ...ofKey, name: 'Reader 1.2', agentId: 'a9', authorId: 'a9' } });
      },
    });
    expect((await get(KEY)).body).toMatchObject({ sub: 'u1', name: 'Reader 1.2', agentId: 'a9', authorId: 'a9' });
    expect(addresses).toEqual(['127.0.0.1']);
    expect((await get('good')).body).not.toHaveProperty('agentId');
  });

  it('rejects a disabled person and their keys immediately', async () => {
    let disabled = false;
    const refusal = new AppError('UNAUTHENTICATED', 'account_disabled', 'This account is disabled.');
    const { get, publish } = await gateway({
      resolveUser: () => (disabled ? Promise.reject(refusal) : Promise.resolve({ caller: person })),
      resolveApiKey: () => (disabled ? Promise.reject(unauthenticated()) : Promise.resolve({ caller: ofKey })),
    });
    await Promise.all([get('good'), get(KEY)]);
    disabled = true;
    publish(userEvents.changed.subject(''), { entityId: 'u1' });
    expect(await get('good')).toMatchObject({ status: 401, body: { code: 'account_disabled' } });
    expect((await get(KEY)).status).toBe(401);
  });

  it('applies a new role immediately, also to keys (AUTH-25)', async () => {
    let role = 'administrator';
    const { get, publish } = await gateway({
      resolveUser: () => Promise.resolve({ caller: { ...person, role } }),
      resolveApiKey: () => Promise.resolve({ caller: { ...ofKey, role } }),
    });
    await Promise.all([get('good'), get(KEY)]);
    role = 'customer';
    publish(userEvents.changed.subject(''), { entityId: 'u1' });
    expect([(await get('good')).body['role'], (await get(KEY)).body['role']]).toEqual(['customer', 'customer']);
  });

  it('does not cache a caller that changed during the lookup', async () => {
    let finish: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (finish = resolve));
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => (begin = resolve));
    let role = 'administrator';
    const { get, publish } = await gateway({
      resolveUser: async () => {
        const caller = { ...person, role };
        begin();
        if (role === 'administrator') await slow;
        return { caller };
      },
    });
    const first = get('good');
    await begun;
    role = 'customer';
    publish(userEvents.changed.subject(''), { entityId: 'u1' });
    finish();
    await first;
    expect((await get('good')).body['role']).toBe('customer');
  });
});
