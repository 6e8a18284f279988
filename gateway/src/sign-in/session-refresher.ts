import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache, type Logger } from '@symbio/runtime';
import type { KeyValue } from '@symbio/events';
import { z } from 'zod';
import type { IdentityProvider, SessionTokens } from './provider.js';

export const REFRESHES_BUCKET = 'session-refreshes';
/** Grace period in milliseconds in which the old token gets the same response. */
export const GRACE_MS = 20_000;
const MAX_RECENT = 10_000;
/** Milliseconds to wait for the bucket before continuing locally. */
const SHARED_LIMIT_MS = 1_000;
/** Milliseconds after which a refreshing gateway is presumed dead. */
const ABANDONED_MS = 12_000;
/** Polling interval in milliseconds for another gateway's result. */
const POLL_MS = 50;

/** Bucket value: pending since `at`, then the sealed response. */
const keptRefresh = z.object({ at: z.number(), sealed: z.string().optional() });

const sessionTokens = z.object({
  accessToken: z.string(),
  refreshToken: z.string(),
  expiresIn: z.number(),
  refreshExpiresIn: z.number(),
});

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
const keyFrom = (refreshToken: string): Buffer =>
  Buffer.from(hkdfSync('sha256', refreshToken, '', 'symbio session refresh', 32));

function seal(tokens: SessionTokens, refreshToken: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(refreshToken), iv);
  const text = Buffer.concat([cipher.update(JSON.stringify(tokens), 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64');
}

/** @throws if not sealed with this token */
function unseal(sealed: string, refreshToken: string): SessionTokens {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, keyFrom(refreshToken), bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
  return sessionTokens.parse(JSON.parse(text.toString('utf8')));
}

export interface SessionRefresherOptions {
  provider: Pick<IdentityProvider, 'refresh'>;
  /** Shared by all gateways; values expire after {@link GRACE_MS}. */
  refreshes: Pick<KeyValue, 'create' | 'get' | 'set' | 'remove'>;
  log: Logger;
  abandonedMs?: number;
}

/**
 * Refreshes sessions. Refresh tokens are single-use: in a grace period the old token gets the same response from any
 * gateway, for concurrent tabs and lost responses.
 */
export class SessionRefresher {
  readonly #options: SessionRefresherOptions;
  readonly #recent = new LRUCache<string, Promise<SessionTokens | undefined>>({ max: MAX_RECENT, ttl: GRACE_MS });

  constructor(options: SessionRefresherOptions) {
    this.#options = options;
  }

  refresh(refreshToken: string): Promise<SessionTokens | undefined> {
    const key = createHash('sha256').update(refreshToken).digest('base64url');
    const known = this.#recent.get(key);
    if (known) return known;
    const fresh = this.#shared(key, refreshToken);
    // the grace period starts with the response
    this.#recent.set(key, fresh, { ttl: 0 });
    const forget = (): void => void this.#recent.delete(key);
    fresh.then((tokens) => (tokens ? this.#recent.set(key, fresh) : forget()), forget);
    return fresh;
  }

  /** Calls the provider, unless another gateway does or did. */
  async #shared(key: string, refreshToken: string): Promise<SessionTokens | undefined> {
    const { refreshes, abandonedMs = ABANDONED_MS } = this.#options;
    for (;;) {
      const isFirst = await this.#bucket(() => refreshes.create(key, { at: Date.now() }));
      if (isFirst !== false) return this.#callProvider(key, refreshToken);
      const found = keptRefresh.safeParse(await this.#bucket(() => refreshes.get(key))).data;
      if (found?.sealed !== undefined) return unseal(found.sealed, refreshToken);
      // the refreshing gateway is dead and perhaps never called the provider
      if (found && Date.now() - found.at > abandonedMs) return this.#callProvider(key, refreshToken);
      await sleep(POLL_MS);
    }
  }

  async #callProvider(key: string, refreshToken: string): Promise<SessionTokens | undefined> {
    const { provider, refreshes } = this.#options;
    let tokens: SessionTokens | undefined;
    try {
      tokens = await provider.refresh(refreshToken);
    } finally {
      const sealedResponse = tokens && { at: Date.now(), sealed: seal(tokens, refreshToken) };
      await this.#bucket(() => (sealedResponse ? refreshes.set(key, sealedResponse) : refreshes.remove(key)));
    }
    return tokens;
  }

  async #bucket<T>(call: () => Promise<T>): Promise<T | undefined> {
    const abort = new AbortController();
    try {
      return await Promise.race([
        call(),
        sleep(SHARED_LIMIT_MS, undefined, { signal: abort.signal }).then(() => {
          throw new Error('bucket of session refreshes timed out');
        }),
      ]);
    } catch (error) {
      this.#options.log.warn({ err: error }, 'shared session refreshes unavailable; caching locally');
      return undefined;
    } finally {
      abort.abort();
    }
  }
}
