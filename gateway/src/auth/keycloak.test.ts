import { createPublicKey } from 'node:crypto';
import { jest } from '@jest/globals';
import { SignJWT } from 'jose';
import { newPrivateKey } from '@symbio/topology/new-key';
import { closeServers, serve } from '../testing.js';
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

describe('checking a token', () => {
  it('takes one of the realm, also when many come to a gateway that has just started', async () => {
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

  it('is put off, not refused, while the keys are not known and the provider is away', async () => {
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

  it('refuses one signed by a key the realm does not have, and one that is forged', async () => {
    const { token, verifier } = await realm();
    const privateKey = newPrivateKey('rsa');
    const refused = { code: 'UNAUTHENTICATED' };
    await expect(verifier.verify(await token('k2'))).rejects.toMatchObject(refused);
    await expect(verifier.verify(await token('k1', privateKey))).rejects.toMatchObject(refused);
    expect(await verifier.verify(await token())).toMatchObject({ sub: 'u1' });
  });

  it('is done once for each token, and again once the token has expired', async () => {
    const { token, verifier } = await realm();
    const given = await token();
    const first = await verifier.verify(given);
    expect(await verifier.verify(given)).toBe(first);
    jest.useFakeTimers({ now: Date.now() + 301_000, doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
    await expect(verifier.verify(given)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
