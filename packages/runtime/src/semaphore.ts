/** Semaphore with a FIFO queue. Unlike p-queue, it frees a slot when the work has ended, not when the signal aborts. */
export class Semaphore {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  /** @param signal when aborted, waiting work leaves the queue and rejects with the signal's reason */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.busy < this.atOnce) this.busy++;
    else await this.wait(signal);
    try {
      return await work();
    } finally {
      // hand the slot to the next waiter, so a new caller cannot take it
      const next = this.waiting.shift();
      if (next) next();
      else this.busy--;
    }
  }

  private wait(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(signal?.reason as Error);
      };
      const begin = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      signal?.addEventListener('abort', leave, { once: true });
      this.waiting.push(begin);
    });
  }
}
