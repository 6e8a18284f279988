import type { Request, RequestHandler } from 'express';
import { rateLimit, type IncrementResponse, type Store } from 'express-rate-limit';
import { AppError, createSweep, newId, systemClock, type Broker, type Clock, type Logger } from '@symbio/kit';
import { requestOf } from '../request.js';

/** What gateways tell each other: how often each key was used here in a window. */
export const KEY_HITS_SUBJECT = 'symbio.key-hits.v1';

/** Milliseconds of a window. All gateways begin one at the same moment, a full minute by the clock. */
const WINDOW_MS = 60_000;
/** Milliseconds between tellings: how far behind the others' counts may be. */
const TELL_MS = 250;

interface Told {
  /** The gateway that tells it. */
  from: string;
  /** Number of the window since 1970. */
  window: number;
  /** Keys by id, with all of their requests to this gateway in the window: a message that is lost does no harm. */
  hits: Record<string, number>;
}

/** Counts of keys in the current window: this gateway's own, and those that others told of. */
export class KeyHits implements Store {
  readonly localKeys = false;
  readonly #broker: Pick<Broker, 'broadcast'>;
  readonly #clock: Clock;
  readonly #self = newId();
  #window = -1;
  readonly #own = new Map<string, number>();
  readonly #others = new Map<string, Map<string, number>>();
  /** Keys that were used since the last telling. */
  readonly #untold = new Set<string>();

  constructor(broker: Pick<Broker, 'broadcast'>, clock: Clock = systemClock) {
    this.#broker = broker;
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
    this.#broker.broadcast(KEY_HITS_SUBJECT, { from: this.#self, window: this.#window, hits } satisfies Told);
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

export interface KeyLimits {
  /** Counts requests by keys, says in headers how many are left, and refuses what is too much. People are not counted. */
  limit: RequestHandler;
  close(): Promise<void>;
}

export interface KeyLimitsOptions {
  broker: Pick<Broker, 'broadcast' | 'watch'>;
  log: Logger;
  /** Requests that a key may make in a minute, by the clock, to all gateways together. */
  perMinute: number;
  clock?: Clock;
}

const keyIdOf = (request: Request): string => requestOf(request).caller?.key?.id ?? '';

/**
 * The limit of requests by keys, which all gateways keep together without asking each other: each counts for itself and
 * tells the others a few times a second (docs/decisions/0060-keys-of-agents.md says what that means).
 */
export function keyLimits({ broker, log, perMinute, clock }: KeyLimitsOptions): KeyLimits {
  const hits = new KeyHits(broker, clock);
  const unwatch = broker.watch(KEY_HITS_SUBJECT, (_subject, body) => hits.note(body as Told));
  const telling = createSweep({
    what: 'telling how often keys are used',
    everyMs: TELL_MS,
    run: () => Promise.resolve(hits.tell()),
    log,
  });
  telling.start();
  return {
    limit: rateLimit({
      windowMs: WINDOW_MS,
      limit: perMinute,
      store: hits,
      standardHeaders: 'draft-8',
      legacyHeaders: false,
      identifier: 'key',
      keyGenerator: keyIdOf,
      skip: (request) => keyIdOf(request) === '',
      // the library has set Retry-After
      handler: (_request, _response, next) =>
        next(
          new AppError(
            'RESOURCE_EXHAUSTED',
            'rate_limited',
            `This API key may make ${perMinute} requests a minute. Wait as long as Retry-After says, and try again.`,
          ),
        ),
    }),
    async close() {
      unwatch();
      await telling.stop();
    },
  };
}
