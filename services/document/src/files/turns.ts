/** Runs at most so many things at a time; the others wait in the order they came. */
export class Turns {
  private busy = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly atOnce: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy < this.atOnce) this.busy++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      // the turn passes on to whoever waits: nobody who comes meanwhile takes it
      const next = this.waiting.shift();
      if (next) next();
      else this.busy--;
    }
  }
}
