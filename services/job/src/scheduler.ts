import type { Logger } from '@symbio/kit';

/** Calls a sweep again and again, never twice at the same time. A sweep that fails is logged and tried at the next turn. */
export class Scheduler {
  readonly #sweep: () => Promise<void>;
  readonly #everyMs: number;
  readonly #log: Logger;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(sweep: () => Promise<void>, everyMs: number, log: Logger) {
    this.#sweep = sweep;
    this.#everyMs = everyMs;
    this.#log = log;
  }

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#sweep()
        .catch((error: unknown) => this.#log.warn({ err: error }, 'sweep failed, will try again'))
        .then(() => {
          if (!this.#stopped) this.start();
        });
    }, this.#everyMs);
  }

  /** Waits for a sweep in hand. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#timer);
    await this.#running;
  }
}
