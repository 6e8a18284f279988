import type { Box } from './matrix.js';

/** Cells per side: a strip or tile of a scan covers several. */
const CELLS = 64;

/** Share of a page covered by boxes; overlaps count once per cell. */
export class Coverage {
  /** Covered share of each cell. */
  readonly #cells = new Float64Array(CELLS * CELLS);
  #sum = 0;

  constructor(private readonly page: Box) {}

  /** 0 to 1. */
  get share(): number {
    // full pages have rounding errors of each cell
    return Math.min(1, Math.round((this.#sum / this.#cells.length) * 1e6) / 1e6);
  }

  add([left, bottom, right, top]: Box): void {
    const [pageLeft, pageBottom, pageRight, pageTop] = this.page;
    const across = spans((left - pageLeft) / (pageRight - pageLeft), (right - pageLeft) / (pageRight - pageLeft));
    const up = spans((bottom - pageBottom) / (pageTop - pageBottom), (top - pageBottom) / (pageTop - pageBottom));
    for (const { cell: row, share: high } of up) {
      for (const { cell: column, share: wide } of across) {
        const at = row * CELLS + column;
        const before = this.#cells[at] ?? 0;
        const after = Math.min(1, before + high * wide);
        this.#cells[at] = after;
        this.#sum += after - before;
      }
    }
  }
}

/** Cells that an interval touches, with the covered share of each. */
function spans(from: number, to: number): { cell: number; share: number }[] {
  const [start, end] = [Math.max(0, from * CELLS), Math.min(CELLS, to * CELLS)];
  const touched: { cell: number; share: number }[] = [];
  for (let cell = Math.floor(start); cell < end; cell++)
    touched.push({ cell, share: Math.min(end, cell + 1) - Math.max(start, cell) });
  return touched;
}
