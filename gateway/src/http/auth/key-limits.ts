import type { Request, RequestHandler } from 'express';
import { rateLimit, type IncrementResponse, type Options, type Store } from 'express-rate-limit';
import { AppError, createSweep, newId, systemClock, type Clock, type Logger } from '@symbio/runtime';
import type { Broker } from '@symbio/events';
import { requestOf } from '../request.js';

export const KEY_HITS_SUBJECT = 'symbio.key-hits.v1';
export const PERSON_HITS_SUBJECT = 'symbio.person-hits.v1';

/** Window in milliseconds, aligned to full minutes. */
const WINDOW_MS = 60_000;
/** Broadcast interval in milliseconds. */
const BROADCAST_MS = 250;

interface HitCounts {
  from: string;
  /** Window number since 1970. */
  window: number;
  /** Cumulative requests per id, so a lost message does no harm. */
  hits: Record<string, number>;
}

/** Counts of the current window, own and received. */
export class KeyHits implements Store {
  readonly localKeys = false;
  readonly #broker: Pick<Broker, 'broadcast'>;
  readonly #subject: string;
  readonly #clock: Clock;
  readonly #gatewayId = newId();
  #window = -1;
  readonly #own = new Map<string, number>();
  readonly #others = new Map<string, Map<string, number>>();
  /** Ids counted since the last broadcast. */
  readonly #unsent = new Set<string>();

  constructor(broker: Pick<Broker, 'broadcast'>, subject: string, clock: Clock = systemClock) {
    this.#broker = broker;
    this.#subject = subject;
    this.#clock = clock;
  }

  increment(key: string): IncrementResponse {
    this.#startWindow();
    const own = (this.#own.get(key) ?? 0) + 1;
    this.#own.set(key, own);
    this.#unsent.add(key);
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

  broadcast(): void {
    this.#startWindow();
    if (this.#unsent.size === 0) return;
    const hits = Object.fromEntries([...this.#unsent].map((key) => [key, this.#own.get(key) ?? 0]));
    this.#unsent.clear();
    this.#broker.broadcast(this.#subject, { from: this.#gatewayId, window: this.#window, hits } satisfies HitCounts);
  }

  /** Stores another gateway's counts; ignores other windows. */
  merge({ from, window, hits }: HitCounts): void {
    this.#startWindow();
    if (from === this.#gatewayId || window !== this.#window) return;
    for (const [key, count] of Object.entries(hits)) {
      const others = this.#others.get(key) ?? new Map<string, number>();
      this.#others.set(key, others.set(from, count));
    }
  }

  #startWindow(): void {
    const window = Math.floor(this.#clock.now().getTime() / WINDOW_MS);
    if (window === this.#window) return;
    this.#window = window;
    this.#own.clear();
    this.#others.clear();
    this.#unsent.clear();
  }
}

export interface CallerLimits {
  /** Limits requests by keys and by people. Only keys get RateLimit headers. */
  limit: RequestHandler;
  close(): Promise<void>;
}

export interface CallerLimitsOptions {
  broker: Pick<Broker, 'broadcast' | 'watch'>;
  log: Logger;
  /** Per clock minute, across all gateways. */
  perKey: number;
  /** The same for a person; 0 disables the limit. */
  perPerson: number;
  clock?: Clock;
}

const keyIdOf = (request: Request): string => requestOf(request).caller?.key?.id ?? '';
const personIdOf = (request: Request): string => {
  const { caller } = requestOf(request);
  return caller && !caller.key ? caller.actor.sub : '';
};

interface LimitOptions {
  subject: string;
  perMinute: number;
  idOf: (request: Request) => string;
  options: Partial<Options>;
  refusal: string;
}

/**
 * Request limits of keys and people across gateways: each counts in memory and broadcasts its counts (decision 0060).
 */
export function callerLimits({ broker, log, perKey, perPerson, clock }: CallerLimitsOptions): CallerLimits {
  const closing: (() => Promise<void>)[] = [];
  const limitOf = ({ subject, perMinute, idOf, options, refusal }: LimitOptions): RequestHandler => {
    const hits = new KeyHits(broker, subject, clock);
    const unwatch = broker.watch(subject, (_subject, body) => hits.merge(body as HitCounts));
    const broadcasts = createSweep({
      what: `sending ${subject}`,
      everyMs: BROADCAST_MS,
      run: () => Promise.resolve(hits.broadcast()),
      log,
    });
    broadcasts.start();
    closing.push(() => {
      unwatch();
      return broadcasts.stop();
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
    refusal: `This API key may make ${perKey} requests per minute. Wait for Retry-After seconds, then try again.`,
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
