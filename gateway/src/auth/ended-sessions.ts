import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache, type Logger } from '@symbio/runtime';
import type { Broker, KeyValue } from '@symbio/events';
import { z } from 'zod';
import type { TokenClaims } from './keycloak.js';

/** Bucket of ended sessions, and its TTL in milliseconds: longer than tokens live. */
export const ENDED_BUCKET = 'ended-sessions';
export const ENDED_MS = 3_600_000;

/** Subject on which gateways broadcast ended sessions; not persisted. */
const ENDED_SUBJECT = 'symbio.sessions.v1.ended';
/** Cache limit of tokens with live sessions. */
const KEPT = 5_000;
/** Milliseconds to wait for the bucket before relying on token expiry alone. */
const LIMIT_MS = 1_000;

export type SessionClaims = Pick<TokenClaims, 'sub' | 'sessionId' | 'issuedAt'>;

/** Bucket value after all sessions of a person were ended. */
const allEnded = z.object({ before: z.number(), but: z.string().optional() });
const told = z.object({ session: z.string().optional(), user: z.string().optional() });

const keyOf = (kind: 'session' | 'user', id: string): string =>
  createHash('sha256').update(`${kind}\n${id}`).digest('base64url');

const secondOf = (ms: number): number => Math.floor(ms / 1000);

/** Waits until new tokens count as newer than a preceding {@link EndedSessions.endAllOf}. */
export async function nextSecond(): Promise<void> {
  const second = secondOf(Date.now());
  while (secondOf(Date.now()) === second) await sleep(1000 - (Date.now() % 1000));
}

/** Reads a claim without verification: the provider has just accepted the token. */
function claimOf(token: string, name: 'sid' | 'sub'): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      sid?: unknown;
      sub?: unknown;
    };
    const value = claims[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // not a JWT
  }
}

export const sessionOf = (token: string): string | undefined => claimOf(token, 'sid');

export const userOfToken = (token: string): string | undefined => claimOf(token, 'sub');

export interface EndedSessions {
  /** Whether the token's session was ended; false if unknown, since tokens expire within minutes. */
  isOver(claims: SessionClaims): Promise<boolean>;
  /** Invalidates a session's access tokens at every gateway. */
  end(sessionId: string, userId?: string): Promise<void>;
  /** Invalidates all sessions of a person with tokens issued until now, except the session `but`. */
  endAllOf(userId: string, but?: string): Promise<void>;
  /** Notifies of sessions ended at any gateway, so that open streams can be rechecked. */
  onEnded(listener: (userId: string) => void): void;
}

export interface EndedSessionsOptions {
  /** Shared by all gateways; values expire after {@link ENDED_MS}. */
  ended: Pick<KeyValue, 'get' | 'set'>;
  broker: Pick<Broker, 'broadcast' | 'watch' | 'onReconnect'>;
  log: Logger;
}

/**
 * Rejects access tokens of ended sessions: the provider revokes refresh tokens only, and access tokens stay valid for
 * minutes. The bucket is read once per token; afterwards gateways notify each other.
 */
export function endedSessions({ ended, broker, log }: EndedSessionsOptions): EndedSessions {
  const alive = new LRUCache<string, SessionClaims>({ max: KEPT, ttl: ENDED_MS });
  const listeners: ((userId: string) => void)[] = [];
  let changes = 0;
  broker.watch(ENDED_SUBJECT, (_subject, body) => {
    const { session, user } = told.parse(body);
    changes++;
    for (const [key, claims] of alive) if (claims.sessionId === session || claims.sub === user) alive.delete(key);
    if (user !== undefined) for (const listener of listeners) listener(user);
  });
  // ended sessions during the outage were missed
  broker.onReconnect(() => {
    changes++;
    alive.clear();
  });

  async function asked<T>(ask: Promise<T>): Promise<T> {
    const late = new AbortController();
    try {
      const never = sleep(LIMIT_MS, undefined, { signal: late.signal });
      return await Promise.race([
        ask,
        never.then(() => {
          throw new Error('the bucket of ended sessions does not answer');
        }),
      ]);
    } finally {
      late.abort();
    }
  }

  async function remember(
    kind: 'session' | 'user',
    id: string,
    value: unknown,
    whom: z.infer<typeof told>,
  ): Promise<void> {
    try {
      await asked(ended.set(keyOf(kind, id), value));
    } catch (error) {
      log.warn({ err: error }, 'an ended session is not remembered: its access token is good until its own end');
    }
    broker.broadcast(ENDED_SUBJECT, whom);
  }

  return {
    async isOver(claims) {
      const { sub, sessionId, issuedAt } = claims;
      const key = `${sub} ${sessionId} ${issuedAt}`;
      if (alive.has(key)) return false;
      const changesBefore = changes;
      try {
        const [session, user] = await asked(
          Promise.all([ended.get(keyOf('session', sessionId)), ended.get(keyOf('user', sub))]),
        );
        const all = allEnded.safeParse(user).data;
        if (session !== undefined || (all && issuedAt <= all.before && sessionId !== all.but)) return true;
      } catch (error) {
        log.warn({ err: error }, 'whether a session was ended is not known: its access token counts by its own end');
        return false;
      }
      // a session ended during the lookup may be this one
      if (changes === changesBefore) alive.set(key, claims);
      return false;
    },
    end: (sessionId, userId) => remember('session', sessionId, true, { session: sessionId, user: userId }),
    endAllOf: (userId, but) =>
      // tokens have a resolution of one second: those of the current second count as older
      remember('user', userId, { before: secondOf(Date.now()), but }, { user: userId }),
    onEnded: (listener) => void listeners.push(listener),
  };
}
