/** A value at a moment, in seconds since the begin. */
export interface Point {
  at: number;
  value: number;
}

/** Whether values stay level or grow. */
export interface Trend {
  /** Values at the begin and at the end of the straight line through them. */
  from: number;
  to: number;
  grows: boolean;
}

export interface TrendOptions {
  /** Growth over the whole time that counts as none: share of the first value, and as much at least. */
  share: number;
  atLeast: number;
}

/** Pairs of points whose slopes are compared at most: every one of an hour's samples. */
const MOST_POINTS = 400;

/**
 * Theil-Sen: the median of the slopes between all pairs of points, which peaks of work and of garbage do not move.
 *
 * @returns growth a second; 0 for fewer than two points
 */
export function slope(points: readonly Point[]): number {
  const every = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  const some = points.filter((_, n) => n % every === 0);
  const slopes = some.flatMap((a, n) =>
    some.slice(n + 1).flatMap((b) => (b.at > a.at ? [(b.value - a.value) / (b.at - a.at)] : [])),
  );
  return median(slopes);
}

const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  return sorted.length === 0 ? 0 : ((sorted[Math.floor(half)] ?? 0) + (sorted[Math.ceil(half)] ?? 0)) / 2;
};

/** Whether the last quarter still lies above the third: what settles grew in the first half and stays in the second. */
function stillGrows(points: readonly Point[]): boolean {
  const quarter = Math.floor(points.length / 4);
  if (quarter < 2) return true;
  const of = (from: number): number => median(points.slice(from, from + quarter).map(({ value }) => value));
  return of(points.length - quarter) > of(points.length - 2 * quarter);
}

/** Looks whether values grow over the time that they were taken in, more than noise does. */
export function trend(points: readonly Point[], { share, atLeast }: TrendOptions): Trend {
  const first = points[0]?.at ?? 0;
  const duration = (points.at(-1)?.at ?? 0) - first;
  const growth = slope(points) * duration;
  const middle = median(points.map(({ value }) => value));
  const from = middle - growth / 2;
  const grows = growth > Math.max(atLeast, share * Math.max(0, from)) && stillGrows(points);
  return { from, to: middle + growth / 2, grows };
}
