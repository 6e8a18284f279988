import { SignJWT } from 'jose';
import { internalTokens, serviceActor, type Actor } from './actor.js';

const secret = 'x'.repeat(40);
const actor: Actor = {
  sub: 'u1',
  authorId: 'a1',
  name: 'Ada',
  role: 'customer',
  permissions: ['canCreateProject'],
  via: 'user',
  scopes: [],
};

describe('internal tokens', () => {
  it('carry the actor from one service to the next', async () => {
    const tokens = internalTokens(secret);
    expect(await tokens.verify(await tokens.mint(actor))).toEqual(actor);
    expect(await tokens.verify(await tokens.mint(serviceActor('feature')))).toMatchObject({
      sub: 'service:feature',
      via: 'service',
    });
  });

  it.each([
    ['of another secret', () => internalTokens('y'.repeat(40)).mint(actor)],
    ['that was changed', async () => `${(await internalTokens(secret).mint(actor)).slice(0, -3)}abc`],
    [
      'that has expired',
      () =>
        new SignJWT({ ...actor })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuer('symbio-internal')
          .setAudience('symbio-internal')
          .setSubject('u1')
          .setExpirationTime(new Date(Date.now() - 60_000))
          .sign(new TextEncoder().encode(secret)),
    ],
    [
      'of another issuer under the same secret',
      () =>
        new SignJWT({ ...actor })
          .setProtectedHeader({ alg: 'HS256' })
          .setIssuer('elsewhere')
          .setAudience('symbio-internal')
          .setExpirationTime('60s')
          .sign(new TextEncoder().encode(secret)),
    ],
    [
      'with alg none',
      () =>
        Promise.resolve(
          `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify({ ...actor, iss: 'symbio-internal', aud: 'symbio-internal' })).toString('base64url')}.`,
        ),
    ],
  ])('refuse one %s', async (_what, make) => {
    await expect(internalTokens(secret).verify(await make())).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
