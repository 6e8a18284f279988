/** What is undone at the end, the last first, whatever happened. */
export class Undoing {
  readonly #steps: (() => Promise<unknown>)[] = [];

  push(step: () => Promise<unknown>): void {
    this.#steps.push(step);
  }

  async all(): Promise<void> {
    for (let step = this.#steps.pop(); step; step = this.#steps.pop())
      await step().catch((error: unknown) => console.error(error));
  }
}
