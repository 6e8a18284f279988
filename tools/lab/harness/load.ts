import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from './statistics.js';
import type { Entry, Ledger } from './ledger.js';
import type { Answer, Parts } from '@symbio/fixtures/http-client';

export interface Call extends Parts {
  method: string;
  path: string;
  /** For creations: the same request is repeated until it is acknowledged. */
  entry?: Entry;
  world?: number;
}

/** Sends one request. @throws Error without a response */
export type Send = (call: Call) => Promise<Answer>;

export interface Operation {
  name: string;
  /** Undefined: nothing to do yet. */
  make: () => Promise<Call | undefined> | Call | undefined;
  /**
   * Returns the created id; for reads any value.
   *
   * @throws Error for an unexpected response
   */
  check: (answer: Answer) => string;
}

/**
 * refused: with Retry-After; unanswered: broken connection or timeout; wrong: any other unexpected response, a defect.
 */
export type FailureKind = 'refused' | 'unanswered' | 'wrong';

export interface Failure {
  operation: string;
  kind: FailureKind;
  /** Send time in milliseconds since the epoch. */
  at: number;
  /** Status and sentence, or the connection error. */
  reason: string;
}

export interface Stretch {
  seconds: number;
  requests: number;
  failures: Failure[];
  /** See {@link Answer.resent}. */
  resent: number;
  /** Response time percentiles in milliseconds. */
  p50: number;
  p99: number;
  p99Of: Readonly<Record<string, number>>;
  /** Requests skipped because too many were pending. */
  skipped: number;
}

export interface Recovery {
  operation: string;
  seconds: number;
}

export interface LoadOptions {
  send: Send;
  ledger: Pick<Ledger, 'acknowledge' | 'begin'>;
  /** In order of execution; may contain repetitions. */
  operations: readonly Operation[];
  perSecond: number;
  /** Waits for Retry-After before repeating a write, as clients do; else repeats sooner, to measure recovery. */
  honoursRetryAfter?: boolean;
}

/** Maximum pending requests, to limit memory. */
const MAX_PENDING = 200;
const PAUSE_MS = 500;
const PROBE_MS = 250;
/** An unacknowledged write is given up after this time; its outcome is unknown. */
const GIVE_UP_MS = 120_000;

interface Recorder {
  began: number;
  requests: number;
  failures: Failure[];
  resent: number;
  latencies: Map<string, number[]>;
  skipped: number;
  running: Set<Promise<unknown>>;
}

const recorder = (): Recorder => ({
  began: Date.now(),
  requests: 0,
  failures: [],
  resent: 0,
  latencies: new Map(),
  skipped: 0,
  running: new Set(),
});

