/** Value that so many percent of all values do not exceed (nearest rank); undefined for no values. */
export function percentile(values: readonly number[], percent: number): number | undefined {
  if (!(percent > 0 && percent <= 100)) throw new RangeError('a percentile is above 0 and at most 100');
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1];
}

/** The mean of two middle values; undefined for none. */
export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = Float64Array.from(values).sort();
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] ?? NaN) + (sorted[Math.ceil(half)] ?? NaN)) / 2;
}

export const sumOf = (values: Iterable<number>): number => [...values].reduce((sum, value) => sum + value, 0);

/** Repeats of each word, the most frequent first. */
export function countsOf(words: Iterable<string>): [string, number][] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a);
}
