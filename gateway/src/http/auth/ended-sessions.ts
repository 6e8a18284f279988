import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache, type Logger } from '@symbio/runtime';
import type { Broker, KeyValue } from '@symbio/events';
import { z } from 'zod';
import type { TokenClaims } from './keycloak.js';

/** Bucket of ended sessions; its TTL in milliseconds exceeds the life of tokens. */
export const ENDED_BUCKET = 'ended-sessions';
export const ENDED_MS = 3_600_000;

/** Subject on which gateways broadcast ended sessions; not persisted. */
const ENDED_SUBJECT = 'symbio.sessions.v1.ended';
/** Cache limit of tokens with live sessions. */
const MAX_CACHED = 5_000;
/** Milliseconds to wait for the bucket; then tokens count until they expire. */
const LOOKUP_LIMIT_MS = 1_000;

export type SessionClaims = Pick<TokenClaims, 'sub' | 'sessionId' | 'issuedAt'>;

const allEnded = z.object({ before: z.number(), but: z.string().optional() });
const endedNotice = z.object({ session: z.string().optional(), user: z.string().optional() });

const keyOf = (kind: 'session' | 'user', id: string): string =>
  createHash('sha256').update(`${kind}\n${id}`).digest('base64url');

const secondOf = (ms: number): number => Math.floor(ms / 1000);

/** Waits until new tokens count as newer than a preceding {@link EndedSessions.endAllOf}. */
export async function nextSecond(): Promise<void> {
  const second = secondOf(Date.now());
  while (secondOf(Date.now()) === second) await sleep(1000 - (Date.now() % 1000));
}

/** The provider has just issued the token. */
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
  /** Whether the token's session was ended; false if unknown. */
  isOver(claims: SessionClaims): Promise<boolean>;
  /** Invalidates a session's access tokens at every gateway. */
  end(sessionId: string, userId?: string): Promise<void>;
  /** Issued until now, except of one session. */
  endAllOf(userId: string, exceptSession?: string): Promise<void>;
  onEnded(listener: (userId: string) => void): void;
}

export interface EndedSessionsOptions {
  /** Shared by all gateways; values expire after {@link ENDED_MS}. */
  ended: Pick<KeyValue, 'get' | 'set'>;
  broker: Pick<Broker, 'broadcast' | 'watch' | 'onReconnect'>;
  log: Logger;
}

/** Rejects access tokens of ended sessions, which the provider itself considers valid until they expire. */
export function endedSessions({ ended, broker, log }: EndedSessionsOptions): EndedSessions {
  const liveSessions = new LRUCache<string, SessionClaims>({ max: MAX_CACHED, ttl: ENDED_MS });
  const listeners: ((userId: string) => void)[] = [];
  let changes = 0;
  broker.watch(ENDED_SUBJECT, (_subject, body) => {
    const { session, user } = endedNotice.parse(body);
    changes++;
    for (const [key, claims] of liveSessions)
      if (claims.sessionId === session || claims.sub === user) liveSessions.delete(key);
    if (user !== undefined) for (const listener of listeners) listener(user);
  });
  // ended sessions during the outage were missed
  broker.onReconnect(() => {
    changes++;
    liveSessions.clear();
  });

  async function asked<T>(ask: Promise<T>): Promise<T> {
    const abort = new AbortController();
    try {
      const never = sleep(LOOKUP_LIMIT_MS, undefined, { signal: abort.signal });
      return await Promise.race([
        ask,
        never.then(() => {
          throw new Error('bucket of ended sessions timed out');
        }),
      ]);
    } finally {
      abort.abort();
    }
  }

  async function store(
    kind: 'session' | 'user',
    id: string,
    value: unknown,
    notice: z.infer<typeof endedNotice>,
  ): Promise<void> {
    try {
      await asked(ended.set(keyOf(kind, id), value));
    } catch (error) {
      log.warn({ err: error }, 'ended session not stored: its access token stays valid until it expires');
    }
    broker.broadcast(ENDED_SUBJECT, notice);
  }

  return {
    async isOver(claims) {
      const { sub, sessionId, issuedAt } = claims;
      const key = `${sub} ${sessionId} ${issuedAt}`;
      if (liveSessions.has(key)) return false;
      const changesBefore = changes;
      try {
        const [session, user] = await asked(
          Promise.all([ended.get(keyOf('session', sessionId)), ended.get(keyOf('user', sub))]),
        );
        const all = allEnded.safeParse(user).data;
        if (session !== undefined || (all && issuedAt <= all.before && sessionId !== all.but)) return true;
      } catch (error) {
        log.warn({ err: error }, 'ended sessions unavailable: relying on the expiry of the access token');
        return false;
      }
      // a session ended during the lookup may be this one
      if (changes === changesBefore) liveSessions.set(key, claims);
      return false;
    },
    end: (sessionId, userId) => store('session', sessionId, true, { session: sessionId, user: userId }),
    endAllOf: (userId, exceptSession) =>
      // tokens have a resolution of one second
      store('user', userId, { before: secondOf(Date.now()), but: exceptSession }, { user: userId }),
    onEnded: (listener) => void listeners.push(listener),
  };
}
