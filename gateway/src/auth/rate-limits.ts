import { createHash } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import {
  MemoryStore,
  ipKeyGenerator,
  rateLimit,
  type IncrementResponse,
  type Options,
  type Store,
} from 'express-rate-limit';
import { AppError, type Logger } from '@symbio/runtime';
import type { KeyValue } from '@symbio/events';
import { callerOf } from '../request.js';

/** Bucket of the counts, and the TTL of an idle count in milliseconds. */
export const COUNTS_BUCKET = 'rate-limits';
export const COUNTS_MS = 10 * 60_000;

const WINDOW_MS = 60_000;
/** Calls per address and window: enough for an office behind one address, too few for guessing. */
const CALLS = 10;
/** Provider forms and links per address and window. */
const PAGES = 30;
/**
 * Wrong passwords per account and window from all unknown browsers. One less than the provider's lockout threshold:
 * strangers never reach it and cannot lock an account.
 */
const STRANGERS_FAILURES = 4;
const SUGGESTIONS = 20;
const CLASSIFICATIONS = 60;
const EXPORTS = 30;
/** Page text searches per person and window: typing one word makes several. */
const PAGE_SEARCHES = 120;
/** Milliseconds to wait for the shared counts before counting locally. */
const SHARED_LIMIT_MS = 1_000;

/** Hashes keys: hides addresses and satisfies the bucket's key syntax. */
const keyOf = (prefix: string, key: string): string =>
  createHash('sha256').update(`${prefix}\n${key}`).digest('base64url');

const timesOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/**
 * Counts attempts in a bucket shared by all gateways (NATS, since the gateway has no database). A count is a list of
 * timestamps, for a sliding window. During an outage each process counts locally, so sign-in works and guessing stays
 * limited.
 */
class SharedStore implements Store {
  readonly prefix: string;
  readonly localKeys = false;
  readonly #counts: KeyValue;
  readonly #log: Logger;
  readonly #own = new MemoryStore();
  /** Last change per count in this process; serialised, since concurrent updates would conflict. */
  readonly #turns = new Map<string, Promise<unknown>>();
  #windowMs = WINDOW_MS;
  #most = 0;

  constructor(prefix: string, counts: KeyValue, log: Logger) {
    this.prefix = prefix;
    this.#counts = counts;
    this.#log = log;
  }

  init(options: Options): void {
    this.#windowMs = options.windowMs;
    this.#most = typeof options.limit === 'number' ? options.limit : CALLS;
    this.#own.init(options);
  }

  async increment(key: string): Promise<IncrementResponse> {
    const now = Date.now();
    let refused = false;
    const times = await this.#change(key, now, (recent) => {
      refused = recent.length >= this.#most;
      // rejected attempts do not count, so a persistent client gets in when its first attempt expires
      return refused ? recent : [...recent, now];
    });
    if (!times) return this.#own.increment(key);
    return {
      totalHits: times.length + (refused ? 1 : 0),
      resetTime: new Date((times[0] ?? now) + this.#windowMs),
    };
  }

  async decrement(key: string): Promise<void> {
    if (!(await this.#change(key, Date.now(), (recent) => recent.slice(0, -1)))) await this.#own.decrement(key);
  }

  async resetKey(key: string): Promise<void> {
    await this.#counts.remove(keyOf(this.prefix, key));
  }

  /** Timestamps after the change, or undefined if the bucket times out. */
  async #change(key: string, now: number, change: (recent: number[]) => number[]): Promise<number[] | undefined> {
    const hashed = keyOf(this.prefix, key);
    const update = (): Promise<unknown> =>
      this.#counts.update(hashed, (value) => change(timesOf(value).filter((at) => at > now - this.#windowMs)));
    const turn = (this.#turns.get(hashed) ?? Promise.resolve()).then(update, update);
    this.#turns.set(hashed, turn);
    const done = (): void => void (this.#turns.get(hashed) === turn && this.#turns.delete(hashed));
    turn.then(done, done);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('the shared counts do not answer')), SHARED_LIMIT_MS);
    });
    try {
      return timesOf(await Promise.race([turn, late]));
    } catch (error) {
      this.#log.warn({ err: error, limit: this.prefix }, 'this process counts tries for itself');
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  }
}

