/** Semaphore with weights; waiters are served in order. */
export class Budget {
  private spent = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(private readonly total: number) {}

  async spend<T>(weight: number, work: () => Promise<T>): Promise<T> {
    while (this.spent > 0 && this.spent + weight > this.total) {
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
    this.spent += weight;
    try {
      return await work();
    } finally {
      this.spent -= weight;
      this.waiting.splice(0).forEach((resolve) => resolve());
    }
  }
}
