import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, beginAtZero, type Metrics, AWAIT_PAUSES_MS } from '@symbio/runtime';
import { deadLetter } from './dead-letters.js';
import { receivedEvent, type EventEnvelope, type EventSource, type ReceivedEvent } from './event.js';
import { withTraceOf, type Broker, type JsMsg, type ConsumerMessages } from './nats.js';
import type { DurableSpec } from './nats-streams.js';
import { RefusedMessage } from './nats-errors.js';
import { isPassing } from './passing.js';
import { EVENTS_STREAM } from './streams.js';

export interface ConsumerSpec<T = unknown> {
  /** System-wide unique durable name, `<service>-<purpose>`; keeps the position across restarts. */
  durable: string;
  /** One event type, or all of an entity (`documentEvents.any`). */
  events: EventSource<T>;
  /**
   * Must be idempotent: apply only a higher `rev`, or claim `id` first. A rejection retries with increasing delays and
   * finally stores a dead letter; unavailable services or databases do not count as attempts and are retried
   * indefinitely.
   */
  handle(event: ReceivedEvent<T>): Promise<void>;
  /** Concurrent handlers, each for another entity; more than the default 4 if they mostly wait. */
  concurrency?: number;
  /** Minimum age of an event in milliseconds when it is handled; a waiting one holds no handler slot. Default 0. */
  delayMs?: number;
}

/** Types the handler by the payload of its events. */
export const consumer = <T>(spec: ConsumerSpec<T>): ConsumerSpec => spec;

/** Retry delays in milliseconds by number of failures; afterwards the event becomes a dead letter. */
export const RETRY_DELAYS_MS = [500, 2_000, 10_000, 30_000, 120_000, 600_000] as const;
/** Maximum delay in milliseconds while a dependency is unavailable. */
const UNAVAILABLE_DELAY_MS = 30_000;
/** Milliseconds without progress after which the event is redelivered to another process. */
const ACK_WAIT_MS = 30_000;
/** Events per request, and maximum unacknowledged events per consumer, including queued ones. */
const BATCH = 16;
const MAX_HELD = 256;
/** Default number of concurrent handlers. */
const CONCURRENCY = 4;

export interface ConsumerOptions {
  broker: Broker;
  metrics: Metrics;
  log: Logger;
  /** Whether an error means that the process's own store is unavailable. */
  isStoreUnavailable?: ((error: unknown) => boolean) | undefined;
  /** Shortened by tests. */
  retryDelaysMs?: readonly number[] | undefined;
  ackWaitMs?: number | undefined;
}

/** Outcome of an attempt: done, failed, or a dependency is unavailable, which does not count. */
type Outcome = 'done' | 'failed' | 'unavailable';

/**
 * Handles one consumer's events: serially per entity, retries first; entities concurrently. A queued event stays with
 * this process, which reports progress to the broker. Replicas share a consumer without coordination: `rev` protects
 * whatever requires order.
 */
export class EventConsumer {
  readonly #spec: ConsumerSpec;
  readonly #options: ConsumerOptions;
  readonly #stop = new AbortController();
  /** Unacknowledged events, oldest first. */
  readonly #held = new Set<JsMsg>();
  /** Tail of the queue of each entity. */
  readonly #lanes = new Map<string, Promise<void>>();
  /** Untrusted events being stored as dead letters. */
  readonly #refusals = new Set<Promise<void>>();
  #free: number;
  readonly #waiting: (() => void)[] = [];
  #messages: ConsumerMessages | undefined;
  #loop: Promise<void> | undefined;
  #signOfLife: NodeJS.Timeout | undefined;

  constructor(spec: ConsumerSpec, options: ConsumerOptions) {
    this.#spec = spec;
    this.#options = options;
    this.#free = spec.concurrency ?? CONCURRENCY;
    beginAtZero(options.metrics.deadLetters, [{ consumer: spec.durable }]);
  }

  /** Creates the durable consumer, which keeps the position of all replicas, without consuming. */
  async prepare(): Promise<void> {
    await this.#options.broker.ensureDurable(this.#durable());
  }

