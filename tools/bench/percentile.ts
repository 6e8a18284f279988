/**
 * The value that so many percent of all values do not exceed (nearest rank); undefined for no values.
 *
 * @param percent above 0, at most 100
 */
export function percentile(values: readonly number[], percent: number): number | undefined {
  if (!(percent > 0 && percent <= 100)) throw new RangeError('a percentile is above 0 and at most 100');
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1];
}
