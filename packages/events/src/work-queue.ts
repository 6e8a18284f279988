import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, beginAtZero, type Metrics } from '@symbio/runtime';
import { deadLetter } from './dead-letters.js';
import { withTraceOf, type Broker, type JsMsg } from './nats.js';
import type { DurableSpec } from './nats-streams.js';
import { isPassing } from './passing.js';
import { JOB_SUBJECTS, jobStream, jobSubject, parseJobSubject, JOB_PRIORITY } from './streams.js';
import { WorkOrder, type Waiting } from './work-order.js';

/** Capacity for work of some kinds. */
export interface WorkLane {
  kinds: readonly string[];
  /** Concurrent job messages of this lane per process. */
  slots: number;
  /** Takes only this priority and more urgent ones; default all. */
  upToPriority?: number;
  /** Job messages that yield to others. */
  yields?: Yielding;
}

/** When to yield to other work. */
export interface Yielding {
  /** Job messages of this priority and less urgent ones yield. */
  fromPriority: number;
  /** Yields while messages of these kinds are queued and undelivered. */
  to: readonly string[];
  /**
   * And for this many milliseconds after the last one was announced or taken by this process: more of a batch may
   * follow, and one just taken is usually done soon.
   */
  quietMs: number;
  /** Maximum wait in milliseconds, to prevent starvation. */
  atMostMs: number;
}

/** The work of a process. */
export interface WorkSpec<T> {
  /** A job message goes to any lane with capacity for its kind and priority. */
  lanes: readonly WorkLane[];
  parse: (json: unknown) => T;
  /**
   * Does the work. Must call `working` at least every third of the wait, to prevent redelivery. Resolving acknowledges,
   * whatever the outcome (kept by the job service); rejecting retries with increasing delays and finally stores a dead
   * letter.
   */
  handle: (message: T, context: WorkContext) => Promise<void>;
}

export interface WorkContext {
  kind: string;
  priority: number;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  working: () => void;
  /** Number of deliveries, including this one. */
  deliveries: number;
}

/** Milliseconds without progress before a job message is redelivered to another worker. */
export const WORK_WAIT_MS = 30_000;
/** Retry delays in milliseconds by number of deliveries. */
const RETRY_DELAYS_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000] as const;
/** Maximum deliveries; unlimited while dependencies are unavailable. */
const MAX_DELIVERIES = 8;
/** Milliseconds between polls of idle queues, for redeliveries. */
const IDLE_MS = 2_000;
/** Milliseconds between announcement and poll: the stream must store the message first. */
const SETTLE_MS = 20;

export interface WorkQueueOptions {
  broker: Broker;
  metrics: Metrics;
  log: Logger;
  /** Whether an error means that the process's own store is unavailable. */
  isStoreUnavailable?: (error: unknown) => boolean;
  /** Shortened by tests. */
  retryDelaysMs?: readonly number[];
}

/**
 * Takes job messages of several kinds, the most urgent first across kinds, and only when there is capacity, so that
 * waiting messages remain available to other processes.
 */
export class WorkQueue<T> {
  readonly #spec: WorkSpec<T>;
  readonly #options: WorkQueueOptions;
  readonly #stop = new AbortController();
  /** Durable consumers known to exist. */
  readonly #durables = new Set<string>();
  #streamsAreThere = false;
  #unwatch: () => void = () => undefined;
  #received = 0;
  /** When a message of each kind was last announced or taken by this process, by `performance.now()`. */
  readonly #moved = new Map<string, number>();
  /** Kinds of take requests in flight, whose result is unknown; may repeat. */
  readonly #taking: string[] = [];
  /** Whether the last poll failed. */
  #isAway = false;
  readonly #waiters = new Set<() => void>();
  #lanes: Promise<void>[] = [];

  constructor(spec: WorkSpec<T>, options: WorkQueueOptions) {
    this.#spec = spec;
    this.#options = options;
    beginAtZero(
      options.metrics.deadLetters,
      this.#kinds().map((kind) => ({ consumer: consumerOf(kind) })),
    );
  }

