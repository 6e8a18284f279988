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

export const COUNTS_BUCKET = 'rate-limits';
export const COUNTS_MS = 10 * 60_000;

const WINDOW_MS = 60_000;
/** Calls per address and window, for an office behind one address. */
const CALLS_PER_ADDRESS = 10;
/** Provider forms and links per address and window. */
const FORMS_PER_ADDRESS = 30;
/** Wrong passwords per account and window from unknown browsers: one less than locks an account at the provider. */
const UNKNOWN_BROWSER_FAILURES = 4;
const SUGGESTIONS = 20;
const CLASSIFICATIONS = 60;
const EXPORTS = 30;
/** Wrong passwords of protected files per person and window. */
const FILE_PASSWORDS = 10;
/** Page text searches per person and window: typing one word makes several. */
const PAGE_SEARCHES = 120;
/** Searches of all projects per person and window. */
const ALL_SEARCHES = 90;
/** Milliseconds to wait for the shared counts before counting locally. */
const SHARED_LIMIT_MS = 1_000;

/** Hashes keys: hides addresses and satisfies the bucket's key syntax. */
const keyOf = (prefix: string, key: string): string =>
  createHash('sha256').update(`${prefix}\n${key}`).digest('base64url');

const timesOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/** Counts attempts as timestamps in a shared NATS bucket, for a sliding window. */
class SharedStore implements Store {
  readonly prefix: string;
  readonly localKeys = false;
  readonly #counts: KeyValue;
  readonly #log: Logger;
  readonly #own = new MemoryStore();
  /** Last change per count; serialised, since concurrent updates conflict. */
  readonly #lastChanges = new Map<string, Promise<unknown>>();
  #windowMs = WINDOW_MS;
  #limit = 0;

  constructor(prefix: string, counts: KeyValue, log: Logger) {
    this.prefix = prefix;
    this.#counts = counts;
    this.#log = log;
  }

  init(options: Options): void {
    this.#windowMs = options.windowMs;
    this.#limit = typeof options.limit === 'number' ? options.limit : CALLS_PER_ADDRESS;
    this.#own.init(options);
  }

  async increment(key: string): Promise<IncrementResponse> {
    const now = Date.now();
    let refused = false;
    const times = await this.#change(key, now, (recent) => {
      refused = recent.length >= this.#limit;
      // rejected attempts do not count, so persistent clients get in again
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

  /** Undefined if the bucket times out. */
  async #change(key: string, now: number, change: (recent: number[]) => number[]): Promise<number[] | undefined> {
    const hashed = keyOf(this.prefix, key);
    const update = (): Promise<unknown> =>
      this.#counts.update(hashed, (value) => change(timesOf(value).filter((at) => at > now - this.#windowMs)));
    const pending = (this.#lastChanges.get(hashed) ?? Promise.resolve()).then(update, update);
    this.#lastChanges.set(hashed, pending);
    const done = (): void => void (this.#lastChanges.get(hashed) === pending && this.#lastChanges.delete(hashed));
    pending.then(done, done);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(new Error('bucket of shared counts timed out')), SHARED_LIMIT_MS);
    });
    try {
      return timesOf(await Promise.race([pending, timeout]));
    } catch (error) {
      this.#log.warn({ err: error, limit: this.prefix }, 'shared counts unavailable; counting attempts locally');
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

/** Counts wrong guesses, including pending attempts. */
const wrongGuesses = (name: string, refusals: Refusals, wrong = 401): Partial<Options> => ({
  skipSuccessfulRequests: true,
  requestWasSuccessful(request, { statusCode }) {
    const by = refusals.get(request);
    return by === undefined ? statusCode !== wrong && statusCode !== 429 : by !== name;
  },
});

/** Rate limits; 429 with Retry-After. */
export interface RateLimits {
  /** Wrong passwords per address; successful sign-ins do not count. */
  signInAddress: RequestHandler;
  /** Wrong passwords per account from unknown browsers; after body parsing. */
  signInAccount: RequestHandler;
  sso: RequestHandler;
  signUp: RequestHandler;
  secretWord: RequestHandler;
  confirm: RequestHandler;
  invitation: RequestHandler;
  passwordMail: RequestHandler;
  passwordReset: RequestHandler;
  passwordChange: RequestHandler;
  suggestions: RequestHandler;
  /** Manual classifications per person; after authentication. */
  classifications: RequestHandler;
  exports: RequestHandler;
  /** Wrong passwords of protected files per person, also by key; after authentication. */
  filePasswords: RequestHandler;
  /** After authentication. Keys have a separate limit. */
  pageSearches: RequestHandler;
  allSearches: RequestHandler;
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
      limit: CALLS_PER_ADDRESS,
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
  const perPerson = (name: string, most: number): RequestHandler =>
    limit(name, {
      limit: most,
      keyGenerator: (request) => callerOf(request).actor.sub,
      skip: (request) => callerOf(request).key !== undefined,
    });
  return {
    signInAddress: limit('sign-in-address', wrongGuesses('sign-in-address', refusals)),
    signInAccount: limit('sign-in-account', {
      ...wrongGuesses('sign-in-account', refusals),
      limit: UNKNOWN_BROWSER_FAILURES,
      keyGenerator: accountOf,
      skip: async (request) => accountOf(request) === '' || (await isKnown(request, accountOf(request))),
    }),
    sso: limit('sso', wrongGuesses('sso', refusals)),
    signUp: limit('sign-up'),
    secretWord: limit('secret-word'),
    confirm: limit('confirm', { limit: FORMS_PER_ADDRESS }),
    invitation: limit('invitation', { limit: FORMS_PER_ADDRESS }),
    passwordMail: limit('password-mail'),
    passwordReset: limit('password-reset', { limit: FORMS_PER_ADDRESS }),
    passwordChange: limit('password-change', {
      limit: UNKNOWN_BROWSER_FAILURES,
      ...wrongGuesses('password-change', refusals, 403),
      keyGenerator: (request) => callerOf(request).actor.sub,
    }),
    suggestions: perPerson('suggestions', SUGGESTIONS),
    classifications: perPerson('classifications', CLASSIFICATIONS),
    exports: perPerson('exports', EXPORTS),
    filePasswords: limit('file-passwords', {
      limit: FILE_PASSWORDS,
      ...wrongGuesses('file-passwords', refusals, 400),
      keyGenerator: (request) => callerOf(request).actor.sub,
    }),
    pageSearches: perPerson('page-searches', PAGE_SEARCHES),
    allSearches: perPerson('all-searches', ALL_SEARCHES),
    unfollow: limit('unfollow', { limit: FORMS_PER_ADDRESS }),
    providerForms: limit('provider-forms', { limit: FORMS_PER_ADDRESS, skip: ({ method }) => method !== 'POST' }),
  };
}