  async start(): Promise<void> {
    const { broker, ackWaitMs = ACK_WAIT_MS } = this.#options;
    const first = await broker.consume(this.#durable(), BATCH);
    this.#messages = first;
    this.#signOfLife = setInterval(() => this.#held.forEach((message) => message.working()), ackWaitMs / 3);
    this.#loop = (async () => {
      for (let messages: ConsumerMessages | undefined = first; messages; messages = await this.#again())
        for await (const message of messages) this.#queue(message);
    })();
  }

  /**
   * Recreates a durable consumer deleted on the server, for example with its stream. It starts at the oldest event;
   * handlers are idempotent.
   *
   * @returns undefined once stopping
   */
  async #again(): Promise<ConsumerMessages | undefined> {
    const { broker, log } = this.#options;
    const { durable } = this.#spec;
    const { signal } = this.#stop;
    if (!signal.aborted) log.warn({ consumer: durable }, 'the place of a consumer is gone from NATS; it is made anew');
    for (let tries = 0; !signal.aborted; tries++) {
      try {
        this.#messages = await broker.consume(this.#durable(), BATCH);
        if (signal.aborted) await this.#messages.close();
        return this.#messages;
      } catch (error) {
        if (tries === 0) log.warn({ err: error, consumer: durable }, 'a consumer could not be made again; retrying');
        await this.#pause(tries);
      }
    }
    return undefined;
  }

  /** Stops consuming, finishes events in flight and returns queued ones. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#messages?.close();
    await this.#loop;
    await Promise.all(this.#lanes.values());
    await Promise.all(this.#refusals);
    clearInterval(this.#signOfLife);
  }

  #durable(): DurableSpec {
    const { durable, events } = this.#spec;
    const { ackWaitMs = ACK_WAIT_MS } = this.#options;
    return { stream: EVENTS_STREAM.name, durable, filter: events.filter(), ackWaitMs, maxAckPending: MAX_HELD };
  }

  /** Queues an event behind others of its entity. */
  #queue(message: JsMsg): void {
    this.#held.add(message);
    const envelope = envelopeOf(message);
    const entity = envelope?.entityId ?? `unreadable ${message.seq}`;
    const verdict = this.#verdict(message);
    const lane: Promise<void> = (this.#lanes.get(entity) ?? Promise.resolve())
      .then(() => verdict)
      .then((distrust) => {
        if (distrust === undefined) return this.#work(message, envelope);
        // outside the queue: a forged event must not block the entity
        this.#later(this.#refuse(message, distrust));
        return undefined;
      })
      .catch((error: unknown) => this.#options.log.error({ err: error }, 'an event could not be acknowledged'))
      .finally(() => {
        this.#held.delete(message);
        if (this.#lanes.get(entity) === lane) this.#lanes.delete(entity);
      });
    this.#lanes.set(entity, lane);
  }

  /** Makes `stop` wait for unqueued work. */
  #later(work: Promise<void>): void {
    const kept = work.finally(() => this.#refusals.delete(kept));
    this.#refusals.add(kept);
  }

  /** Why an event is untrusted; undefined if trusted. Retries while unknown. */
  async #verdict(message: JsMsg): Promise<string | undefined> {
    const { broker, log } = this.#options;
    for (let tries = 0; !this.#stop.signal.aborted; tries++) {
      try {
        return await broker.distrust(message);
      } catch (error) {
        if (tries === 0) log.warn({ err: error, subject: message.subject }, 'an event could not be verified; retrying');
        await this.#pause(tries);
      }
    }
    return undefined;
  }

  /** Stores an untrusted event as a dead letter without handling it. */
  async #refuse(message: JsMsg, reason: string): Promise<void> {
    const { durable: consumer } = this.#spec;
    const { broker, metrics, log } = this.#options;
    for (let tries = 0; !this.#stop.signal.aborted; tries++) {
      try {
        await deadLetter(message, consumer, `not believed: ${reason}`, { broker, metrics, log });
        metrics.eventsHandled.inc({ consumer, outcome: 'dead' });
        return;
      } catch (error) {
        log.error({ err: error, consumer, subject: message.subject }, 'an event could not be dead-lettered');
        if (error instanceof RefusedMessage && !error.passing) {
          // too large for a dead letter: it stays in the stream until it expires
          message.term();
          return;
        }
        message.working();
        await this.#pause(tries);
      }
    }
    message.nak();
  }

  /** Waits before a retry; ends early on stop. */
  async #pause(tries: number): Promise<void> {
    const pause = AWAIT_PAUSES_MS[Math.min(tries, AWAIT_PAUSES_MS.length - 1)];
    await sleep(pause, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  /** Retries until the event is handled or given up. */
  async #work(message: JsMsg, envelope: EventEnvelope | undefined): Promise<void> {
    const { retryDelaysMs = RETRY_DELAYS_MS } = this.#options;
    const attempts = { failures: (message.info.redeliveryCount || 1) - 1, unavailable: 0 };
    await this.#untilDue(envelope);
    while (!this.#stop.signal.aborted) {
      await this.#slot();
      const outcome = await this.#try(message, envelope, attempts).finally(() => this.#release());
      if (outcome === 'done') return;
      const isUnavailable = outcome === 'unavailable';
      const tries = isUnavailable ? ++attempts.unavailable : ++attempts.failures;
      const pause = retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0;
      const delay = isUnavailable ? Math.min(pause, UNAVAILABLE_DELAY_MS) : pause;
      // rejects only on stop, which ends the loop
      await sleep(delay, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    message.nak();
  }

  /** Ends early on stop. */
  async #untilDue(envelope: EventEnvelope | undefined): Promise<void> {
    const { delayMs = 0 } = this.#spec;
    const age = Date.now() - Date.parse(envelope?.at ?? '');
    // a clock that is ahead must not extend the delay
    const left = Math.min(delayMs, delayMs - age);
    if (left > 0) await sleep(left, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  async #try(
    message: JsMsg,
    envelope: EventEnvelope | undefined,
    attempts: { failures: number; unavailable: number },
  ): Promise<Outcome> {
    const spec = this.#spec;
    const { metrics, log, retryDelaysMs = RETRY_DELAYS_MS } = this.#options;
    const consumer = spec.durable;
    const deliveries = attempts.failures + attempts.unavailable + 1;
    try {
      const read = envelope ?? message.json<EventEnvelope>();
      const received = receivedEvent(spec.events, { ...read, subject: message.subject }, deliveries);
      await withTraceOf(message, () => spec.handle(received));
      message.ack();
      metrics.eventsHandled.inc({ consumer, outcome: 'ok' });
      return 'done';
    } catch (error) {
      const isUnavailable = isPassing(error) || this.#options.isStoreUnavailable?.(error) === true;
      if (!isUnavailable && attempts.failures >= retryDelaysMs.length) return this.#giveUp(message, error);
      log.warn({ err: error, consumer, subject: message.subject, deliveries }, 'event failed, will be tried again');
      metrics.eventsHandled.inc({ consumer, outcome: 'retried' });
      return isUnavailable ? 'unavailable' : 'failed';
    }
  }

  async #giveUp(message: JsMsg, error: unknown): Promise<Outcome> {
    const { durable: consumer } = this.#spec;
    const { broker, metrics, log } = this.#options;
    try {
      await deadLetter(message, consumer, error, { broker, metrics, log });
      metrics.eventsHandled.inc({ consumer, outcome: 'dead' });
      return 'done';
    } catch (second) {
      log.error({ err: second, consumer }, 'an event could not be dead-lettered, will be tried again');
      return 'failed';
    }
  }

  async #slot(): Promise<void> {
    if (this.#free > 0) this.#free--;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #release(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#free++;
  }
}

/** Parses the envelope; undefined if unreadable. Unreadable messages have their own queue. */
function envelopeOf(message: JsMsg): EventEnvelope | undefined {
  try {
    return message.json<EventEnvelope>();
  } catch {
    return undefined;
  }
}
