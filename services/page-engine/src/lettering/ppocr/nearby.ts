interface Place {
  x: number;
  y: number;
}

/** Pixels of a side of a cell. */
const CELL = 128;

/** Things of a picture by where they are, so that neighbours are found without asking all of them. */
export class Nearby<T> {
  readonly #cells = new Map<string, T[]>();

  /** @param reach pixels to each side that the thing covers */
  add(thing: T, place: Place, reach: number): void {
    for (const key of keysOf(place, reach)) {
      const list = this.#cells.get(key);
      if (list) list.push(thing);
      else this.#cells.set(key, [thing]);
    }
  }

  /** Things that may cover a place. */
  at(place: Place): readonly T[] {
    return this.#cells.get(keysOf(place, 0)[0] ?? '') ?? [];
  }

  /** Things that may cover a place up to so many pixels away, each once. */
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
