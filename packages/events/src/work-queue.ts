import { setTimeout as sleep } from 'node:timers/promises';
import { type Logger, beginAtZero, type Metrics } from '@symbio/runtime';
import { deadLetter } from './dead-letters.js';
import { withTraceOf, type Broker, type JsMsg } from './nats.js';
import type { DurableSpec } from './nats-streams.js';
import { JOB_SUBJECTS, JOBS_STREAM, laneSubject } from './streams.js';

/** Capacity for the work of some lanes. */
export interface WorkSlots {
  /** In the order in which they are asked for work. */
  lanes: readonly string[];
  /** Concurrent works per process. */
  slots: number;
}

/** Does claimed work, and reports its outcome itself. @param signal aborted when the process stops */
export type Work = (signal: AbortSignal) => Promise<void>;

/** Claimed work; or milliseconds until waiting work may be claimed, 0 if none waits. */
export type Claim = { work: Work } | { askAgainMs: number };

export interface WorkSpec {
  slots: readonly WorkSlots[];
  /** Claims the next work of a lane from the service that decides. */
  claim: (lane: string) => Promise<Claim>;
}

/** Milliseconds before an unanswered message is redelivered. */
const ACK_WAIT_MS = 30_000;
/** Milliseconds between takes of an idle slot, for redeliveries. */
const IDLE_MS = 2_000;
/** Milliseconds between claims of an idle slot without a message: messages may be lost. */
const ASK_MS = 10_000;
/** Milliseconds before a message whose claim failed is redelivered. */
const FAILED_MS = 5_000;
/** Milliseconds between announcement and take: the stream must store the message first. */
const SETTLE_MS = 20;

export interface WorkQueueOptions {
  broker: Broker;
  metrics: Metrics;
  log: Logger;
  /** Shortened by tests. */
  askMs?: number;
  failedMs?: number;
}

/**
 * Claims work when there is capacity. A message says that work waits in its lane: it stays for other processes until
 * work is claimed, or none waits.
 */
export class WorkQueue {
  readonly #spec: WorkSpec;
  readonly #options: Required<WorkQueueOptions>;
  readonly #stop = new AbortController();
  #isPrepared = false;
  #unwatch: () => void = () => undefined;
  #received = 0;
  /** Per lane, by `performance.now()`: of the last claim, and until when its work waits. */
  readonly #askedAt = new Map<string, number>();
  readonly #waitsUntil = new Map<string, number>();
  /** Whether the last claim failed. */
  #isAway = false;
  readonly #waiters = new Set<() => void>();
  #running: Promise<void>[] = [];

  constructor(spec: WorkSpec, options: WorkQueueOptions) {
    this.#spec = spec;
    this.#options = { askMs: ASK_MS, failedMs: FAILED_MS, ...options };
    beginAtZero(
      options.metrics.deadLetters,
      this.#lanes().map((lane) => ({ consumer: laneDurable(lane).durable })),
    );
  }

