import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import { SignJWT, decodeProtectedHeader, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { serviceActor, type Actor, systemClock, type Clock, ConfigError, unauthenticated } from '@symbio/runtime';

const ISSUER = 'symbio-internal';
/** The only process that authenticates people and API keys, so only its key may sign for them. */
const GATEWAY = 'gateway';
/** Lifetime in seconds. A call verifies it once at its start; nested calls start within minutes. */
const LIFE_SECONDS = 180;
/** Minimum remaining lifetime in seconds for reuse. */
const LEFT_SECONDS = 120;
/** Cache size per kind: about 1 kB per token. */
const KEPT = 5_000;

/** Creates and verifies the short-lived tokens in gRPC metadata. */
export interface InternalTokens {
  /** Signing key's id and creation time in seconds since 1970, if the public keys contain it. */
  signingKey: { kid: string; madeAt: number | undefined };
  /** Token for an actor, cached to save signatures. */
  mint(actor: Actor): Promise<string>;
  /**
   * Actor of a token.
   * @throws AppError UNAUTHENTICATED unless fresh and signed by a process that may act as its actor
   */
  verify(token: string): Promise<Actor>;
}

export interface ProcessKeys {
  /** Name of the process; also its key id or the prefix of it. */
  name: string;
  /** Private Ed25519 key: PKCS #8 in PEM, or a JWK. */
  signingKey: string;
  /**
   * Public keys of all processes: a JWK set in which each `kid` is the process name, optionally followed by a dot and a
   * suffix (`gateway.2027-01`).
   */
  publicKeys: string;
}

const jwkSet = z.object({
  keys: z.array(z.looseObject({ kid: z.string().min(1), kty: z.literal('OKP'), iat: z.number().optional() })).min(1),
});

/** Parses a private Ed25519 key. @throws if invalid */
export function readSigningKey(text: string): KeyObject {
  const key = text.trimStart().startsWith('{')
    ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
    : createPrivateKey(text);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return key;
}

export interface PublicKey {
  key: KeyObject;
  /** Creation time in seconds since 1970, if in the set (`iat`, as in OpenID Federation). */
  madeAt: number | undefined;
}

/** Parses a set of public Ed25519 keys by id. @throws if invalid */
export function readPublicKeys(text: string): ReadonlyMap<string, PublicKey> {
  const { keys } = jwkSet.parse(JSON.parse(text));
  const known = new Map<string, PublicKey>();
  for (const jwk of keys) {
    if ('d' in jwk) throw new Error(`the key of ${jwk.kid} is private`);
    if (known.has(jwk.kid)) throw new Error(`two keys have the id ${jwk.kid}`);
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
    known.set(jwk.kid, { key, madeAt: jwk.iat });
  }
  return known;
}

/** Process of a key id: process names contain no dots. */
export const processOf = (kid: string): string => kid.split('.', 1)[0] ?? kid;

interface ReadKeys {
  own: KeyObject;
  ownKid: string;
  /** Creation time of its own key in seconds since 1970, if in the set. */
  madeAt: number | undefined;
  known: ReadonlyMap<string, PublicKey>;
}

/** Parses the keys of a process. */
export function readProcessKeys({ name, signingKey, publicKeys }: ProcessKeys): ReadKeys {
  const own = readSigningKey(signingKey);
  const known = readPublicKeys(publicKeys);
  const publicHalf = createPublicKey(own);
  const [ownKid, ownKey] = [...known].find(([kid, { key }]) => processOf(kid) === name && key.equals(publicHalf)) ?? [];
  if (ownKid === undefined)
    throw new ConfigError(
      `INTERNAL_SIGNING_KEY is none of the keys that INTERNAL_PUBLIC_KEYS has for "${name}": other processes would reject its calls.`,
    );
  return { own, ownKid, madeAt: ownKey?.madeAt, known };
}

/**
 * Tokens signed with a key per process (EdDSA, RFC 8037): a leaked environment of a service or worker allows acting as
 * that process only.
 */
export function internalTokens(keys: ProcessKeys, clock: Clock = systemClock): InternalTokens {
  const { own, ownKid, madeAt, known } = readProcessKeys(keys);
  const now = (): number => clock.now().getTime();
  const kept = { max: KEPT, perf: { now }, ttlResolution: 0 };
  const minted = new LRUCache<string, Promise<string>>({ ...kept, ttl: (LIFE_SECONDS - LEFT_SECONDS) * 1000 });
  const verified = new LRUCache<string, Actor>(kept);

  const sign = ({ sub, ...claims }: Actor): Promise<string> =>
    new SignJWT({ ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: ownKid })
      .setIssuer(ISSUER)
      .setAudience(ISSUER)
      .setSubject(sub)
      .setExpirationTime(new Date(now() + LIFE_SECONDS * 1000))
      .sign(own);

  const check = async (token: string): Promise<Actor> => {
    const { kid = '' } = decodeProtectedHeader(token);
    const key = known.get(kid)?.key;
    if (!key) throw unauthenticated();
    const { payload } = await jwtVerify(token, key, {
      issuer: ISSUER,
      audience: ISSUER,
      algorithms: ['EdDSA'],
      requiredClaims: ['exp', 'sub'],
      currentDate: clock.now(),
    });
    const actor = actorOf(processOf(kid), payload as unknown as Actor);
    verified.set(token, actor, { ttl: Math.max(1, Number(payload.exp) * 1000 - now()) });
    return actor;
  };

  return {
    signingKey: { kid: ownKid, madeAt },
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

/** Actor of a process's token. @throws AppError UNAUTHENTICATED when the process may not act as it */
function actorOf(process: string, given: Actor): Actor {
  const { sub, authorId, name, role, permissions, via, scopes, agentId, keyId, organizationId } = given;
  // roles and permissions of services are never taken from tokens
  if (via === 'service' && sub === `service:${process}`) return Object.freeze(serviceActor(process));
  if (process !== GATEWAY || (via !== 'user' && via !== 'api_key')) throw unauthenticated();
  const actor = { sub, authorId, name, role, permissions, via, scopes };
  return Object.freeze({
    ...actor,
    ...(agentId === undefined ? {} : { agentId }),
    ...(keyId === undefined ? {} : { keyId }),
    ...(organizationId === undefined ? {} : { organizationId }),
  });
}
