import type { Logger } from './logger.js';

export interface CoalescedOptions {
  /** What is done, for the log, e.g. `counting a project's pages`. */
  what: string;
  /** Milliseconds of rest between two runs for the same key. */
  gapMs: number;
  log: Logger;
}

/** Milliseconds before a run that failed is tried again. */
const RETRY_MS = 5_000;

/**
 * Work by key that is asked for much more often than it has to be done, such as counting what a burst of events changed:
 * done at once when the key was at rest, otherwise once for all that was asked meanwhile. What must survive a crash has
 * to be written down by who asks.
 */
export class Coalesced {
  readonly #work: (key: string) => Promise<void>;
  readonly #o: CoalescedOptions;
  /** Keys at work or at rest after it. */
  readonly #busy = new Map<string, { again: boolean; timer?: NodeJS.Timeout; run?: Promise<void> }>();
  #stopped = false;

  constructor(work: (key: string) => Promise<void>, options: CoalescedOptions) {
    this.#work = work;
    this.#o = options;
  }

  /** Sees to it that the work is done for a key by a run that begins after this call. */
  ask(key: string): void {
    if (this.#stopped) return;
    const state = this.#busy.get(key);
    if (state) state.again = true;
    else this.#run(key);
  }

  /**
   * Takes nothing more, waits for what is in flight and does at once what was asked for meanwhile: this process may have no
   * successor that would. What fails now is not tried again.
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