  #lanes(): string[] {
    return [...new Set(this.#spec.slots.flatMap(({ lanes }) => lanes))];
  }

  /** Creates the stream and the durable consumers, without taking messages. */
  async prepare(): Promise<void> {
    await this.#options.broker.ensureStream(JOBS_STREAM);
    for (const lane of this.#lanes()) await this.#options.broker.ensureDurable(laneDurable(lane));
    this.#isPrepared = true;
  }

  async start(): Promise<void> {
    await this.prepare();
    this.#unwatch = this.#options.broker.watch(JOB_SUBJECTS, (subject) => {
      for (const lane of this.#lanes()) if (laneSubject(lane) === subject) this.#waitsUntil.delete(lane);
      this.#wake();
    });
    this.#running = this.#spec.slots.map((slots) => this.#serve(slots));
  }

  /** Stops claiming, aborts the signal of running work and waits for it. */
  async stop(): Promise<void> {
    this.#unwatch();
    this.#stop.abort();
    this.#wake();
    await Promise.all(this.#running);
  }

  async #serve({ lanes, slots }: WorkSlots): Promise<void> {
    const inFlight = new Set<Promise<void>>();
    while (!this.#stop.signal.aborted) {
      if (inFlight.size >= slots) {
        await Promise.race(inFlight);
        continue;
      }
      const received = this.#received;
      const work = await this.#next(lanes);
      if (work) {
        const running = work(this.#stop.signal)
          .catch((error: unknown) => this.#options.log.error({ err: error }, 'work ended without a report'))
          .finally(() => inFlight.delete(running));
        inFlight.add(running);
      } else await this.#announcement(received, lanes);
    }
    await Promise.all(inFlight);
  }

  async #next(lanes: readonly string[]): Promise<Work | undefined> {
    try {
      if (!this.#isPrepared) await this.prepare();
      for (const lane of lanes) {
        const work = await this.#nextOf(lane);
        if (work) return work;
      }
      this.#isAway = false;
    } catch (error) {
      if (this.#stop.signal.aborted) return undefined;
      // logged once per outage; the dependency logs an unavailable broker as well
      this.#options.log[this.#isAway ? 'debug' : 'warn']({ err: error }, 'no work could be claimed; will retry');
      this.#isAway = true;
      // a replaced server does not have our stream
      this.#isPrepared = false;
    }
    return undefined;
  }

  async #nextOf(lane: string): Promise<Work | undefined> {
    const { broker, askMs, failedMs } = this.#options;
    while (!this.#stop.signal.aborted) {
      const now = performance.now();
      if ((this.#waitsUntil.get(lane) ?? 0) > now) return undefined;
      const message = await broker.take(JOBS_STREAM.name, laneDurable(lane).durable);
      if (!message) {
        if (now - (this.#askedAt.get(lane) ?? -Infinity) < askMs) return undefined;
        const claim = await this.#claim(lane);
        return 'work' in claim ? claim.work : undefined;
      }
      if (this.#stop.signal.aborted) return void message.nak();
      const distrust = await broker.distrust(message);
      if (distrust !== undefined) {
        await this.#refuse(message, lane, distrust);
        continue;
      }
      try {
        const claim = await withTraceOf(message, () => this.#claim(lane));
        if (!('work' in claim) && claim.askAgainMs > 0) return void message.nak(claim.askAgainMs);
        message.ack();
        if ('work' in claim) return (signal) => withTraceOf(message, () => claim.work(signal));
      } catch (error) {
        message.nak(failedMs);
        throw error;
      }
    }
    return undefined;
  }

  async #claim(lane: string): Promise<Claim> {
    this.#askedAt.set(lane, performance.now());
    const claim = await this.#spec.claim(lane);
    if ('askAgainMs' in claim) this.#waitsUntil.set(lane, performance.now() + claim.askAgainMs);
    return claim;
  }

  /** Stores an untrusted message as a dead letter. */
  async #refuse(message: JsMsg, lane: string, distrust: string): Promise<void> {
    const error = new Error(`not believed: ${distrust}`);
    await deadLetter(message, laneDurable(lane).durable, error, this.#options).catch((second: unknown) =>
      // not acknowledged: redelivered after the wait
      this.#options.log.error({ err: second, lane }, 'a job message could not be dead-lettered'),
    );
  }

  #wake(): void {
    this.#received++;
    for (const wake of this.#waiters) wake();
  }

  async #announcement(since: number, lanes: readonly string[]): Promise<void> {
    const now = performance.now();
    const waits = lanes.map((lane) => (this.#waitsUntil.get(lane) ?? 0) - now).filter((wait) => wait > 0);
    if (this.#received === since) {
      await new Promise<void>((resolve) => {
        const done = (): void => {
          clearTimeout(timer);
          this.#waiters.delete(done);
          resolve();
        };
        const timer = setTimeout(done, Math.min(IDLE_MS, this.#options.askMs, ...waits));
        this.#waiters.add(done);
      });
    }
    if (!this.#stop.signal.aborted) await sleep(SETTLE_MS);
  }
}

/** The durable consumer of a lane, shared by all workers. */
export const laneDurable = (lane: string): DurableSpec => ({
  stream: JOBS_STREAM.name,
  durable: `workers-${lane}`,
  filter: laneSubject(lane),
  ackWaitMs: ACK_WAIT_MS,
  maxAckPending: 1_000,
});
