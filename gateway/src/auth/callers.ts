import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import {
  INTERNAL_TOKEN_SECONDS,
  newId,
  serviceActor,
  unauthenticated,
  type Actor,
  type Broker,
  type CallParent,
  type Client,
  type InternalTokens,
} from '@symbio/kit';
import type { Caller as IdentityCaller, IdentityServiceService } from '@symbio/proto/identity';
import { requestOf, setCaller, type Caller } from '../request.js';
import type { TokenClaims, TokenVerifier } from './keycloak.js';

/** Milliseconds a resolved caller is kept; changes of a user end it at once. */
const CACHE_MS = 10_000;
const CACHE_ENTRIES = 5_000;
/** Milliseconds before its end at which an internal token is made anew. */
const TOKEN_MARGIN_MS = 60_000;

interface Resolved {
  caller: Caller;
  userId: string;
  until: number;
  tokenUntil: number;
}

export interface Callers {
  /** Resolves the user of verified claims. */
  ofClaims(claims: TokenClaims, requestId: string): Promise<Caller>;
  /** Recognises whoever sends the request, or goes on with nobody. API keys count on the public API only. */
  recognise: RequestHandler;
  /** The parent of calls the gateway makes on its own account. */
  self(requestId?: string): Promise<CallParent>;
}

export interface CallersOptions {
  verifier: TokenVerifier;
  identity: Pick<Client<typeof IdentityServiceService>, 'resolveUser' | 'resolveApiKey'>;
  tokens: InternalTokens;
  broker: Broker;
}

const API_KEY = /^sk_[\w-]{10,200}$/;

export function createCallers({ verifier, identity, tokens, broker }: CallersOptions): Callers {
  const cache = new Map<string, Resolved>();
  broker.watch('symbio.evt.identity.v1.>', (_subject, body) => {
    const { entityId } = body as { entityId: string };
    for (const [key, { userId }] of cache) if (userId === entityId) cache.delete(key);
  });

  const self = async (requestId = newId()): Promise<CallParent> => ({
    token: await tokens.mint(serviceActor('gateway')),
    requestId,
  });

  async function cached(
    key: string,
    via: Actor['via'],
    resolve: () => Promise<IdentityCaller | undefined>,
  ): Promise<Caller> {
    const now = Date.now();
    const hit = cache.get(key);
    if (hit && hit.until > now && hit.tokenUntil > now) return hit.caller;
    const identityCaller = await resolve();
    if (!identityCaller) throw unauthenticated();
    const actor: Actor = {
      sub: identityCaller.userId,
      authorId: identityCaller.authorId,
      name: identityCaller.name,
      role: identityCaller.role,
      permissions: identityCaller.permissions,
      via,
      scopes: identityCaller.projectIds,
    };
    const caller = { actor, email: identityCaller.email, token: await tokens.mint(actor) };
    if (cache.size > CACHE_ENTRIES) cache.clear();
    const tokenUntil = now + INTERNAL_TOKEN_SECONDS * 1000 - TOKEN_MARGIN_MS;
    cache.set(key, { caller, userId: actor.sub, until: now + CACHE_MS, tokenUntil });
    return caller;
  }

  const ofClaims = (claims: TokenClaims, requestId: string): Promise<Caller> =>
    cached(`user ${claims.sub} ${claims.email} ${claims.realmRoles.join(',')}`, 'user', async () => {
      const { sub: userId, email, name, realmRoles } = claims;
      return (await identity.resolveUser({ userId, email, name, realmRoles }, await self(requestId))).caller;
    });

  const ofKey = (key: string, requestId: string): Promise<Caller> =>
    cached(
      `key ${createHash('sha256').update(key).digest('hex')}`,
      'api_key',
      async () => (await identity.resolveApiKey({ key }, await self(requestId))).caller,
    );

  async function find(request: Request): Promise<Caller | undefined> {
    const credentials = /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    if (!credentials) return undefined;
    const { requestId } = requestOf(request);
    if (API_KEY.test(credentials)) {
      if (!request.originalUrl.startsWith('/api/public/')) throw unauthenticated();
      return ofKey(credentials, requestId);
    }
    return ofClaims(await verifier.verify(credentials), requestId);
  }

  return {
    ofClaims,
    self,
    recognise: async (request, _response, next) => {
      const caller = await find(request);
      if (caller) setCaller(request, caller);
      next();
    },
  };
}
