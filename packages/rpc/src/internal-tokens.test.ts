import { createPrivateKey, type JsonWebKey } from 'node:crypto';
import { SignJWT } from 'jose';
import { serviceActor, type Actor } from '@symbio/runtime';
import { internalTokens } from './internal-tokens.js';
import { forgedTokens, testKeys, testTokens } from './testing/keys.js';

const actor: Actor = {
  sub: 'u1',
  authorId: 'a1',
  name: 'Ada',
  role: 'customer',
  permissions: ['canCreateProject'],
  via: 'user',
  scopes: [],
};
const byKey: Actor = { ...actor, via: 'api_key', scopes: ['project:p1'] };
const gateway = testTokens('gateway');
const verifier = testTokens('identity');

function signedBy(name: string, claims: object, { issuer = 'symbio-internal', expires = 60_000 } = {}) {
  const key = createPrivateKey({ key: JSON.parse(testKeys(name).INTERNAL_SIGNING_KEY) as JsonWebKey, format: 'jwk' });
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'EdDSA', kid: name })
    .setIssuer(issuer)
    .setAudience('symbio-internal')
    .setExpirationTime(new Date(Date.now() + expires))
    .sign(key);
}

describe('internal tokens', () => {
  it('pass users and API keys recognised by the gateway from one service to the next', async () => {
    const byAgent: Actor = { ...byKey, agentId: 'a1' };
    for (const who of [actor, byKey, byAgent]) expect(await verifier.verify(await gateway.mint(who))).toEqual(who);
  });

  it('identify a process that acts for itself', async () => {
    expect(await verifier.verify(await testTokens('feature').mint(serviceActor('feature')))).toEqual(
      serviceActor('feature'),
    );
  });

  it.each([
    ['a person', actor],
    ['an administrator', { ...actor, role: 'administrator' }],
    ['an API key', byKey],
    ['another service', serviceActor('identity')],
    ['the gateway', serviceActor('gateway')],
  ])("signed with a worker's key are refused for %s", async (_who, other) => {
    const stolen = await testTokens('document-worker').mint(other);
    await expect(verifier.verify(stolen)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it("signed with the gateway's key are refused for a service", async () => {
    const token = await gateway.mint(serviceActor('identity'));
    await expect(verifier.verify(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('ignore roles and permissions that a process claims for itself', async () => {
    const greedy = { ...serviceActor('feature'), role: 'administrator', permissions: ['canManageUser'] };
    expect(await verifier.verify(await testTokens('feature').mint(greedy))).toEqual(serviceActor('feature'));
  });

  it('are created once for an actor and parsed once, and return immutable values', async () => {
    const token = await gateway.mint(actor);
    expect(await gateway.mint({ ...actor })).toBe(token);
    expect(await gateway.mint({ ...actor, permissions: [] })).not.toBe(token);
    const read = await verifier.verify(token);
    expect(await verifier.verify(token)).toBe(read);
    expect(() => Object.assign(read, { role: 'administrator' })).toThrow(TypeError);
  });

  it('are renewed two minutes before they expire, and do expire', async () => {
    const { INTERNAL_SIGNING_KEY: signingKey, INTERNAL_PUBLIC_KEYS: publicKeys } = testKeys('gateway');
    let seconds = Date.now() / 1000;
    const clock = { now: () => new Date(seconds * 1000) };
    const [minting, reading] = [1, 2].map(() => internalTokens({ name: 'gateway', signingKey, publicKeys }, clock));
    const token = await minting!.mint(actor);
    await reading!.verify(token);
    seconds += 59;
    expect(await minting!.mint(actor)).toBe(token);
    seconds += 2;
    expect(await minting!.mint(actor)).not.toBe(token);
    seconds += 117;
    expect(await reading!.verify(token)).toEqual(actor);
    seconds += 3;
    await expect(reading!.verify(token)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it.each([
    ['signed with another key under a known name', () => forgedTokens('gateway').mint(actor)],
    ['of an unknown process', () => testTokens('stranger').mint(serviceActor('stranger'))],
    ['after a change', async () => `${(await gateway.mint(actor)).slice(0, -9)}abcabcabc`],
    ['after expiry', () => signedBy('gateway', actor, { expires: -60_000 })],
    ['of another issuer under the same key', () => signedBy('gateway', actor, { issuer: 'elsewhere' })],
    ['without an actor', () => signedBy('gateway', { via: 'user' })],
    [
      'with alg none',
      () =>
        Promise.resolve(
          `${Buffer.from('{"alg":"none","kid":"gateway"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...actor, iss: 'symbio-internal', aud: 'symbio-internal' })).toString('base64url')}.`,
        ),
    ],
    ['in another format', () => Promise.resolve('administrator')],
  ])('are refused %s', async (_what, make) => {
    await expect(verifier.verify(await make())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are accepted from the old key and the new one during a rotation', async () => {
    const keyOf = (name: string, kid: string, more: object = {}) => {
      const jwk = JSON.parse(testKeys(name).INTERNAL_SIGNING_KEY) as JsonWebKey;
      return { kty: jwk.kty, crv: jwk.crv, x: jwk.x, kid, ...more };
    };
    const old = testKeys('gateway').INTERNAL_SIGNING_KEY;
    const fresh = testKeys('feature').INTERNAL_SIGNING_KEY;
    const set = (...keys: object[]): string => JSON.stringify({ keys: [keyOf('identity', 'identity'), ...keys] });
    const first = set(keyOf('gateway', 'gateway'));
    const both = set(keyOf('gateway', 'gateway'), keyOf('feature', 'gateway.2027-01', { iat: 1_798_761_600 }));
    const last = set(keyOf('feature', 'gateway.2027-01', { iat: 1_798_761_600 }));
    const named = (name: string, signingKey: string, publicKeys: string) =>
      internalTokens({ name, signingKey, publicKeys });
    const identity = testKeys('identity').INTERNAL_SIGNING_KEY;
    const [before, between, after] = [first, both, last].map((keys) => named('identity', identity, keys));
    const byOld = await named('gateway', old, both).mint(actor);
    const replaced = named('gateway', fresh, both);
    const byNew = await replaced.mint(actor);
    expect(replaced.signingKey).toEqual({ kid: 'gateway.2027-01', madeAt: 1_798_761_600 });
    // announced before use: both keys are accepted
    expect(await between!.verify(byOld)).toEqual(actor);
    expect(await between!.verify(byNew)).toEqual(actor);
    expect(await before!.verify(byOld)).toEqual(actor);
    expect(await after!.verify(byNew)).toEqual(actor);
    await expect(before!.verify(byNew)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    await expect(after!.verify(byOld)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  it('are refused from a process whose key is unknown to the others', () => {
    const { INTERNAL_PUBLIC_KEYS: publicKeys } = testKeys('gateway');
    const { INTERNAL_SIGNING_KEY: signingKey } = testKeys('document-worker');
    expect(() => internalTokens({ name: 'gateway', signingKey, publicKeys })).toThrow(
      'INTERNAL_SIGNING_KEY is none of the keys that INTERNAL_PUBLIC_KEYS has for "gateway"',
    );
  });
});

describe('a signing key', () => {
  it('contains its creation time, if the set of public keys does', () => {
    const { INTERNAL_SIGNING_KEY: own, INTERNAL_PUBLIC_KEYS: all } = testKeys('identity');
    const madeAt = (publicKeys: string) =>
      internalTokens({ name: 'identity', signingKey: own, publicKeys }).signingKey.madeAt;
    expect(madeAt(all)).toBeUndefined();
    const { keys } = JSON.parse(all) as { keys: { kid: string }[] };
    const dated = keys.map((key, index) => ({ ...key, iat: 1_790_000_000 + index }));
    const place = dated.findIndex(({ kid }) => kid === 'identity');
    expect(madeAt(JSON.stringify({ keys: dated }))).toBe(1_790_000_000 + place);
  });
});
