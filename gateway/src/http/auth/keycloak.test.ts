import { createPublicKey } from 'node:crypto';
import { jest } from '@jest/globals';
import { SignJWT } from 'jose';
import { newPrivateKey } from '@symbio/topology/new-key';
import { closeServers, serve } from '../../testing.js';
import { keycloakVerifier } from './keycloak.js';

afterEach(() => {
  jest.useRealTimers();
  closeServers();
});

async function realm() {
  const privateKey = newPrivateKey('rsa');
  const published = { ...createPublicKey(privateKey).export({ format: 'jwk' }), kid: 'k1', use: 'sig' };
  const state = { up: true, asked: 0 };
  const origin = await serve((_request, response) => {
    state.asked++;
    if (!state.up) return void response.writeHead(502).end();
    response.end(JSON.stringify({ keys: [published] }));
  });
  const token = (kid = 'k1', key = privateKey) =>
    new SignJWT({
      typ: 'Bearer',
      azp: 'symbio-web',
      email: 'nora@example.test',
      realm_access: { roles: ['customer'] },
      sid: 's1',
    })
      .setProtectedHeader({ alg: 'RS256', kid })
      .setSubject('u1')
      .setAudience('symbio-web')
      .setIssuer(`${origin}/realms/symbio`)
      .setIssuedAt()
      .setExpirationTime('5m')
      .sign(key);
  const verifier = keycloakVerifier({
    KEYCLOAK_URL: origin,
    KEYCLOAK_REALM: 'symbio',
    KEYCLOAK_CLIENT: 'symbio-web',
  });
  return { state, token, verifier };
}

describe('token verification', () => {
  it('accepts a token of the realm, also when many arrive after a start', async () => {
    const { token, verifier } = await realm();
    const given = await token();
    const claims = await Promise.all(Array.from({ length: 20 }, () => verifier.verify(given)));
    for (const each of claims)
      expect(each).toEqual({
        sub: 'u1',
        email: 'nora@example.test',
        name: '',
        realmRoles: ['customer'],
        sessionId: 's1',
        issuedAt: expect.any(Number) as unknown,
      });
  });

  it('is unavailable while the keys are unknown and the provider is down', async () => {
    const { state, token, verifier } = await realm();
    const given = await token();
    state.up = false;
    await expect(verifier.verify(given)).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'sign_in_unavailable' });
    state.up = true;
    expect(await verifier.verify(given)).toMatchObject({ sub: 'u1' });
    // cached keys need no provider
    state.up = false;
    expect(await verifier.verify(given)).toMatchObject({ sub: 'u1' });
  });

  it('rejects a token signed with an unknown key, and a forged one', async () => {
    const { token, verifier } = await realm();
    const privateKey = newPrivateKey('rsa');
    const refused = { code: 'UNAUTHENTICATED' };
    await expect(verifier.verify(await token('k2'))).rejects.toMatchObject(refused);
    await expect(verifier.verify(await token('k1', privateKey))).rejects.toMatchObject(refused);
    expect(await verifier.verify(await token())).toMatchObject({ sub: 'u1' });
  });

  it('happens once per token, and again after it expired', async () => {
    const { token, verifier } = await realm();
    const given = await token();
    const first = await verifier.verify(given);
    expect(await verifier.verify(given)).toBe(first);
    jest.useFakeTimers({ now: Date.now() + 301_000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
    await expect(verifier.verify(given)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
