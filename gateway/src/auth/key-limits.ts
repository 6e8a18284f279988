import type { Request, RequestHandler } from 'express';
import { rateLimit, type IncrementResponse, type Options, type Store } from 'express-rate-limit';
import { AppError, createSweep, newId, systemClock, type Broker, type Clock, type Logger } from '@symbio/kit';
import { requestOf } from '../request.js';

/** Counts that gateways send each other: requests of each key, and of each person, to one gateway in a window. */
export const KEY_HITS_SUBJECT = 'symbio.key-hits.v1';
export const PERSON_HITS_SUBJECT = 'symbio.person-hits.v1';

/** Milliseconds of a window. All gateways begin one at the same moment, a full minute by the clock. */
const WINDOW_MS = 60_000;
/** Milliseconds between tellings: how far behind the others' counts may be. */
const TELL_MS = 250;

interface Told {
  /** The gateway that tells it. */
  from: string;
  /** Number of the window since 1970. */
  window: number;
  /** Keys or people by id, with all of their requests to this gateway in the window: a message that is lost does no harm. */
  hits: Record<string, number>;
}

/** Counts of keys, or of people, in the current window: this gateway's own, and those that other gateways sent. */
export class KeyHits implements Store {
  readonly localKeys = false;
  readonly #broker: Pick<Broker, 'broadcast'>;
  readonly #subject: string;
  readonly #clock: Clock;
  readonly #self = newId();
  #window = -1;
  readonly #own = new Map<string, number>();
  readonly #others = new Map<string, Map<string, number>>();
  /** Ids that were counted since the last broadcast. */
  readonly #untold = new Set<string>();

  constructor(broker: Pick<Broker, 'broadcast'>, subject: string, clock: Clock = systemClock) {
    this.#broker = broker;
    this.#subject = subject;
    this.#clock = clock;
  }

  increment(key: string): IncrementResponse {
    this.#turn();
    const own = (this.#own.get(key) ?? 0) + 1;
    this.#own.set(key, own);
    this.#untold.add(key);
    let totalHits = own;
    for (const hits of this.#others.get(key)?.values() ?? []) totalHits += hits;
    return { totalHits, resetTime: new Date((this.#window + 1) * WINDOW_MS) };
  }

  decrement(key: string): void {
    const own = this.#own.get(key);
    if (own) this.#own.set(key, own - 1);
  }

  resetKey(key: string): void {
    this.#own.delete(key);
    this.#others.delete(key);
  }

  /** Tells the others what is new here. */
  tell(): void {
    this.#turn();
    if (this.#untold.size === 0) return;
    const hits = Object.fromEntries([...this.#untold].map((key) => [key, this.#own.get(key) ?? 0]));
    this.#untold.clear();
    this.#broker.broadcast(this.#subject, { from: this.#self, window: this.#window, hits } satisfies Told);
  }

  /** Notes what another gateway tells; of another window than this one's it is of no use. */
  note({ from, window, hits }: Told): void {
    this.#turn();
    if (from === this.#self || window !== this.#window) return;
    for (const [key, count] of Object.entries(hits)) {
      const others = this.#others.get(key) ?? new Map<string, number>();
      this.#others.set(key, others.set(from, count));
    }
  }

  /** Begins anew when the window is over. */
  #turn(): void {
    const window = Math.floor(this.#clock.now().getTime() / WINDOW_MS);
    if (window === this.#window) return;
    this.#window = window;
    this.#own.clear();
    this.#others.clear();
    this.#untold.clear();
  }
}

export interface CallerLimits {
  /** Counts requests by keys and by people, and refuses what exceeds their limits. Only keys get RateLimit headers. */
  limit: RequestHandler;
  close(): Promise<void>;
}

export interface CallerLimitsOptions {
  broker: Pick<Broker, 'broadcast' | 'watch'>;
  log: Logger;
  /** Requests that a key may make in a minute, by the clock, to all gateways together. */
  perKey: number;
  /** The same for a person; 0 sets no limit. */
  perPerson: number;
  clock?: Clock;
}

const keyIdOf = (request: Request): string => requestOf(request).caller?.key?.id ?? '';
const personIdOf = (request: Request): string => {
  const { caller } = requestOf(request);
  return caller && !caller.key ? caller.actor.sub : '';
};

interface Counted {
  subject: string;
  perMinute: number;
  idOf: (request: Request) => string;
  options: Partial<Options>;
  /** The sentence of a refusal. */
  refusal: string;
}

/**
 * The limits of requests by keys and by people, which all gateways keep together without asking each other: each counts in
 * memory and sends its counts a few times a second (docs/decisions/0060-keys-of-agents.md says what that means).
 */
export function callerLimits({ broker, log, perKey, perPerson, clock }: CallerLimitsOptions): CallerLimits {
  const closing: (() => Promise<void>)[] = [];
  const limitOf = ({ subject, perMinute, idOf, options, refusal }: Counted): RequestHandler => {
    const hits = new KeyHits(broker, subject, clock);
    const unwatch = broker.watch(subject, (_subject, body) => hits.note(body as Told));
    const telling = createSweep({
      what: `sending ${subject}`,
      everyMs: TELL_MS,
      run: () => Promise.resolve(hits.tell()),
      log,
    });
    telling.start();
    closing.push(() => {
      unwatch();
      return telling.stop();
    });
    return rateLimit({
      windowMs: WINDOW_MS,
      limit: perMinute,
      store: hits,
      legacyHeaders: false,
      keyGenerator: idOf,
      skip: (request) => idOf(request) === '',
      handler(request: Request & { rateLimit?: { resetTime?: Date } }, _response, next) {
        const now = (clock ?? systemClock).now().getTime();
        const waitMs = (request.rateLimit?.resetTime?.getTime() ?? now + WINDOW_MS) - now;
        const fields = { retry_after: String(Math.max(1, Math.ceil(waitMs / 1000))) };
        next(new AppError('RESOURCE_EXHAUSTED', 'rate_limited', refusal, { fields }));
      },
      ...options,
    });
  };
  const keys = limitOf({
    subject: KEY_HITS_SUBJECT,
    perMinute: perKey,
    idOf: keyIdOf,
    options: { standardHeaders: 'draft-8', identifier: 'key' },
    refusal: `This API key may make ${perKey} requests a minute. Wait as long as Retry-After says, and try again.`,
  });
  const people =
    perPerson > 0 &&
    limitOf({
      subject: PERSON_HITS_SUBJECT,
      perMinute: perPerson,
      idOf: personIdOf,
      options: { standardHeaders: false },
      refusal: `You made more than ${perPerson} requests in a minute. Please wait a moment and try again.`,
    });
  return {
    limit: (request, response, next) => (people && personIdOf(request) ? people : keys)(request, response, next),
    close: async () => void (await Promise.all(closing.map((close) => close()))),
  };
}
