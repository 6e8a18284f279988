import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '../../bench/percentile.js';
import type { Ledger, Write } from './ledger.js';
import type { Answer, Parts } from './site.js';

/** A request as an operation describes it. */
export interface Call extends Parts {
  method: string;
  path: string;
}

/** Sends one request. @throws Error without an answer */
export type Send = (call: Call) => Promise<Answer>;

/** Something that is done again and again. */
export interface Operation {
  name: string;
  /** Undefined: there is nothing to do yet. */
  make: () => Promise<Call | undefined> | Call | undefined;
  /** Present for what makes something: it is sent again, the same, until it is acknowledged. */
  write?: (call: Call) => Write;
  /**
   * The id that the answer tells of what was made; whatever of what was read.
   *
   * @throws Error when the answer is not what it must be
   */
  check: (answer: Answer) => string;
}

/**
 * refused: asked to come again (Retry-After), which is polite; unanswered: the connection broke, or there was no answer in time;
 * wrong: any other answer than the right one, a fault.
 */
export type FailureKind = 'refused' | 'unanswered' | 'wrong';

/** A request that was not answered as it must be. */
export interface Failure {
  operation: string;
  kind: FailureKind;
  /** Milliseconds since the epoch at which it was sent. */
  at: number;
  /** Status and sentence, or why there was no answer. */
  reason: string;
}

/** What happened to requests that began in a stretch of time. */
export interface Stretch {
  seconds: number;
  requests: number;
  failures: Failure[];
  /** See {@link Answer.resent}. */
  resent: number;
  /** Milliseconds of 50 and of 99 percent of the answers. */
  p50: number;
  p99: number;
  /** Of 99 percent of the answers of each operation. */
  p99Of: Readonly<Record<string, number>>;
  /** Turns that were left out because too many requests waited for an answer. */
  skipped: number;
  /** Longest time without a good answer, seconds. */
  longestSilence: number;
}

/** When one kind of request was answered well again. */
export interface Back {
  operation: string;
  /** Since the fault. */
  seconds: number;
}

export interface LoadOptions {
  send: Send;
  ledger: Pick<Ledger, 'acknowledge'>;
  /** In the order in which they are done; the same one may stand in it often. */
  operations: readonly Operation[];
  perSecond: number;
  /** Waits as long as a refusal says before it sends a write again, as programs of others do; else shorter, to see when service is back. */
  isPatient?: boolean;
}

/** Requests without an answer at a time: a server that does not answer must not fill our memory. */
const MAX_WAITING = 200;
/** Pause before a write is sent again, milliseconds. */
const PAUSE_MS = 500;
/** Pause before a request that is to tell whether service is back is sent again, milliseconds. */
const PROBE_MS = 250;
/** A write that is not acknowledged after so long is given up; it may be there or not. */
const GIVE_UP_MS = 120_000;

interface Recorder {
  began: number;
  requests: number;
  failures: Failure[];
  resent: number;
  latencies: Map<string, number[]>;
  skipped: number;
  lastGood: number;
  longestSilence: number;
  running: Set<Promise<unknown>>;
}

const recorder = (): Recorder => ({
  began: Date.now(),
  requests: 0,
  failures: [],
  resent: 0,
  latencies: new Map(),
  skipped: 0,
  lastGood: Date.now(),
  longestSilence: 0,
  running: new Set(),
});

/** Sends so many requests a second, whether the server keeps up or not, and remembers every one that failed. */
export class Load {
  readonly #options: LoadOptions;
  #recorder = recorder();
  #timer: NodeJS.Timeout | undefined;
  #turn = 0;
  #waiting = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#next(), 1000 / this.#options.perSecond);
  }

  /** Stops sending and waits for what was sent. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await settled(this.#recorder);
  }

  /** What happens to the requests that begin while something else is done; waits for their answers. */
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
    const longestSilence = Math.max(mine.longestSilence, Date.now() - mine.lastGood) / 1000;
    return { seconds, requests, failures, resent, p50: at(50), p99: at(99), p99Of, skipped, longestSilence };
  }

  /**
   * Sends one of each operation, again and again until it is answered well.
   *
   * @param since when the fault was, or ended; milliseconds since the epoch
   * @returns the seconds it took each; Infinity for one that never was
   */
  async back(since: number, withinMs: number): Promise<Back[]> {
    const distinct = new Map(this.#options.operations.map((operation) => [operation.name, operation]));
    const mine = this.#recorder;
    const found = await Promise.all(
      [...distinct.values()].map(async (operation): Promise<Back | undefined> => {
        const end = since + withinMs;
        const answered = await this.#do(operation, mine, { end, pauseMs: PROBE_MS });
        // nothing to do: no annotation, say, that could be read
        if (answered === undefined && Date.now() < end) return undefined;
        return { operation: operation.name, seconds: ((answered ?? Infinity) - since) / 1000 };
      }),
    );
    return found.filter((one) => one !== undefined);
  }

  #next(): void {
    const { operations } = this.#options;
    const operation = operations[this.#turn++ % operations.length];
    if (!operation) return;
    const mine = this.#recorder;
    if (this.#waiting >= MAX_WAITING) {
      mine.skipped++;
      return;
    }
    this.#waiting++;
    const run: Promise<unknown> = this.#do(operation, mine).finally(() => {
      this.#waiting--;
      mine.running.delete(run);
    });
    mine.running.add(run);
  }

  /** @returns when it was answered well; undefined: there was nothing to do, or it never was */
  async #do(
    operation: Operation,
    mine: Recorder,
    probe?: { end: number; pauseMs: number },
  ): Promise<number | undefined> {
    const call = await operation.make();
    if (!call) return undefined;
    const write = operation.write?.(call);
    const { end, pauseMs } = probe ?? { end: Date.now() + GIVE_UP_MS, pauseMs: PAUSE_MS };
    for (;;) {
      const { id, retryMs = 0 } = await this.#once(operation, call, mine);
      if (id !== undefined) {
        if (write) this.#options.ledger.acknowledge(write, id);
        return Date.now();
      }
      const isOver = probe ? false : !write || this.#timer === undefined;
      if (isOver || Date.now() > end) return undefined;
      await sleep(this.#options.isPatient && !probe ? Math.max(pauseMs, retryMs) : pauseMs);
    }
  }

  /** @returns what `check` found, absent when it failed; and how long the answer asked to wait */
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
      const now = Date.now();
      const known = mine.latencies.get(operation.name);
      if (known) known.push(now - at);
      else mine.latencies.set(operation.name, [now - at]);
      mine.longestSilence = Math.max(mine.longestSilence, now - mine.lastGood);
      mine.lastGood = now;
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

/** Milliseconds that a refusal asks to wait; it says seconds. */
const retryMsOf = ({ headers }: Answer): number | undefined => {
  const seconds = Number(headers['retry-after'] ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : undefined;
};

/** Bad Gateway and Gateway Timeout: somebody on the way had no answer, either. */
const NO_ANSWER = [502, 504];

const kindOf = ({ status, headers }: Answer): FailureKind => {
  if (headers['retry-after'] !== undefined) return 'refused';
  return NO_ANSWER.includes(status) ? 'unanswered' : 'wrong';
};

async function settled({ running }: Recorder): Promise<void> {
  while (running.size > 0) await Promise.all(running);
}
