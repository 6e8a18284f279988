import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import {
  LRUCache,
  newId,
  serviceActor,
  unauthenticated,
  watchEvents,
  type Actor,
  type Broker,
  type CallParent,
  type Client,
  type EventEnvelope,
  type InternalTokens,
} from '@symbio/kit';
import {
  apiKeyEvents,
  userEvents,
  type Caller as IdentityCaller,
  type IdentityServiceService,
} from '@symbio/proto/identity';
import { requestOf, setCaller, type Caller, type RequestIds } from '../request.js';
import type { EndedSessions } from './ended-sessions.js';
import type { TokenClaims, TokenVerifier } from './keycloak.js';

/** Milliseconds a resolved caller is kept, its token with it; changes of a user end it at once. */
const CACHE_MS = 10_000;
const CACHE_ENTRIES = 5_000;

interface Resolved {
  caller: Caller;
  userId: string;
  /** Empty for a token. */
  apiKeyId: string;
  /** Milliseconds since the epoch at which the credentials end, as far as that is known. */
  endsAt: number;
}

export interface Callers {
  /** Resolves the user of verified claims. */
  ofClaims(claims: Omit<TokenClaims, 'sessionId' | 'issuedAt'>, request: RequestIds): Promise<Caller>;
  /** Recognises whoever sends the request, or goes on with nobody. API keys count on the public API only. */
  recognise: RequestHandler;
  /**
   * Who sends a request now, for an answer that goes on for long.
   * @throws AppError UNAUTHENTICATED when the credentials are over, or their user is disabled
   */
  again(request: Request): Promise<Caller>;
  /** A token for the same caller made now: for calls that begin long after their request did, such as files of a batch. */
  tokenFor(caller: Caller): Promise<string>;
  /** Calls back when a user's role, name or account is another, after everything kept about the user is forgotten. */
  onUserChanged(listener: (change: EventEnvelope) => void): void;
  /** The parent of calls the gateway makes on its own account. */
  self(request?: RequestIds): Promise<CallParent>;
}

export interface CallersOptions {
  verifier: TokenVerifier;
  identity: Pick<Client<typeof IdentityServiceService>, 'resolveUser' | 'resolveApiKey'>;
  tokens: InternalTokens;
  broker: Broker;
  ended: Pick<EndedSessions, 'isOver'>;
}

/** Where API keys count: the public API, and the same calls as tools of the Model Context Protocol. */

/** Of what the gateway asks for without a request. */
function freshIds(): RequestIds {
  const id = newId();
  return { requestId: id, ownId: id };
}

const API_KEY = /^sk_[\w-]{10,200}$/;

/**
 * Resolves credentials to callers by the identity service, and keeps its answers for 10 seconds at most, each with a token for
 * calls to services. Changes of users and keys are heard of at once; after a connection that broke nothing is taken as known.
 */
export function createCallers({ verifier, identity, tokens, broker, ended }: CallersOptions): Callers {
  const cache = new LRUCache<string, Resolved>({
    max: CACHE_ENTRIES,
    ttl: CACHE_MS,
    perf: { now: () => Date.now() },
    ttlResolution: 0,
  });
  const listeners: ((change: EventEnvelope) => void)[] = [];
  let changes = 0;
  // a user that changed, or a key that was revoked or has another secret
  const forget = ({ entityId }: EventEnvelope): void => {
    changes++;
    for (const [key, { userId, apiKeyId }] of cache)
      if (userId === entityId || apiKeyId === entityId) cache.delete(key);
  };
  // who changed while nothing was heard is not known
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
    };
    const { apiKeyId, access, email, validUntil } = identityCaller;
    const caller: Caller = {
      actor,
      email,
      token: await tokens.mint(actor),
      ...(apiKeyId === '' ? {} : { key: { id: apiKeyId, access: access === 'read' ? 'read' : 'write' } }),
    };
    // what changed while the answer was under way may have made it old: it serves this request only
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
    async again(request) {
      const caller = await find(request);
      if (!caller) throw unauthenticated();
      setCaller(request, caller);
      return caller;
    },
    recognise: async (request, _response, next) => {
      const caller = await find(request);
      if (caller) setCaller(request, caller);
      next();
    },
  };
}