const tooMany = (waitMs: number): AppError =>
  new AppError('RESOURCE_EXHAUSTED', 'too_many_attempts', 'Too many attempts. Please wait a moment and try again.', {
    fields: { retry_after: String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });

type Refusals = WeakMap<Request, string>;

/**
 * Counts wrong guesses only. Pending attempts count, so concurrency cannot bypass the limit. Attempts rejected by
 * another limit are removed from the count; those rejected by this limit were never counted.
 * @param name of the limit
 * @param wrong status of a wrong guess
 */
const wrongGuesses = (name: string, refusals: Refusals, wrong = 401): Partial<Options> => ({
  skipSuccessfulRequests: true,
  requestWasSuccessful(request, { statusCode }) {
    const by = refusals.get(request);
    return by === undefined ? statusCode !== wrong && statusCode !== 429 : by !== name;
  },
});

/** Limits of everything possible without a session. Excess gets 429 with Retry-After. */
export interface RateLimits {
  /** Wrong passwords per address. Successful sign-ins do not count, so that an office behind one address can work. */
  signInAddress: RequestHandler;
  /** Wrong passwords per account from unknown browsers; after body parsing. */
  signInAccount: RequestHandler;
  sso: RequestHandler;
  signUp: RequestHandler;
  secretWord: RequestHandler;
  confirm: RequestHandler;
  passwordMail: RequestHandler;
  passwordReset: RequestHandler;
  passwordChange: RequestHandler;
  suggestions: RequestHandler;
  /** Manual classifications per person; after authentication. */
  classifications: RequestHandler;
  exports: RequestHandler;
  /** Page searches per person; after authentication. Keys have a separate limit. */
  pageSearches: RequestHandler;
  /** Issue mail unsubscriptions by token. */
  unfollow: RequestHandler;
  providerForms: RequestHandler;
}

export interface RateLimitsOptions {
  counts: KeyValue;
  log: Logger;
  isKnown: (request: Request, email: string) => Promise<boolean>;
}

const accountOf = (request: Request): string => {
  const email = (request.body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
};

export function rateLimits({ counts, log, isKnown }: RateLimitsOptions): RateLimits {
  const refusals: Refusals = new WeakMap();
  const limit = (name: string, more: Partial<Options> = {}): RequestHandler =>
    rateLimit({
      windowMs: WINDOW_MS,
      limit: CALLS,
      legacyHeaders: false,
      store: new SharedStore(name, counts, log),
      // an IPv6 user controls the whole surrounding network
      keyGenerator: (request) => ipKeyGenerator(request.ip ?? ''),
      handler(request: Request & { rateLimit?: { resetTime?: Date } }, _response, next) {
        refusals.set(request, name);
        next(tooMany((request.rateLimit?.resetTime?.getTime() ?? Date.now() + WINDOW_MS) - Date.now()));
      },
      ...more,
    });
  const ofPerson = (name: string, most: number): RequestHandler =>
    limit(name, {
      limit: most,
      keyGenerator: (request) => callerOf(request).actor.sub,
      skip: (request) => callerOf(request).key !== undefined,
    });
  return {
    signInAddress: limit('sign-in-address', wrongGuesses('sign-in-address', refusals)),
    signInAccount: limit('sign-in-account', {
      ...wrongGuesses('sign-in-account', refusals),
      limit: STRANGERS_FAILURES,
      keyGenerator: accountOf,
      skip: async (request) => accountOf(request) === '' || (await isKnown(request, accountOf(request))),
    }),
    sso: limit('sso', wrongGuesses('sso', refusals)),
    signUp: limit('sign-up'),
    secretWord: limit('secret-word'),
    confirm: limit('confirm', { limit: PAGES }),
    passwordMail: limit('password-mail'),
    passwordReset: limit('password-reset', { limit: PAGES }),
    passwordChange: limit('password-change', {
      limit: STRANGERS_FAILURES,
      ...wrongGuesses('password-change', refusals, 403),
      keyGenerator: (request) => callerOf(request).actor.sub,
    }),
    suggestions: ofPerson('suggestions', SUGGESTIONS),
    classifications: ofPerson('classifications', CLASSIFICATIONS),
    exports: ofPerson('exports', EXPORTS),
    pageSearches: ofPerson('page-searches', PAGE_SEARCHES),
    unfollow: limit('unfollow', { limit: PAGES }),
    providerForms: limit('provider-forms', { limit: PAGES, skip: ({ method }) => method !== 'POST' }),
  };
}
