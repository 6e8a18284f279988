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
import { AppError, type KeyValue, type Logger } from '@symbio/kit';
import { callerOf } from '../request.js';

/** Name of the bucket that holds the counts, and milliseconds after which a count that nobody adds to is forgotten. */
export const COUNTS_BUCKET = 'rate-limits';
export const COUNTS_MS = 10 * 60_000;

/** Milliseconds in which tries are counted. */
const WINDOW_MS = 60_000;
/** Calls of one address within WINDOW_MS: enough for an office behind one address, too few for guessing. */
const CALLS = 10;
/** Forms and links of the provider's pages that one address may send and follow within WINDOW_MS. */
const PAGES = 30;
/**
 * Wrong passwords for one account within WINDOW_MS, all browsers together in which nobody signed in with it so far. One less
 * than what the provider takes before it closes an account: strangers never get that far, and cannot lock anybody out.
 */
const STRANGERS_FAILURES = 4;
/** Suggestions of a paid model that one person may ask for within WINDOW_MS. */
const SUGGESTIONS = 20;
/** Documents that one person may have classified by hand within WINDOW_MS. */
const CLASSIFICATIONS = 60;
/** Files of a project or of the audit trail that one person may export within WINDOW_MS. */
const EXPORTS = 30;
/** Searches in the text of pages that one person may make within WINDOW_MS: a person who types makes several for one word. */
const PAGE_SEARCHES = 120;
/** Milliseconds to wait for the shared counts before this process counts for itself. */
const SHARED_LIMIT_MS = 1_000;

/** Keys tell nobody's address and fit what buckets allow. */
const keyOf = (prefix: string, key: string): string =>
  createHash('sha256').update(`${prefix}\n${key}`).digest('base64url');

const timesOf = (value: unknown): number[] => (Array.isArray(value) ? (value as number[]) : []);

/**
 * Counts tries in a bucket that all gateways share: NATS is there anyway, and the gateway has no database. Each count is
 * the list of its moments, so that a window slides instead of starting afresh. While the bucket does not answer, each
 * process counts for itself: signing in goes on, guessing does not.
 */
class SharedStore implements Store {
  readonly prefix: string;
  readonly localKeys = false;
  readonly #counts: KeyValue;
  readonly #log: Logger;
  readonly #own = new MemoryStore();
  /** The last change of each count that this process is at: two at a time would only stand in each other's way. */
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
      // what is refused does not count: whoever keeps trying gets in again when the first try is old enough
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

  /** The moments after the change, or undefined when the bucket does not answer in time. */
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

/** Somebody tried too often. */
const tooMany = (waitMs: number): AppError =>
  new AppError('RESOURCE_EXHAUSTED', 'too_many_attempts', 'Too many attempts. Please wait a moment and try again.', {
    fields: { retry_after: String(Math.max(1, Math.ceil(waitMs / 1000))) },
  });

/** Which limit refused a request. */
type Refusals = WeakMap<Request, string>;

/**
 * Counts wrong guesses only. A try counts while it is under way, so that many at once cannot get around the limit. What
 * another limit refused was no guess, so it is removed from the count. What this limit refused was not counted.
 *
 * @param name of the limit
 * @param wrong the status of a wrong guess
 */
const wrongGuesses = (name: string, refusals: Refusals, wrong = 401): Partial<Options> => ({
  skipSuccessfulRequests: true,
  requestWasSuccessful(request, { statusCode }) {
    const by = refusals.get(request);
    return by === undefined ? statusCode !== wrong && statusCode !== 429 : by !== name;
  },
});

/** The limits of everything that somebody without a session may try. What is too much answers 429 with Retry-After. */
export interface RateLimits {
  /** Wrong passwords of one address. Sign-ins that succeed do not count, so that an office behind one address can work. */
  signInAddress: RequestHandler;
  /** Wrong passwords for one account by strangers; after the body is read. */
  signInAccount: RequestHandler;
  /** Refused single sign-ons of one address. */
  sso: RequestHandler;
  signUp: RequestHandler;
  secretWord: RequestHandler;
  /** Confirmation links followed from one address. */
  confirm: RequestHandler;
  /** Mails about passwords and confirmations that one address asks for. */
  passwordMail: RequestHandler;
  /** Links that set a password, followed from one address. */
  passwordReset: RequestHandler;
  /** Wrong present passwords of one person who is signed in; after they are recognised. */
  passwordChange: RequestHandler;
  /** Suggestions of the paid language model for one person; after they are recognised. */
  suggestions: RequestHandler;
  /** Documents classified by hand for one person; after they are recognised. */
  classifications: RequestHandler;
  /** Exported files for one person; after they are recognised. */
  exports: RequestHandler;
  /** Page searches of one person; after they are recognised. Keys have a limit of their own. */
  pageSearches: RequestHandler;
  /** Ending mail about issues by a token. */
  unfollow: RequestHandler;
  /** Forms of the provider's own pages sent from one address. */
  providerForms: RequestHandler;
}

export interface RateLimitsOptions {
  counts: KeyValue;
  log: Logger;
  /** Whether somebody signed in to the account of the body with this browser before. */
  isKnown: (request: Request, email: string) => Promise<boolean>;
}

/** The account that a sign-in is for, as one name whatever its spelling. */
const accountOf = (request: Request): string => {
  const email = (request.body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? email.trim().toLowerCase() : '';
};

/** Limits that all gateway processes keep together. */
export function rateLimits({ counts, log, isKnown }: RateLimitsOptions): RateLimits {
  const refusals: Refusals = new WeakMap();
  const limit = (name: string, more: Partial<Options> = {}): RequestHandler =>
    rateLimit({
      windowMs: WINDOW_MS,
      limit: CALLS,
      legacyHeaders: false,
      store: new SharedStore(name, counts, log),
      // whoever has one IPv6 address has the network around it
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
