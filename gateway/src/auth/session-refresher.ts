import { createHash } from 'node:crypto';
import { LRUCache } from '@symbio/kit';
import type { IdentityProvider, SessionTokens } from './provider.js';

/** Milliseconds for which a refresh is answered again to those who still hold the old token. */
const GRACE_MS = 20_000;
/** Refreshes remembered at most. */
const MOST_RECENT = 10_000;

/**
 * Renews sessions. Refresh tokens are good for one use, yet two tabs may renew at the same moment, and a reload may lose
 * the answer: for a short while the holder of the old token gets the same answer again instead of a broken session.
 */
export class SessionRefresher {
  readonly #provider: Pick<IdentityProvider, 'refresh'>;
  readonly #recent = new LRUCache<string, Promise<SessionTokens | undefined>>({ max: MOST_RECENT, ttl: GRACE_MS });

  constructor(provider: Pick<IdentityProvider, 'refresh'>) {
    this.#provider = provider;
  }

  /** New tokens, or undefined when the session has ended. */
  refresh(refreshToken: string): Promise<SessionTokens | undefined> {
    const key = createHash('sha256').update(refreshToken).digest('base64');
    const known = this.#recent.get(key);
    if (known) return known;
    const fresh = this.#provider.refresh(refreshToken);
    // the grace begins with the answer
    this.#recent.set(key, fresh, { ttl: 0 });
    const forget = (): void => void this.#recent.delete(key);
    fresh.then((tokens) => (tokens ? this.#recent.set(key, fresh) : forget()), forget);
    return fresh;
  }
}