  /** The distinct kinds of all lanes. */
  #kinds(): string[] {
    return [...new Set(this.#spec.lanes.flatMap(({ kinds }) => kinds))];
  }

  /** Creates streams and durable consumers of all priorities, without taking messages. */
  async prepare(): Promise<void> {
    await this.#ensureStreams();
    for (const kind of this.#kinds())
      for (let priority = JOB_PRIORITY.min; priority <= JOB_PRIORITY.max; priority++)
        await this.#options.broker.ensureDurable(jobDurable(kind, priority));
  }

  async start(): Promise<void> {
    await this.#ensureStreams();
    this.#unwatch = this.#options.broker.watch(JOB_SUBJECTS, (subject) => {
      this.#moved.set(parseJobSubject(subject).kind, performance.now());
      this.#wake();
    });
    this.#lanes = this.#spec.lanes.map((lane) => this.#serve(lane));
  }

  /** Stops taking messages, aborts the signal of running work and waits for it. */
  async stop(): Promise<void> {
    this.#unwatch();
    this.#stop.abort();
    this.#wake();
    await Promise.all(this.#lanes);
  }

  async #ensureStreams(): Promise<void> {
    for (const kind of this.#kinds()) await this.#options.broker.ensureStream(jobStream(kind));
    this.#streamsAreThere = true;
  }

  async #serve(lane: WorkLane): Promise<void> {
    const order = new WorkOrder();
    const patience = lane.yields && new Patience(lane.yields);
    const inFlight = new Set<Promise<void>>();
    while (!this.#stop.signal.aborted) {
      if (inFlight.size >= lane.slots) {
        await Promise.race(inFlight);
        continue;
      }
      const received = this.#received;
      const message = await this.#next(lane, order, patience);
      if (message) {
        const work = this.#work(message)
          .catch((error: unknown) => this.#options.log.warn({ err: error }, 'a job message could not be acknowledged'))
          .finally(() => inFlight.delete(work));
        inFlight.add(work);
      } else await this.#announcement(received, this.#untilQuiet(lane.yields) || IDLE_MS);
    }
    await Promise.all(inFlight);
  }

  /** The next job message for this lane, if any. */
  async #next(lane: WorkLane, order: WorkOrder, patience?: Patience): Promise<JsMsg | undefined> {
    try {
      if (!this.#streamsAreThere) await this.#ensureStreams();
      const waiting = await this.#allowed(lane, await this.#waiting(lane), patience);
      this.#isAway = false;
      for (const queue of order.order(waiting)) {
        const message = await this.#take(queue);
        if (!message) continue; // all are taken by others
        order.took(queue);
        patience?.took(queue);
        return message;
      }
    } catch (error) {
      if (this.#stop.signal.aborted) return undefined;
      // logged once per outage; the dependency logs an unavailable broker as well
      this.#options.log[this.#isAway ? 'debug' : 'warn'](
        { err: error },
        'no job message could be taken, will try again',
      );
      this.#isAway = true;
      // a replaced server does not have our streams
      this.#streamsAreThere = false;
      this.#durables.clear();
    }
    return undefined;
  }

  async #waiting({ kinds, upToPriority = JOB_PRIORITY.max }: WorkLane): Promise<Waiting[]> {
    const depths = await Promise.all(kinds.map((kind) => this.#options.broker.depths(jobStream(kind).name)));
    return depths
      .flatMap((subjects) => Object.keys(subjects).map(parseJobSubject))
      .filter(({ priority }) => priority <= upToPriority);
  }

  /** Excludes queues that must yield. */
  async #allowed({ yields }: WorkLane, waiting: Waiting[], patience: Patience | undefined): Promise<Waiting[]> {
    if (!yields || !patience) return waiting;
    const at = waiting.filter(({ priority }) => priority < yields.fromPriority);
    if (at.length === waiting.length) return waiting;
    if (patience.isOver()) return waiting;
    return (await this.#isQuiet(yields)) ? waiting : at;
  }

  /** Whether no message of the preferred kinds is queued, was recently announced, or is being taken. */
  async #isQuiet(yields: Yielding): Promise<boolean> {
    if (this.#untilQuiet(yields) > 0 || (await this.#isWaiting(yields.to))) return false;
    // checked again: a message may have been taken during the request
    return this.#untilQuiet(yields) === 0 && !this.#taking.some((kind) => yields.to.includes(kind));
  }

  /** Milliseconds until the preferred kinds have been quiet long enough; 0 from then on. */
  #untilQuiet(yields: Yielding | undefined): number {
    if (!yields) return 0;
    const last = Math.max(...yields.to.map((kind) => this.#moved.get(kind) ?? -Infinity));
    return Math.max(0, last + yields.quietMs - performance.now());
  }

  /** Whether any message of these kinds is undelivered. */
  async #isWaiting(kinds: readonly string[]): Promise<boolean> {
    for (const { kind, priority } of await this.#waiting({ kinds, slots: 0 })) {
      const { stream, durable } = await this.#durable(kind, priority);
      if ((await this.#options.broker.undelivered(stream, durable)) > 0) return true;
    }
    return false;
  }

  async #take({ kind, priority }: Waiting): Promise<JsMsg | undefined> {
    const { stream, durable } = await this.#durable(kind, priority);
    this.#taking.push(kind);
    try {
      const message = await this.#options.broker.take(stream, durable);
      if (message) this.#moved.set(kind, performance.now());
      return message;
    } finally {
      this.#taking.splice(this.#taking.indexOf(kind), 1);
    }
  }

  /** Created on first use. */
  async #durable(kind: string, priority: number): Promise<DurableSpec> {
    const spec = jobDurable(kind, priority);
    if (!this.#durables.has(spec.durable)) {
      await this.#options.broker.ensureDurable(spec);
      this.#durables.add(spec.durable);
    }
    return spec;
  }

  #wake(): void {
    this.#received++;
    for (const wake of this.#waiters) wake();
  }

  /** Waits for an announcement after `since`, or a timeout. */
  async #announcement(since: number, atMostMs: number): Promise<void> {
    if (this.#received === since) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          this.#waiters.delete(done);
          resolve();
        };
        const timer = setTimeout(done, Math.min(IDLE_MS, atMostMs));
        this.#waiters.add(done);
      });
    }
    if (!this.#stop.signal.aborted) await sleep(SETTLE_MS);
  }

  async #work(message: JsMsg): Promise<void> {
    const { signal } = this.#stop;
    const { kind, priority } = parseJobSubject(message.subject);
    const deliveries = message.info.redeliveryCount || 1;
    try {
      const distrust = await this.#options.broker.distrust(message);
      if (distrust !== undefined) throw new Unreadable(`not believed: ${distrust}`);
      const job = this.#parse(message);
      const working = (): void => message.working();
      await withTraceOf(message, () => this.#spec.handle(job, { kind, priority, signal, working, deliveries }));
      message.ack();
    } catch (error) {
      await this.#failed(message, kind, deliveries, error);
    }
  }

  #parse(message: JsMsg): T {
    try {
      return this.#spec.parse(message.json());
    } catch (error) {
      throw new Unreadable('this is no job message', { cause: error });
    }
  }

  async #failed(message: JsMsg, kind: string, deliveries: number, error: unknown): Promise<void> {
    const { log, retryDelaysMs = RETRY_DELAYS_MS } = this.#options;
    if (this.#stop.signal.aborted) return message.nak();
    if (
      error instanceof Unreadable ||
      (!(isPassing(error) || this.#options.isStoreUnavailable?.(error) === true) && deliveries >= MAX_DELIVERIES)
    ) {
      await deadLetter(message, consumerOf(kind), error, this.#options).catch((second: unknown) =>
        // not acknowledged: redelivered after the wait
        log.error({ err: second, kind }, 'a job message could not be dead-lettered'),
      );
      return;
    }
    log.warn({ err: error, kind, deliveries }, 'job message not handled, will be offered again');
    const delay = retryDelaysMs[Math.min(deliveries, retryDelaysMs.length) - 1] ?? 0;
    message.nak(delay);
    setTimeout(() => this.#wake(), delay).unref();
  }
}

/** How long a lane has been yielding. */
class Patience {
  #since: number | undefined;

  constructor(private readonly yields: Yielding) {}

  /** Whether the wait has expired, counted from the first call. */
  isOver(): boolean {
    const now = performance.now();
    this.#since ??= now;
    return now - this.#since >= this.yields.atMostMs;
  }

  took({ priority }: Waiting): void {
    if (priority >= this.yields.fromPriority) this.#since = undefined;
  }
}

/** A message that can never be parsed as a job message. */
class Unreadable extends Error {}

/** The durable consumer of a job kind and priority, shared by all workers. */
export const jobDurable = (kind: string, priority: number): DurableSpec => ({
  stream: jobStream(kind).name,
  durable: `${consumerOf(kind)}-${priority}`,
  filter: jobSubject(kind, priority),
  ackWaitMs: WORK_WAIT_MS,
  maxAckPending: 1_000,
});

const consumerOf = (kind: string): string => `workers-${kind}`;
