/** Lets so many pieces of work run at a time in this process, whatever their kind; first come, first served. */
export class Slots {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Runs `work` when there is room. @throws the signal's reason when it is aborted before that */
  async use<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    while (this.#free === 0) {
      signal.throwIfAborted();
      await this.#turn(signal);
    }
    signal.throwIfAborted();
    this.#free--;
    try {
      return await work();
    } finally {
      this.#free++;
      this.#waiting.shift()?.();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        signal.removeEventListener('abort', go);
        resolve();
      };
      signal.addEventListener('abort', go, { once: true });
      this.#waiting.push(go);
    });
  }
}
