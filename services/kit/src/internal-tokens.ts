import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { serviceActor, type Actor } from './actor.js';
import { systemClock, type Clock } from './clock.js';
import { ConfigError } from './config-error.js';
import { unauthenticated } from './errors.js';

/** Issuer and audience of internal tokens: they mean nothing outside. */
const ISSUER = 'symbio-internal';
/** The one process that recognises people and API keys, and so the only one whose key may speak for them. */
const GATEWAY = 'gateway';
/** Seconds a token lives. A call checks it once, when it begins; what a call makes others do begins within minutes. */
const LIFE_SECONDS = 180;
/** Seconds a token that is used again must have left at least. */
const LEFT_SECONDS = 120;
/** Tokens kept at most, of each kind: some 1 kB each. */
const KEPT = 5_000;

/** Makes and checks the short-lived tokens that travel in gRPC metadata. */
export interface InternalTokens {
  /** A token of this process for an actor; the same one for a while, so that a call costs no signature. */
  mint(actor: Actor): Promise<string>;
  /**
   * Whom a token speaks for. Checked tokens are remembered until they expire.
   * @throws AppError UNAUTHENTICATED for anything but a fresh token, signed by a process that may speak for its actor
   */
  verify(token: string): Promise<Actor>;
}

/** Keys of one process, as its settings have them. */
export interface ProcessKeys {
  /** Name of the process; also the id of its key. */
  name: string;
  /** Its own private Ed25519 key: PKCS #8 in PEM, or a JWK. */
  signingKey: string;
  /** The public keys of all processes: a JWK set in which each key's `kid` is the name of its process. */
  publicKeys: string;
}

const jwkSet = z.object({ keys: z.array(z.looseObject({ kid: z.string().min(1), kty: z.literal('OKP') })).min(1) });

/** Reads a private Ed25519 key. @throws for anything else */
export function readSigningKey(text: string): KeyObject {
  const key = text.trimStart().startsWith('{')
    ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
    : createPrivateKey(text);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return key;
}

/** Reads a set of public Ed25519 keys, by name of the process. @throws for anything else */
export function readPublicKeys(text: string): ReadonlyMap<string, KeyObject> {
  return new Map(
    jwkSet.parse(JSON.parse(text)).keys.map((jwk) => {
      if ('d' in jwk) throw new Error(`the key of ${jwk.kid} is private`);
      const key = createPublicKey({ key: jwk, format: 'jwk' });
      if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
      return [jwk.kid, key];
    }),
  );
}

/** When a key was made, in seconds since 1970: the `iat` of its public half. undefined where its maker did not write it down. */
export function signingKeyMade(signingKey: string, publicKeys: string): number | undefined {
  const { x } = createPublicKey(readSigningKey(signingKey)).export({ format: 'jwk' });
  const made = jwkSet.parse(JSON.parse(publicKeys)).keys.find((jwk) => jwk['x'] === x)?.['iat'];
  return typeof made === 'number' && Number.isFinite(made) ? made : undefined;
}

/**
 * Tokens signed with keys of each process's own (EdDSA, RFC 8037): whoever reads the environment of a service or a worker
 * can act as that process, not as a person and not as another process.
 *
 * @throws ConfigError when the private key is not the one whose public half the others know this process by
 */
export function internalTokens(
  { name, signingKey, publicKeys }: ProcessKeys,
  clock: Clock = systemClock,
): InternalTokens {
  const own = readSigningKey(signingKey);
  const known = readPublicKeys(publicKeys);
  if (!known.get(name)?.equals(createPublicKey(own)))
    throw new ConfigError(
      `INTERNAL_SIGNING_KEY is not the key that INTERNAL_PUBLIC_KEYS has for "${name}": nobody would believe this process.`,
    );
  const now = (): number => clock.now().getTime();
  const kept = { max: KEPT, perf: { now }, ttlResolution: 0 };
  const minted = new LRUCache<string, Promise<string>>({ ...kept, ttl: (LIFE_SECONDS - LEFT_SECONDS) * 1000 });
  const verified = new LRUCache<string, Actor>(kept);

  const sign = ({ sub, ...claims }: Actor): Promise<string> =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: name })
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setSubject(sub)
      .setExpirationTime(new Date(now() + LIFE_SECONDS * 1000))
      .sign(own);

  const check = async (token: string): Promise<Actor> => {
    const { kid = '' } = decodeProtectedHeader(token);
    const key = known.get(kid);
    if (!key) throw unauthenticated();
    const { payload } = await jwtVerify(token, key, {
      issuer: ISSUER,
      audience: ISSUER,
      algorithms: ['EdDSA'],
      requiredClaims: ['exp', 'sub'],
      currentDate: clock.now(),
    });
    const actor = actorOf(kid, payload as unknown as Actor);
    verified.set(token, actor, { ttl: Math.max(1, Number(payload.exp) * 1000 - now()) });
    return actor;
  };

  return {
    mint(actor) {
      const key = JSON.stringify(actor);
      const again = minted.get(key);
      if (again) return again;
      const made = sign(actor);
      minted.set(key, made);
      made.catch(() => minted.delete(key));
      return made;
    },
    async verify(token) {
      const actor = verified.get(token);
      if (actor) return actor;
      try {
        return await check(token);
      } catch {
        throw unauthenticated();
      }
    },
  };
}

/** The actor of a token that a process signed. @throws AppError UNAUTHENTICATED when the process may not speak for it */
function actorOf(kid: string, { sub, authorId, name, role, permissions, via, scopes, agentId }: Actor): Actor {
  // nothing a service says about itself is taken from its token: no role, no permission
  if (via === 'service' && sub === `service:${kid}`) return Object.freeze(serviceActor(kid));
  if (kid !== GATEWAY || (via !== 'user' && via !== 'api_key')) throw unauthenticated();
  const actor = { sub, authorId, name, role, permissions, via, scopes };
  return Object.freeze(agentId === undefined ? actor : { ...actor, agentId });
}
