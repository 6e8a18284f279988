import type { Logger } from './logger.js';

/**
 * Milliseconds between checks for work left by ended processes, where new work wakes its sweep: polling more often only
 * loads the database (decision 0030).
 */
export const IDLE_LOOK_MS = 5_000;

export interface SweepOptions {
  /** Description for the log, e.g. `sending what outboxes hold`. */
  what: string;
  /** Milliseconds between the end of a run and the start of the next. */
  everyMs: number;
  /**
   * Minimum milliseconds between the start of a run and one requested by `wake`; requests in between are combined.
   * Default 0.
   */
  pauseMs?: number;
  /** Runs immediately on start, instead of after the first interval. */
  atOnce?: boolean;
  /** One run. Long ones check the signal, aborted by `stop`. */
  run: (signal: AbortSignal) => Promise<void>;
  log: Logger;
}

/** Repeated work without overlap. A failure is logged once until a run succeeds; the next run comes regardless. */
export interface Sweep {
  start(): void;
  /** Starts a run now, or after the current one and its pause. Never throws. */
  wake(): void;
  /** Stops and waits for the current run. */
  stop(): Promise<void>;
}

/** Creates a sweep. It does not keep the process alive. */
export function createSweep({ what, everyMs, pauseMs = 0, atOnce = false, run, log }: SweepOptions): Sweep {
  const stopping = new AbortController();
  let isStarted = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let hasFailed = false;
  /** Start of the latest run, by the clock of `performance`. */
  let begun = -Infinity;

  async function runOnce(): Promise<void> {
    try {
      await run(stopping.signal);
      if (hasFailed) log.info(`${what} works again`);
      hasFailed = false;
    } catch (error) {
      // log only the first of consecutive failures
      log[hasFailed ? 'debug' : 'warn']({ err: error }, `${what} failed, will try again`);
      hasFailed = true;
    }
    running = undefined;
    if (stopping.signal.aborted) return;
    if (isWanted) beginSoon();
    else if (isStarted) wait();
  }

  function begin(): void {
    clearTimeout(timer);
    isWanted = false;
    begun = performance.now();
    running = runOnce();
  }

  function beginSoon(): void {
    const restMs = begun + pauseMs - performance.now();
    if (restMs <= 0) return begin();
    clearTimeout(timer);
    timer = setTimeout(begin, restMs).unref();
  }

  function wait(): void {
    timer = setTimeout(begin, everyMs).unref();
  }

  function wake(): void {
    if (stopping.signal.aborted) return;
    if (running) isWanted = true;
    else beginSoon();
  }

  return {
    wake,
    start() {
      isStarted = true;
      if (atOnce) wake();
      else if (!running) wait();
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
