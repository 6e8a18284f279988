import type { Logger } from './logger.js';

export interface ThrottledTaskOptions {
  /** Description for the log, e.g. `counting a project's pages`. */
  what: string;
  /** Minimum milliseconds between two runs for the same key. */
  gapMs: number;
  log: Logger;
}

/** Milliseconds before a failed run is retried. */
const RETRY_MS = 5_000;

/**
 * Coalesces requests per key, such as recounts after a burst of events: runs at once when the key is idle, else once
 * for all since. Pending requests are lost in a crash; callers persist what must survive.
 */
export class ThrottledTask {
  readonly #work: (key: string) => Promise<void>;
  readonly #o: ThrottledTaskOptions;
  /** Keys that are running or within their gap. */
  readonly #busy = new Map<string, { again: boolean; timer?: NodeJS.Timeout; run?: Promise<void> }>();
  #stopped = false;

  constructor(work: (key: string) => Promise<void>, options: ThrottledTaskOptions) {
    this.#work = work;
    this.#o = options;
  }

  /** Requests a run for the key that begins after this call. */
  request(key: string): void {
    if (this.#stopped) return;
    const state = this.#busy.get(key);
    if (state) state.again = true;
    else this.#run(key);
  }

  /**
   * Rejects new requests, waits for running work and runs pending requests at once, because no later process may do so.
   */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const { timer } of this.#busy.values()) clearTimeout(timer);
    await Promise.all(
      [...this.#busy].map(async ([key, state]) => {
        await state.run;
        if (!state.again) return;
        await this.#work(key).catch((error: unknown) =>
          this.#o.log.warn({ err: error, key }, `${this.#o.what} failed at the end`),
        );
      }),
    );
  }

  #run(key: string): void {
    const state: { again: boolean; timer?: NodeJS.Timeout; run?: Promise<void> } = { again: false };
    this.#busy.set(key, state);
    state.run = this.#work(key).then(
      () => this.#rest(key, state, this.#o.gapMs),
      (error: unknown) => {
        this.#o.log.warn({ err: error, key }, `${this.#o.what} failed, will be tried again`);
        state.again = true;
        this.#rest(key, state, RETRY_MS);
      },
    );
  }

  #rest(key: string, state: { again: boolean; timer?: NodeJS.Timeout }, ms: number): void {
    if (this.#stopped) return;
    state.timer = setTimeout(() => {
      this.#busy.delete(key);
      if (state.again) this.#run(key);
    }, ms);
  }
}
