import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { LRUCache, newId, serviceActor, unauthenticated, type Actor } from '@symbio/runtime';
import { watchEvents, type Broker, type EventEnvelope } from '@symbio/events';
import type { CallParent, Client, InternalTokens } from '@symbio/rpc';
import {
  apiKeyEvents,
  userEvents,
  type Caller as IdentityCaller,
  type IdentityServiceService,
} from '@symbio/proto/identity';
import { requestOf, setCaller, type Caller, type RequestIds } from '../request.js';
import type { EndedSessions } from './ended-sessions.js';
import type { TokenClaims, TokenVerifier } from './keycloak.js';

/** Cache time of callers in milliseconds; changes of the user invalidate it. */
const CACHE_MS = 10_000;
const CACHE_ENTRIES = 5_000;

interface Resolved {
  caller: Caller;
  userId: string;
  /** Empty for access tokens. */
  apiKeyId: string;
  /** Expiry of the credentials in milliseconds since the epoch, if known. */
  endsAt: number;
}

export interface Callers {
  ofClaims(claims: Omit<TokenClaims, 'sessionId' | 'issuedAt'>, request: RequestIds): Promise<Caller>;
  /** Authenticates the request, or continues as anonymous. API keys are valid only after `takesKeys`. */
  authenticate: RequestHandler;
  /**
   * Reauthenticates the sender of a long-lived response.
   * @throws AppError UNAUTHENTICATED when the credentials expired or the user is disabled
   */
  reauthenticate(request: Request): Promise<Caller>;
  /** Issues a fresh token for a late call, such as for a file of a batch. */
  tokenFor(caller: Caller): Promise<string>;
  /** After the cache is invalidated. */
  onUserChanged(listener: (change: EventEnvelope) => void): void;
  /** For the gateway's own calls. */
  self(request?: RequestIds): Promise<CallParent>;
}

export interface CallersOptions {
  verifier: TokenVerifier;
  identity: Pick<Client<typeof IdentityServiceService>, 'resolveUser' | 'resolveApiKey'>;
  tokens: InternalTokens;
  broker: Broker;
  ended: Pick<EndedSessions, 'isOver'>;
}

function freshIds(): RequestIds {
  const id = newId();
  return { requestId: id, ownId: id };
}

const API_KEY = /^sk_[\w-]{10,200}$/;

/** Resolves credentials through the identity service, with a cache. */
export function createCallers({ verifier, identity, tokens, broker, ended }: CallersOptions): Callers {
  const cache = new LRUCache<string, Resolved>({
    max: CACHE_ENTRIES,
    ttl: CACHE_MS,
    perf: { now: () => Date.now() },
    ttlResolution: 0,
  });
  const listeners: ((change: EventEnvelope) => void)[] = [];
  let changes = 0;
  // a changed user, or a revoked or rotated key
  const forget = ({ entityId }: EventEnvelope): void => {
    changes++;
    for (const [key, { userId, apiKeyId }] of cache)
      if (userId === entityId || apiKeyId === entityId) cache.delete(key);
  };
  // changes during the outage were missed
  broker.onReconnect(() => {
    changes++;
    cache.clear();
  });
  watchEvents(broker, apiKeyEvents.revoked, forget);
  watchEvents(broker, apiKeyEvents.rotated, forget);
  for (const event of [userEvents.changed, userEvents.erased])
    watchEvents(broker, event, (change) => {
      forget(change);
      for (const listener of listeners) listener(change);
    });

  const self = async ({ requestId, ownId } = freshIds()): Promise<CallParent> => ({
    token: await tokens.mint(serviceActor('gateway')),
    requestId,
    ownRequestId: ownId,
  });

  async function cached(
    key: string,
    via: Actor['via'],
    resolve: () => Promise<IdentityCaller | undefined>,
  ): Promise<Caller> {
    const hit = cache.get(key);
    if (hit && hit.endsAt > Date.now()) return hit.caller;
    const changesBefore = changes;
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
      ...(identityCaller.agentId === '' ? {} : { agentId: identityCaller.agentId }),
      ...(identityCaller.apiKeyId === '' ? {} : { keyId: identityCaller.apiKeyId }),
      ...(identityCaller.organizationId === '' ? {} : { organizationId: identityCaller.organizationId }),
    };
    const { apiKeyId, access, email, validUntil } = identityCaller;
    const caller: Caller = {
      actor,
      email,
      token: await tokens.mint(actor),
      ...(apiKeyId === '' ? {} : { key: { id: apiKeyId, access: access === 'read' ? 'read' : 'write' } }),
    };
    // a change during the lookup may have outdated it: do not cache
    if (changes !== changesBefore) return caller;
    cache.set(key, { caller, userId: actor.sub, apiKeyId, endsAt: validUntil?.getTime() ?? Infinity });
    return caller;
  }

  const ofClaims = (claims: Omit<TokenClaims, 'sessionId' | 'issuedAt'>, request: RequestIds): Promise<Caller> =>
    cached(`user ${claims.sub} ${claims.email} ${claims.realmRoles.join(',')}`, 'user', async () => {
      const { sub: userId, email, name, realmRoles } = claims;
      return (await identity.resolveUser({ userId, email, name, realmRoles }, await self(request))).caller;
    });

  const ofKey = (key: string, address: string, request: RequestIds): Promise<Caller> =>
    cached(
      `key ${createHash('sha256').update(key).digest('hex')}`,
      'api_key',
      async () => (await identity.resolveApiKey({ key, address }, await self(request))).caller,
    );

  async function find(request: Request): Promise<Caller | undefined> {
    const credentials = /^Bearer (\S+)$/i.exec(request.get('authorization') ?? '')?.[1];
    if (!credentials) return undefined;
    const state = requestOf(request);
    if (API_KEY.test(credentials)) {
      if (!state.takesKeys) throw unauthenticated();
      return ofKey(credentials, request.ip ?? '', state);
    }
    const claims = await verifier.verify(credentials);
    if (await ended.isOver(claims)) throw unauthenticated();
    return ofClaims(claims, state);
  }

  return {
    ofClaims,
    self,
    tokenFor: ({ actor }) => tokens.mint(actor),
    onUserChanged: (listener) => void listeners.push(listener),
    async reauthenticate(request) {
      const caller = await find(request);
      if (!caller) throw unauthenticated();
      setCaller(request, caller);
      return caller;
    },
    authenticate: async (request, _response, next) => {
      const caller = await find(request);
      if (caller) setCaller(request, caller);
      next();
    },
  };
}
