import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache, type Broker, type KeyValue, type Logger } from '@symbio/kit';
import { z } from 'zod';
import type { TokenClaims } from './keycloak.js';

/** Name of the bucket that remembers which sessions were ended, and milliseconds for which it does: longer than tokens live. */
export const ENDED_BUCKET = 'ended-sessions';
export const ENDED_MS = 3_600_000;

/** Subject on which gateways tell each other of a session that was ended: published, never kept. */
const ENDED_SUBJECT = 'symbio.sessions.v1.ended';
/** Tokens that are known to be of a session that goes on, at most. */
const KEPT = 5_000;
/** Milliseconds to wait for the bucket before a token counts by its own end alone. */
const LIMIT_MS = 1_000;

/** What a token says of the session that it is of. */
export type SessionClaims = Pick<TokenClaims, 'sub' | 'sessionId' | 'issuedAt'>;

/** What the bucket holds of a person whose sessions were all ended. */
const allEnded = z.object({ before: z.number(), but: z.string().optional() });
const told = z.object({ session: z.string().optional(), user: z.string().optional() });

const keyOf = (kind: 'session' | 'user', id: string): string =>
  createHash('sha256').update(`${kind}\n${id}`).digest('base64url');

/** The second of a moment, as tokens state it. */
const secondOf = (ms: number): number => Math.floor(ms / 1000);

/** Waits until tokens are issued that count as newer than a change that was just made with {@link EndedSessions.endAllOf}. */
export async function nextSecond(): Promise<void> {
  const second = secondOf(Date.now());
  while (secondOf(Date.now()) === second) await sleep(1000 - (Date.now() % 1000));
}

/** What a token of the provider says. It is not checked: whoever asks has just seen the provider take it. */
function claimOf(token: string, name: 'sid' | 'sub'): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as {
      sid?: unknown;
      sub?: unknown;
    };
    const value = claims[name];
    return typeof value === 'string' ? value : undefined;
  } catch {
    return undefined; // a token that is no JWT tells nothing
  }
}

/** The session that a token of the provider, which it has just taken, is of. */
export const sessionOf = (token: string): string | undefined => claimOf(token, 'sid');

/** Whom a token of the provider, which it has just taken, is of. */
export const userOfToken = (token: string): string | undefined => claimOf(token, 'sub');

/** Sessions that were ended before their access tokens were over. */
export interface EndedSessions {
  /** Whether the session of a token was ended; false while that cannot be learnt, for tokens live for minutes only. */
  isOver(claims: SessionClaims): Promise<boolean>;
  /** Ends a session of a person for its access tokens, at every gateway. */
  end(sessionId: string, userId?: string): Promise<void>;
  /** Ends all sessions of a person whose tokens were issued by now, except one that has just begun. */
  endAllOf(userId: string, but?: string): Promise<void>;
  /** Calls back when a session of a person was ended at any gateway, so that what is still open with it can be checked. */
  onEnded(listener: (userId: string) => void): void;
}

export interface EndedSessionsOptions {
  /** Shared by all gateways, each value forgotten after {@link ENDED_MS}. */
  ended: Pick<KeyValue, 'get' | 'set'>;
  broker: Pick<Broker, 'broadcast' | 'watch' | 'onReconnect'>;
  log: Logger;
}

/**
 * Refuses access tokens of sessions that were ended: the provider ends refresh tokens only, and access tokens say nothing of
 * it for minutes. The bucket is asked once for each token; after that a gateway hears of ends from the others.
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
  // what was ended while nothing was heard is not known
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
      // what was ended while the answer was under way may be this one
      if (changes === changesBefore) alive.set(key, claims);
      return false;
    },
    end: (sessionId, userId) => remember('session', sessionId, true, { session: sessionId, user: userId }),
    endAllOf: (userId, but) =>
      // tokens state the second in which they were issued: those of the current second count as older
      remember('user', userId, { before: secondOf(Date.now()), but }, { user: userId }),
    onEnded: (listener) => void listeners.push(listener),
  };
}
