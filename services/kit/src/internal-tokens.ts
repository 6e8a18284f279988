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
  /** The key that signs: its id, and when it was made, in seconds since 1970, where the public keys say so. */
  signingKey: { kid: string; madeAt: number | undefined };
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
  /** Name of the process; also the id of its key, or the beginning of it. */
  name: string;
  /** Its own private Ed25519 key: PKCS #8 in PEM, or a JWK. */
  signingKey: string;
  /**
   * The public keys of all processes: a JWK set in which each key's `kid` is the name of its process, or that and a dot
   * and whatever tells it from the process's other keys (`gateway.2027-01`).
   */
  publicKeys: string;
}

const jwkSet = z.object({
  keys: z.array(z.looseObject({ kid: z.string().min(1), kty: z.literal('OKP'), iat: z.number().optional() })).min(1),
});

/** Reads a private Ed25519 key. @throws for anything else */
export function readSigningKey(text: string): KeyObject {
  const key = text.trimStart().startsWith('{')
    ? createPrivateKey({ key: JSON.parse(text) as JsonWebKey, format: 'jwk' })
    : createPrivateKey(text);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('not an Ed25519 key');
  return key;
}

/** A public key that is believed. */
export interface PublicKey {
  key: KeyObject;
  /** When it was made, in seconds since 1970, where its set says so (`iat`, as OpenID Federation has it). */
  madeAt: number | undefined;
}

/** Reads a set of public Ed25519 keys, by their ids. @throws for anything else */
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

/** The process whose key has an id: names of processes have no dots. */
export const processOf = (kid: string): string => kid.split('.', 1)[0] ?? kid;

/** The keys of a process, read. */
interface ReadKeys {
  own: KeyObject;
  ownKid: string;
  /** When its own key was made, in seconds since 1970, where its set says so. */
  madeAt: number | undefined;
  known: ReadonlyMap<string, PublicKey>;
}

/**
 * Reads the keys of a process.
 *
 * @throws ConfigError when the private key is not the one whose public half the others know this process by
 */
export function readProcessKeys({ name, signingKey, publicKeys }: ProcessKeys): ReadKeys {
  const own = readSigningKey(signingKey);
  const known = readPublicKeys(publicKeys);
  const publicHalf = createPublicKey(own);
  const [ownKid, ownKey] = [...known].find(([kid, { key }]) => processOf(kid) === name && key.equals(publicHalf)) ?? [];
  if (ownKid === undefined)
    throw new ConfigError(
      `INTERNAL_SIGNING_KEY is none of the keys that INTERNAL_PUBLIC_KEYS has for "${name}": nobody would believe this process.`,
    );
  return { own, ownKid, madeAt: ownKey?.madeAt, known };
}

/**
 * Tokens signed with keys of each process's own (EdDSA, RFC 8037): whoever reads the environment of a service or a worker
 * can act as that process, not as a person and not as another process.
 *
 * @throws ConfigError when the private key is not the one whose public half the others know this process by
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

/** The actor of a token that a process signed. @throws AppError UNAUTHENTICATED when the process may not speak for it */
function actorOf(process: string, given: Actor): Actor {
  const { sub, authorId, name, role, permissions, via, scopes, agentId, keyId } = given;
  // nothing a service says about itself is taken from its token: no role, no permission
  if (via === 'service' && sub === `service:${process}`) return Object.freeze(serviceActor(process));
  if (process !== GATEWAY || (via !== 'user' && via !== 'api_key')) throw unauthenticated();
  const actor = { sub, authorId, name, role, permissions, via, scopes };
  return Object.freeze({
    ...actor,
    ...(agentId === undefined ? {} : { agentId }),
    ...(keyId === undefined ? {} : { keyId }),
  });
}
