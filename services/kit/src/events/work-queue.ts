import type { ConsumerMessages } from 'nats';
import type { Logger } from '../logger.js';
import type { Metrics } from '../metrics.js';
import { withTraceOf, type Broker, type JsMsg } from './nats.js';
import { jobStream, jobSubject } from './streams.js';

/** One kind of job and what does it. */
export interface WorkSpec<T> {
  kind: string;
  /** Tickets worked on at the same time in this process. */
  concurrency: number;
  parse: (json: unknown) => T;
  /**
   * Does the work. `working` must be called at least every third of the wait, so that nobody else gets the ticket.
   * Resolving acknowledges it, whatever the outcome (the outcome is the job service's to keep); rejecting brings it again.
   */
  handle: (ticket: T, context: { signal: AbortSignal; working: () => void; deliveries: number }) => Promise<void>;
}

/** Milliseconds without a sign of life after which a ticket goes to another worker. */
export const WORK_WAIT_MS = 30_000;
/** Milliseconds before a ticket whose handling failed is offered again. */
const RETRY_MS = 2_000;

export interface WorkQueueOptions {
  broker: Broker;
  metrics: Metrics;
  log: Logger;
}

/** Takes tickets of one kind from its work queue. */
export class WorkQueue<T> {
  readonly #spec: WorkSpec<T>;
  readonly #options: WorkQueueOptions;
  readonly #inFlight = new Set<Promise<void>>();
  readonly #abort = new AbortController();
  #messages: ConsumerMessages | undefined;
  #loop: Promise<void> | undefined;

  constructor(spec: WorkSpec<T>, options: WorkQueueOptions) {
    this.#spec = spec;
    this.#options = options;
  }

  async start(): Promise<void> {
    const { kind, concurrency } = this.#spec;
    const stream = jobStream(kind);
    await this.#options.broker.ensureStream(stream);
    this.#messages = await this.#options.broker.consume(
      {
        stream: stream.name,
        durable: `workers-${kind}`,
        filter: jobSubject(kind),
        ackWaitMs: WORK_WAIT_MS,
        maxAckPending: 1_000,
      },
      concurrency,
    );
    const messages = this.#messages;
    this.#loop = (async () => {
      for await (const message of messages) {
        const work = this.#work(message).finally(() => this.#inFlight.delete(work));
        this.#inFlight.add(work);
        if (this.#inFlight.size >= concurrency) await Promise.race(this.#inFlight);
      }
    })();
  }

  /** Takes no more tickets; what is in hand is told to stop through its signal and then waited for. */
  async stop(): Promise<void> {
    await this.#messages?.close();
    this.#abort.abort();
    await Promise.allSettled(this.#inFlight);
    await this.#loop;
  }

  async #work(message: JsMsg): Promise<void> {
    const { kind, parse, handle } = this.#spec;
    try {
      const ticket = parse(message.json());
      await withTraceOf(message, () =>
        handle(ticket, {
          signal: this.#abort.signal,
          working: () => message.working(),
          deliveries: message.info.redeliveryCount || 1,
        }),
      );
      message.ack();
    } catch (error) {
      this.#options.log.warn({ err: error, kind }, 'ticket not handled, will be offered again');
      message.nak(RETRY_MS);
    }
  }
}
