/**
 * How the pixels of one sheet lie on another: what the time machine moves two sheets by, and what an alignment that is
 * stored is judged by. Plain functions; browsers import this file: it knows no protobuf.
 */

/** A point of a sheet, in pixels of its full picture. */
export interface Point {
  x: number;
  y: number;
}

/**
 * A four-parameter transformation of one sheet's pixels into another's: turn, stretch evenly, move. As a complex number:
 * q = m p + t, where x is the real part and y (down) the imaginary one.
 */
export interface Similarity {
  /** real and imaginary part of m: scale times cosine and sine of the angle, clockwise as seen */
  re: number;
  im: number;
  x: number;
  y: number;
}

/** The same place on two sheets, each in image pixels of its own. */
export interface PointPair {
  from: Point;
  to: Point;
}

/** Image pixels: points nearer to each other than this say nothing about scale and angle. */
const LEAST_SPREAD = 1;

/** Pairs that a residual says something of, at least. */
const LEAST_JUDGED = 3;

/** Where a point of the first sheet lies on the second, in the second one's pixels. */
export const apply = ({ re, im, x, y }: Similarity, p: Point): Point => ({
  x: re * p.x - im * p.y + x,
  y: im * p.x + re * p.y + y,
});

/** How much longer a line of the first sheet is on the second. */
export const scaleOf = ({ re, im }: Similarity): number => Math.hypot(re, im);

/** The angle a line of the first sheet is turned by on the second, degrees clockwise, above -180 up to 180. */
export const degreesOf = ({ re, im }: Similarity): number => (Math.atan2(im, re) * 180) / Math.PI;

/** The way back. */
export function inverse({ re, im, x, y }: Similarity): Similarity {
  const square = re * re + im * im;
  const m = { re: re / square, im: -im / square };
  return { ...m, x: -(m.re * x - m.im * y), y: -(m.im * x + m.re * y) };
}

const meanOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/**
 * The similarity that brings the points of one sheet nearest to their partners on the other: least squares, exact for two
 * pairs. With one pair, or pairs that are all one place, only the move is theirs; turn and stretch stay as in `initial`.
 */
export function fitSimilarity(pairs: readonly PointPair[], initial: Similarity): Similarity {
  if (pairs.length === 0) return initial;
  const from = meanOf(pairs.map((pair) => pair.from));
  const to = meanOf(pairs.map((pair) => pair.to));
  let spread = 0;
  let re = 0;
  let im = 0;
  for (const pair of pairs) {
    const p = { x: pair.from.x - from.x, y: pair.from.y - from.y };
    const q = { x: pair.to.x - to.x, y: pair.to.y - to.y };
    spread += p.x * p.x + p.y * p.y;
    re += p.x * q.x + p.y * q.y;
    im += p.x * q.y - p.y * q.x;
  }
  const known = spread > LEAST_SPREAD ** 2 && Math.hypot(re, im) > 0;
  const m = known ? { re: re / spread, im: im / spread } : { re: initial.re, im: initial.im };
  return { ...m, x: to.x - (m.re * from.x - m.im * from.y), y: to.y - (m.im * from.x + m.re * from.y) };
}

/** How far the pairs still lie apart after the fit: the root mean square, in pixels of the second sheet. */
export function misfit(pairs: readonly PointPair[], fit: Similarity): number {
  if (pairs.length === 0) return 0;
  const squares = pairs.map(({ from, to }) => {
    const there = apply(fit, from);
    return (there.x - to.x) ** 2 + (there.y - to.y) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

/**
 * How far the pairs still lie apart, where that can be told: two pairs always fit exactly, whoever clicked them and where.
 *
 * @returns pixels of the second sheet; null for fewer than three pairs
 */
export const residualOf = (pairs: readonly PointPair[], fit: Similarity): number | null =>
  pairs.length < LEAST_JUDGED ? null : misfit(pairs, fit);

/** Before anybody aligned them: two sheets laid over each other at the same width, middle on middle. */
export function sameWidth(from: { width: number; height: number }, to: { width: number; height: number }): Similarity {
  const scale = to.width / from.width;
  return { re: scale, im: 0, x: 0, y: to.height / 2 - (scale * from.height) / 2 };
}
