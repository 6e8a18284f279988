import type { Logger } from './logger.js';

/**
 * Milliseconds between looks for what a process that ended has left to do, where whoever asks for work wakes its sweep anyway:
 * looking more often only keeps an idle database busy (docs/decisions/0030).
 */
export const IDLE_LOOK_MS = 5_000;

export interface SweepOptions {
  /** What is done, for the log, e.g. `sending what outboxes hold`. */
  what: string;
  /** Milliseconds between the end of a run and the start of the next one. */
  everyMs: number;
  /**
   * Milliseconds from the beginning of a run to that of one that `wake` asks for, at least: what is asked for meanwhile is
   * done by that one run. 0 when absent.
   */
  pauseMs?: number;
  /** Runs once as soon as it is started, instead of after the first wait. */
  atOnce?: boolean;
  /** One run. Long ones look at the signal, which is aborted by `stop`. */
  run: (signal: AbortSignal) => Promise<void>;
  log: Logger;
}

/** Work done repeatedly, never twice at the same time. A run that fails is
 * logged, once until one succeeds, and the next one comes all the same. */
export interface Sweep {
  start(): void;
  /** Has a run begin now, or as soon as the one under way and the pause after it are over. Never throws. */
  wake(): void;
  /** Begins no run any more and waits for the one under way. */
  stop(): Promise<void>;
}

/** Makes a sweep. It does not keep the process alive. */
export function createSweep({ what, everyMs, pauseMs = 0, atOnce = false, run, log }: SweepOptions): Sweep {
  const stopping = new AbortController();
  let isStarted = false;
  let isWanted = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let hasFailed = false;
  /** When the newest run began, by the clock of `performance`. */
  let begun = -Infinity;

  async function runOnce(): Promise<void> {
    try {
      await run(stopping.signal);
      if (hasFailed) log.info(`${what} works again`);
      hasFailed = false;
    } catch (error) {
      // one line for as long as it fails, not one for each run
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
