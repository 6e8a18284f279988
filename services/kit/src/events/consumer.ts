import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '../logger.js';
import { beginAtZero, type Metrics } from '../metrics.js';
import { deadLetter } from './dead-letters.js';
import { receivedEvent, type EventEnvelope, type EventSource, type ReceivedEvent } from './event.js';
import { withTraceOf, type Broker, type JsMsg, type ConsumerMessages } from './nats.js';
import type { DurableSpec } from './nats-streams.js';
import { RefusedMessage } from './nats-errors.js';
import { isPassing } from './passing.js';
import { EVENTS_STREAM } from './streams.js';
import { AWAIT_PAUSES_MS } from '../timing.js';

/** What a service reacts to, as data. */
export interface ConsumerSpec<T = unknown> {
  /** Unique in the system, `<service>-<what for>`; keeps the place across restarts. */
  durable: string;
  /** An event type of the catalogue, or all of an entity (`documentEvents.any`). */
  events: EventSource<T>;
  /**
   * Must bear being called twice with the same event: apply only a higher `rev`, or claim `id` first.
   * A rejection brings the event again, later and later, and in the end to the dead letters; one that says that a service or
   * the database is away does not count, and brings it again for as long as they are.
   */
  handle(event: ReceivedEvent<T>): Promise<void>;
  /** Handlers that run at the same time, each for another entity; more than the usual 4 where they mostly wait. */
  concurrency?: number;
}

/** A consumer whose handler gets the payload of its events. */
export const consumer = <T>(spec: ConsumerSpec<T>): ConsumerSpec => spec;

/** Milliseconds before the next try, by number of tries that failed so far; after the last one, the dead letters. */
export const RETRY_DELAYS_MS = [500, 2_000, 10_000, 30_000, 120_000, 600_000] as const;
/** Milliseconds at most before the next try of an event for which a service or the database was away. */
const AWAY_DELAY_MS = 30_000;
/** Milliseconds without a sign of life after which an event goes to another process. */
const ACK_WAIT_MS = 30_000;
/** Events asked for at once, and events a consumer may have at all: in its handlers, or waiting for their turn. */
const BATCH = 16;
const MAX_HELD = 256;
/** Handlers of one consumer that run at the same time, each for another entity, where it does not say. */
const CONCURRENCY = 4;

export interface ConsumerOptions {
  broker: Broker;
  metrics: Metrics;
  log: Logger;
  /** Tests shorten these. */
  retryDelaysMs?: readonly number[];
  ackWaitMs?: number;
}

/** What became of a try: the event is done with, or it failed, or what it needs is away, which does not count. */
type Outcome = 'done' | 'failed' | 'away';

/**
 * Handles the events of one consumer: those of an entity one after another, a failed one before those that follow it;
 * those of different entities side by side. An event that waits, for its turn or for another try, stays with this process,
 * which tells the broker so. Replicas share a consumer's events without knowing of each other: what must not happen in
 * the wrong order at all is guarded by `rev`.
 */
export class EventConsumer {
  readonly #spec: ConsumerSpec;
  readonly #options: ConsumerOptions;
  readonly #stop = new AbortController();
  /** Events this process has, oldest first. */
  readonly #held = new Set<JsMsg>();
  /** What the newest event of each entity waits for, or does. */
  readonly #lanes = new Map<string, Promise<void>>();
  /** Events that are not believed, on their way to the dead letters. */
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

  /** Makes its durable consumer, which keeps the place of all replicas, without taking events. */
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
   * Makes the durable consumer anew that somebody took away on the server, with its stream for one: it begins with the oldest
   * event there is, which handlers bear.
   *
   * @returns undefined once told to stop
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

  /** Takes no more events, lets those in flight finish and hands back those that wait. */
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

  /** Puts an event behind those of the same entity. */
  #queue(message: JsMsg): void {
    this.#held.add(message);
    const envelope = envelopeOf(message);
    const entity = envelope?.entityId ?? `unreadable ${message.seq}`;
    const verdict = this.#verdict(message);
    const lane: Promise<void> = (this.#lanes.get(entity) ?? Promise.resolve())
      .then(() => verdict)
      .then((distrust) => {
        if (distrust === undefined) return this.#work(message, envelope);
        // beside the lane: a forged event must not hold up the entity's own
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

  /** Has `stop` wait for work that no lane waits for. */
  #later(work: Promise<void>): void {
    const kept = work.finally(() => this.#refusals.delete(kept));
    this.#refusals.add(kept);
  }

  /** Why an event is not believed; undefined when it is. Asks again while that is not known. */
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
    // work hands it back
    return undefined;
  }

  /** Keeps an event that is not believed as a dead letter. It is neither handled nor tried again. */
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
          // too large for a dead letter: it stays in the stream of events until that drops it
          message.term();
          return;
        }
        message.working();
        await this.#pause(tries);
      }
    }
    message.nak();
  }

  /** Waits before another try; ends when the consumer stops. */
  async #pause(tries: number): Promise<void> {
    const pause = AWAIT_PAUSES_MS[Math.min(tries, AWAIT_PAUSES_MS.length - 1)];
    await sleep(pause, undefined, { signal: this.#stop.signal }).catch(() => undefined);
  }

  /** Tries until the event is handled or given up. */
  async #work(message: JsMsg, envelope: EventEnvelope | undefined): Promise<void> {
    const { retryDelaysMs = RETRY_DELAYS_MS } = this.#options;
    let failed = (message.info.redeliveryCount || 1) - 1;
    let away = 0;
    while (!this.#stop.signal.aborted) {
      await this.#slot();
      const outcome = await this.#try(message, envelope, { failed, away }).finally(() => this.#release());
      if (outcome === 'done') return;
      if (outcome === 'away') away++;
      else failed++;
      const tries = outcome === 'away' ? away : failed;
      const pause = retryDelaysMs[Math.min(tries, retryDelaysMs.length) - 1] ?? 0;
      const delay = outcome === 'away' ? Math.min(pause, AWAY_DELAY_MS) : pause;
      // rejects only when the process is told to stop, which ends the loop
      await sleep(delay, undefined, { signal: this.#stop.signal }).catch(() => undefined);
    }
    message.nak();
  }

  /** @param so how often the event was tried so far */
  async #try(
    message: JsMsg,
    envelope: EventEnvelope | undefined,
    so: { failed: number; away: number },
  ): Promise<Outcome> {
    const spec = this.#spec;
    const { metrics, log, retryDelaysMs = RETRY_DELAYS_MS } = this.#options;
    const consumer = spec.durable;
    const deliveries = so.failed + so.away + 1;
    try {
      const read = envelope ?? message.json<EventEnvelope>();
      const received = receivedEvent(spec.events, { ...read, subject: message.subject }, deliveries);
      await withTraceOf(message, () => spec.handle(received));
      message.ack();
      metrics.eventsHandled.inc({ consumer, outcome: 'ok' });
      return 'done';
    } catch (error) {
      const isAway = isPassing(error);
      if (!isAway && so.failed >= retryDelaysMs.length) return this.#giveUp(message, error);
      log.warn({ err: error, consumer, subject: message.subject, deliveries }, 'event failed, will be tried again');
      metrics.eventsHandled.inc({ consumer, outcome: 'retried' });
      return isAway ? 'away' : 'failed';
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

  /** Waits for one of the places for handlers. */
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

/** An event as it travels; undefined for what cannot be read, which stands for itself. */
function envelopeOf(message: JsMsg): EventEnvelope | undefined {
  try {
    return message.json<EventEnvelope>();
  } catch {
    return undefined;
  }
}
