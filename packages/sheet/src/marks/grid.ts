import type { Rectangle } from '../geometry/shapes.js';

/** Image pixels: a few typical circles; a sheet of 6400 x 7600 has some 750 cells. */
const CELL = 256;

/** Items covering more cells are kept in a separate list, scanned by every search. */
const MAX_CELLS = 256;

interface Entry<T> {
  item: T;
  bounds: Rectangle;
  cells: number[];
  /** Last search that met it: deduplicates shapes in several cells. */
  search: number;
  /** Insertion order: later items are on top. */
  order: number;
}

/** Finds items whose bounds touch a rectangle, in square cells. Image pixels. */
export class MarkGrid<T> {
  private readonly entries = new Map<string, Entry<T>>();
  private readonly cells = new Map<number, Set<Entry<T>>>();
  private readonly large = new Set<Entry<T>>();
  private searches = 0;
  private orders = 0;

  get size(): number {
    return this.entries.size;
  }

  /** A moved item keeps its order. */
  put(key: string, item: T, bounds: Rectangle): void {
    const order = this.entries.get(key)?.order ?? (this.orders += 1);
    this.remove(key);
    const cells = cellsOf(bounds);
    const entry: Entry<T> = { item, bounds, cells: cells ?? [], search: 0, order };
    this.entries.set(key, entry);
    if (!cells) this.large.add(entry);
    for (const cell of entry.cells) {
      const held = this.cells.get(cell);
      if (held) held.add(entry);
      else this.cells.set(cell, new Set([entry]));
    }
  }

  remove(key: string): void {
    const entry = this.entries.get(key);
    if (!entry) return;
    this.entries.delete(key);
    this.large.delete(entry);
    for (const cell of entry.cells) {
      const held = this.cells.get(cell);
      held?.delete(entry);
      if (held?.size === 0) this.cells.delete(cell);
    }
  }

  within(area: Rectangle): T[] {
    this.searches += 1;
    const found: Entry<T>[] = [];
    const meet = (entry: Entry<T>): void => {
      if (entry.search === this.searches || !touches(entry.bounds, area)) return;
      entry.search = this.searches;
      found.push(entry);
    };
    const cells = cellsOf(area);
    if (cells && cells.length < this.cells.size) {
      for (const cell of cells) this.cells.get(cell)?.forEach(meet);
      this.large.forEach(meet);
    } else this.entries.forEach(meet);
    return found.sort((a, b) => a.order - b.order).map(({ item }) => item);
  }

  clear(): void {
    this.entries.clear();
    this.cells.clear();
    this.large.clear();
  }
}

function touches(a: Rectangle, b: Rectangle): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height;
}

/** Columns and rows start at -2^20, beyond the extent of any sheet. */
const MIDDLE = 2 ** 20;

/** Null if there are too many. */
function cellsOf({ x, y, width, height }: Rectangle): number[] | null {
  const left = Math.floor(x / CELL);
  const top = Math.floor(y / CELL);
  const right = Math.floor((x + width) / CELL);
  const bottom = Math.floor((y + height) / CELL);
  // also rejects NaN
  if (!((right - left + 1) * (bottom - top + 1) <= MAX_CELLS)) return null;
  const cells: number[] = [];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) cells.push((row + MIDDLE) * 2 * MIDDLE + column + MIDDLE);
  }
  return cells;
}