/** Sends requests at a constant rate, whether or not the server keeps up, and records failures. */
export class Load {
  readonly #options: LoadOptions;
  #recorder = recorder();
  #timer: NodeJS.Timeout | undefined;
  #count = 0;
  #pending = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#next(), 1000 / this.#options.perSecond);
  }

  /** Stops sending and waits for pending responses. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await settled(this.#recorder);
  }

  /** Results of the requests started during an action; waits for their responses. */
  async during(act: () => Promise<void>): Promise<Stretch> {
    const mine = (this.#recorder = recorder());
    try {
      await act();
    } finally {
      this.#recorder = recorder();
      await settled(mine);
    }
    const seconds = (Date.now() - mine.began) / 1000;
    const { requests, failures, resent, skipped } = mine;
    const all = [...mine.latencies.values()].flat();
    const at = (percent: number): number => percentile(all, percent) ?? 0;
    const p99Of = Object.fromEntries([...mine.latencies].map(([name, values]) => [name, percentile(values, 99) ?? 0]));
    return { seconds, requests, failures, resent, p50: at(50), p99: at(99), p99Of, skipped };
  }

  /**
   * Repeats one of each operation until it succeeds.
   * @returns seconds until success; Infinity without
   */
  async recovery(since: number, withinMs: number): Promise<Recovery[]> {
    const distinct = new Map(this.#options.operations.map((operation) => [operation.name, operation]));
    const mine = this.#recorder;
    const found = await Promise.all(
      [...distinct.values()].map(async (operation): Promise<Recovery | undefined> => {
        const end = since + withinMs;
        const answered = await this.#do(operation, mine, { end, pauseMs: PROBE_MS });
        // nothing to do, for example no annotation to read
        if (answered === undefined && Date.now() < end) return undefined;
        return { operation: operation.name, seconds: ((answered ?? Infinity) - since) / 1000 };
      }),
    );
    return found.filter((one) => one !== undefined);
  }

  #next(): void {
    const { operations } = this.#options;
    const operation = operations[this.#count++ % operations.length];
    if (!operation) return;
    const mine = this.#recorder;
    if (this.#pending >= MAX_PENDING) {
      mine.skipped++;
      return;
    }
    this.#pending++;
    const run: Promise<unknown> = this.#do(operation, mine).finally(() => {
      this.#pending--;
      mine.running.delete(run);
    });
    mine.running.add(run);
  }

  /** @returns time of success; undefined: nothing to do, or no success */
  async #do(
    operation: Operation,
    mine: Recorder,
    probe?: { end: number; pauseMs: number },
  ): Promise<number | undefined> {
    const call = await operation.make();
    if (!call) return undefined;
    const write = call.entry && this.#options.ledger.begin(call.entry);
    const { end, pauseMs } = probe ?? { end: Date.now() + GIVE_UP_MS, pauseMs: PAUSE_MS };
    for (;;) {
      const { id, retryMs = 0 } = await this.#once(operation, call, mine);
      if (id !== undefined) {
        if (write) this.#options.ledger.acknowledge(write, id);
        return Date.now();
      }
      const isOver = probe ? false : !write || this.#timer === undefined;
      if (isOver || Date.now() > end) return undefined;
      await sleep(this.#options.honoursRetryAfter && !probe ? Math.max(pauseMs, retryMs) : pauseMs);
    }
  }

  /** @returns the result of `check`, absent on failure; and the requested delay */
  async #once(operation: Operation, call: Call, mine: Recorder): Promise<{ id?: string; retryMs?: number }> {
    const at = Date.now();
    mine.requests++;
    const fail = (kind: FailureKind, error: unknown, retryMs?: number): { retryMs?: number } => {
      mine.failures.push({ operation: operation.name, kind, at, reason: reasonOf(error) });
      return retryMs === undefined ? {} : { retryMs };
    };
    let answer: Answer;
    try {
      answer = await this.#options.send(call);
    } catch (error) {
      return fail('unanswered', error);
    }
    if (answer.resent) mine.resent++;
    if (answer.status >= 300) return fail(kindOf(answer), sentenceOf(answer), retryMsOf(answer));
    try {
      const id = operation.check(answer);
      const known = mine.latencies.get(operation.name);
      if (known) known.push(Date.now() - at);
      else mine.latencies.set(operation.name, [Date.now() - at]);
      return { id };
    } catch (error) {
      return fail('wrong', error);
    }
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);

const sentenceOf = ({ status, body }: Answer): string =>
  `${status} ${body.toString('utf8', 0, 300).replaceAll(/\s+/g, ' ')}`;

/** Requested delay in milliseconds; the header has seconds. */
const retryMsOf = ({ headers }: Answer): number | undefined => {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
};

/** Bad Gateway and Gateway Timeout: an intermediary got no response. */
const NO_ANSWER = [502, 504];

const kindOf = ({ status, headers }: Answer): FailureKind => {
  if (headers['retry-after'] !== undefined) return 'refused';
  return NO_ANSWER.includes(status) ? 'unanswered' : 'wrong';
};

async function settled({ running }: Recorder): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
