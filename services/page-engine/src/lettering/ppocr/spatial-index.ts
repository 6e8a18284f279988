interface Place {
  x: number;
  y: number;
}

/** Cell side in pixels. */
const CELL = 128;

export class SpatialIndex<T> {
  readonly #cells = new Map<string, T[]>();

  /** @param reach pixels covered to each side */
  add(thing: T, place: Place, reach: number): void {
    for (const key of keysOf(place, reach)) {
      const list = this.#cells.get(key);
      if (list) list.push(thing);
      else this.#cells.set(key, [thing]);
    }
  }

  at(place: Place): readonly T[] {
    return this.#cells.get(keysOf(place, 0)[0] ?? '') ?? [];
  }

  /** Items within `reach` pixels of a place, each once. */
  around(place: Place, reach: number): T[] {
    return [...new Set(keysOf(place, reach).flatMap((key) => this.#cells.get(key) ?? []))];
  }
}

function keysOf({ x, y }: Place, reach: number): string[] {
  const keys: string[] = [];
  const cellOf = (value: number): number => Math.floor(value / CELL);
  for (let column = cellOf(x - reach); column <= cellOf(x + reach); column++)
    for (let row = cellOf(y - reach); row <= cellOf(y + reach); row++) keys.push(`${column}/${row}`);
  return keys;
}
