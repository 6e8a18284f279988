/** Runs at most so many things at a time; the others wait in the order they came. */
export class Turns {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  /** @param signal aborted: what still waits leaves the queue, and rejects with the signal's reason */
  async run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    signal?.throwIfAborted();
    if (this.busy < this.atOnce) this.busy++;
    else await this.turn(signal);
    try {
      return await work();
    } finally {
      // the turn passes on to whoever waits: nobody who comes meanwhile takes it
      const next = this.waiting.shift();
      if (next) next();
      else this.busy--;
    }
  }

  private turn(signal: AbortSignal | undefined): Promise<void> {
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
