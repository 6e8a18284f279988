/** A stream of numbers in [0, 1). */
export type Random = () => number;

/**
 * A stream that depends on its keys alone, so that a lot keeps its building whatever is drawn before it
 * (FNV-1a over the keys, then mulberry32; both are public-domain constructions).
 */
export function randomFor(...keys: readonly (string | number)[]): Random {
  let hash = 0x811c9dc5;
  for (const char of keys.join('|')) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193);
  let state = hash >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A number in [low, high). */
export const between = (random: Random, low: number, high: number): number => low + random() * (high - low);

/** A whole number in [low, high]. */
export const wholeBetween = (random: Random, low: number, high: number): number =>
  low + Math.floor(random() * (high - low + 1));

/** One of a list that is never empty. */
export function pick<T>(random: Random, list: readonly T[]): T {
  const item = list[Math.floor(random() * list.length)];
  if (item === undefined) throw new RangeError('pick() needs a list with at least one item');
  return item;
}

/** The list in another order; the list itself stays as it was. */
export function shuffled<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}
