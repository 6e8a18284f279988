/** A straight line through measured points. */
export interface LinearFit {
  /** Cost of one more page. */
  slope: number;
  /** Cost of a file before its first page. */
  intercept: number;
  /** 1: all points lie on the line. */
  r2: number;
}

export interface Point {
  x: number;
  y: number;
}

/**
 * The line of least squares.
 *
 * @throws RangeError for fewer than two different x
 */
export function linearFit(points: readonly Point[]): LinearFit {
  const mean = (of: (point: Point) => number): number => points.reduce((sum, p) => sum + of(p), 0) / points.length;
  const [meanX, meanY] = [mean((p) => p.x), mean((p) => p.y)];
  const xx = mean((p) => (p.x - meanX) ** 2);
  if (!(xx > 0)) throw new RangeError('a line needs two points with different x');
  const slope = mean((p) => (p.x - meanX) * (p.y - meanY)) / xx;
  const intercept = meanY - slope * meanX;
  const yy = mean((p) => (p.y - meanY) ** 2);
  const left = mean((p) => (p.y - intercept - slope * p.x) ** 2);
  return { slope, intercept, r2: yy === 0 ? 1 : 1 - left / yy };
}

/**
 * How many times dearer a page became: cost of one more page between the two largest x, over that between the two
 * smallest. 1 is linear; a cost that grows with the square gives 10 for 10, 100 and 1,000 pages.
 *
 * @throws RangeError for fewer than three points
 */
export function marginalRatio(points: readonly Point[]): number {
  const sorted = [...points].sort((a, b) => a.x - b.x);
  const [a, b] = sorted;
  const [y, z] = sorted.slice(-2);
  if (sorted.length < 3 || !a || !b || !y || !z) throw new RangeError('growth needs three points');
  return ((z.y - y.y) / (z.x - y.x) / (b.y - a.y)) * (b.x - a.x);
}
