import type { Area } from './page.js';

/** Pages with the same area before it counts as a logo. */
const MOST = 3;
/** Cells along each side of the page. */
const CELLS = 200;

/** Areas at the same place of several pages. */
export class Repeats {
  readonly #times = new Map<string, number>();

  /** @returns whether enough pages before had it */
  add({ x, y, width, height }: Area, page: { width: number; height: number }): boolean {
    const across = [x, width].map((pixels) => Math.round((pixels / page.width) * CELLS));
    const down = [y, height].map((pixels) => Math.round((pixels / page.height) * CELLS));
    const key = [...across, ...down].join();
    const before = this.#times.get(key) ?? 0;
    this.#times.set(key, before + 1);
    return before >= MOST;
  }
}
