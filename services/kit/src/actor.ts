import { SignJWT, jwtVerify } from 'jose';
import { unauthenticated } from './errors.js';

/** How the caller came in: a person's token, an API key, or a process of ours. */
export type Via = 'user' | 'api_key' | 'service';

/** On whose behalf a call runs. */
export interface Actor {
  /** User id, or service:<name>. */
  sub: string;
  /** Author that this actor's work is written to; empty for services. */
  authorId: string;
  name: string;
  role: string;
  /** Keys of the granted permissions. */
  permissions: readonly string[];
  via: Via;
  /** Scopes an API key is limited to; empty: no limit of its own. */
  scopes: readonly string[];
}

/** Issuer and audience of internal tokens: they mean nothing outside. */
const ISSUER = 'symbio-internal';
/** Seconds an internal token lives: longer than any call's deadline, short enough to be of no use when leaked. */
export const INTERNAL_TOKEN_SECONDS = 120;

/** Makes and checks the short-lived tokens that travel in gRPC metadata. */
export interface InternalTokens {
  mint(actor: Actor): Promise<string>;
  /** @throws AppError UNAUTHENTICATED for anything but a fresh token of ours. */
  verify(token: string): Promise<Actor>;
}

/** HS256 tokens under a shared secret of at least 32 characters. */
export function internalTokens(secret: string): InternalTokens {
  const key = new TextEncoder().encode(secret);
  return {
    mint: ({ sub, ...claims }) =>
      new SignJWT({ ...claims })
        .setProtectedHeader({ alg: 'HS256' })
        .setIssuer(ISSUER)
        .setAudience(ISSUER)
        .setSubject(sub)
        .setIssuedAt()
        .setExpirationTime(`${INTERNAL_TOKEN_SECONDS}s`)
        .sign(key),
    async verify(token) {
      try {
        const { payload } = await jwtVerify(token, key, { issuer: ISSUER, audience: ISSUER, algorithms: ['HS256'] });
        const claims = payload as unknown as Omit<Actor, 'sub'>;
        return {
          sub: payload.sub ?? '',
          authorId: claims.authorId,
          name: claims.name,
          role: claims.role,
          permissions: claims.permissions,
          via: claims.via,
          scopes: claims.scopes,
        };
      } catch {
        throw unauthenticated();
      }
    },
  };
}

/** The actor of a process of ours. */
export const serviceActor = (name: string): Actor => ({
  sub: `service:${name}`,
  authorId: '',
  name,
  role: 'service',
  permissions: [],
  via: 'service',
  scopes: [],
});
