import type { ConsumerMessages } from 'nats';
import type { Logger } from '../logger.js';
import type { Metrics } from '../metrics.js';
import { putAside } from './dead-letters.js';
import type { EventEnvelope, EventType, ReceivedEvent } from './event.js';
import { withTraceOf, type Broker, type JsMsg } from './nats.js';
import { EVENTS_STREAM } from './streams.js';

/** What a service listens to, as data. */
export interface ConsumerSpec {
  /** Unique in the system, `<service>-<what for>`; keeps the place across restarts. */
  durable: string;
  /** Subject with wildcards; one filter a consumer. */
  filter: string;
  /**
   * Must bear being called twice with the same event: apply only a higher `rev`, or claim `id` first.
   * A rejection brings the event again, later and later, and in the end to the dead letters.
   */
  handle: (event: ReceivedEvent) => Promise<void>;
}

/** Milliseconds before the next delivery, by number of deliveries so far; after the last one, the dead letters. */
export const RETRY_DELAYS_MS = [500, 2_000, 10_000, 30_000, 120_000, 600_000] as const;
/** Milliseconds a handler may take before its event is delivered again. */
const ACK_WAIT_MS = 60_000;

export interface ConsumerOptions {
  broker: Broker;
  metrics: Metrics;
  log: Logger;
  /** Tests shorten these. */
  retryDelaysMs?: readonly number[];
}

/** Handles the events of one consumer one after another, so that the order within an entity is kept. */
export class EventConsumer {
  readonly #spec: ConsumerSpec;
  readonly #options: ConsumerOptions;
  #messages: ConsumerMessages | undefined;
  #loop: Promise<void> | undefined;

  constructor(spec: ConsumerSpec, options: ConsumerOptions) {
    this.#spec = spec;
    this.#options = options;
  }

  async start(): Promise<void> {
    const { durable, filter } = this.#spec;
    this.#messages = await this.#options.broker.consume(
      { stream: EVENTS_STREAM.name, durable, filter, ackWaitMs: ACK_WAIT_MS, maxAckPending: 256 },
      32,
    );
    const messages = this.#messages;
    this.#loop = (async () => {
      for await (const message of messages) await this.#handle(message);
    })();
  }

  /** Takes no more events and lets the one in hand finish. */
  async stop(): Promise<void> {
    await this.#messages?.close();
    await this.#loop;
  }

  async #handle(message: JsMsg): Promise<void> {
    const { durable, handle } = this.#spec;
    const { metrics, log } = this.#options;
    const deliveries = message.info.redeliveryCount || 1;
    try {
      const envelope = message.json<EventEnvelope>();
      const event: ReceivedEvent = {
        ...envelope,
        deliveries,
        as: <T>(type: EventType<T>): T => type.fromJSON(envelope.data),
      };
      await withTraceOf(message, () => handle(event));
      message.ack();
      metrics.eventsHandled.inc({ consumer: durable, outcome: 'ok' });
    } catch (error) {
      await this.#failed(message, deliveries, error).catch((second: unknown) =>
        // not acknowledged: it comes again when the wait is over
        log.error({ err: second, consumer: durable }, 'could not put an event aside'),
      );
    }
  }

  async #failed(message: JsMsg, deliveries: number, error: unknown): Promise<void> {
    const { durable } = this.#spec;
    const { metrics, log, broker, retryDelaysMs = RETRY_DELAYS_MS } = this.#options;
    const delay = retryDelaysMs[deliveries - 1];
    if (delay !== undefined) {
      log.warn(
        { err: error, consumer: durable, subject: message.subject, deliveries },
        'event failed, will be tried again',
      );
      message.nak(delay);
      metrics.eventsHandled.inc({ consumer: durable, outcome: 'retried' });
      return;
    }
    await putAside(message, durable, error, { broker, metrics, log });
    metrics.eventsHandled.inc({ consumer: durable, outcome: 'dead' });
  }
}
