import { median as medianOf } from '../harness/statistics.js';

const median = (values: readonly number[]): number => medianOf(values) ?? 0;

export interface Point {
  at: number;
  value: number;
}

export interface Trend {
  /** Values at the start and end of the fitted line. */
  from: number;
  to: number;
  grows: boolean;
}

export interface TrendOptions {
  /** Growth over the whole time that counts as noise: a share of the first value, and a minimum. */
  share: number;
  atLeast: number;
}

/** Maximum number of points that are compared in pairs: all samples of an hour. */
const MOST_POINTS = 400;

/** Theil-Sen estimator: the median slope of all pairs of points, insensitive to peaks of work and garbage. */
export function slope(points: readonly Point[]): number {
  const every = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  const some = points.filter((_, n) => n % every === 0);
  const slopes = some.flatMap((a, n) =>
    some.slice(n + 1).flatMap((b) => (b.at > a.at ? [(b.value - a.value) / (b.at - a.at)] : [])),
  );
  return median(slopes);
}

/** Whether the last quarter is above the third: a value that settles grows only in the first half. */
function stillGrows(points: readonly Point[]): boolean {
  const quarter = Math.floor(points.length / 4);
  if (quarter < 2) return true;
  const of = (from: number): number => median(points.slice(from, from + quarter).map(({ value }) => value));
  return of(points.length - quarter) > of(points.length - 2 * quarter);
}

export function trend(points: readonly Point[], { share, atLeast }: TrendOptions): Trend {
  const first = points[0]?.at ?? 0;
  const duration = (points.at(-1)?.at ?? 0) - first;
  const growth = slope(points) * duration;
  const middle = median(points.map(({ value }) => value));
  const from = middle - growth / 2;
  const grows = growth > Math.max(atLeast, share * Math.max(0, from)) && stillGrows(points);
  return { from, to: middle + growth / 2, grows };
}
