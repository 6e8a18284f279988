/** Maps pixels between sheets, for the time machine and stored alignments. Browser-safe: no protobuf. */

/** Full-resolution sheet pixels. */
export interface Point {
  x: number;
  y: number;
}

/** Similarity between sheets, as complex numbers: q = m p + t, x real, y (down) imaginary. */
export interface Similarity {
  /** real and imaginary part of m: scale times cosine and sine of the clockwise angle */
  re: number;
  im: number;
  x: number;
  y: number;
}

/** The same place on two sheets, each in its own pixels. */
export interface PointPair {
  from: Point;
  to: Point;
}

/** Pixels: closer points do not determine scale and angle. */
const LEAST_SPREAD = 1;

/** Minimum pairs for a meaningful residual. */
const LEAST_JUDGED = 3;

export const apply = ({ re, im, x, y }: Similarity, p: Point): Point => ({
  x: re * p.x - im * p.y + x,
  y: im * p.x + re * p.y + y,
});

export const scaleOf = ({ re, im }: Similarity): number => Math.hypot(re, im);

/** Rotation from the first to the second sheet, degrees clockwise in (-180, 180]. */
export const degreesOf = ({ re, im }: Similarity): number => (Math.atan2(im, re) * 180) / Math.PI;

export function inverse({ re, im, x, y }: Similarity): Similarity {
  const square = re * re + im * im;
  const m = { re: re / square, im: -im / square };
  return { ...m, x: -(m.re * x - m.im * y), y: -(m.im * x + m.re * y) };
}

const meanOf = (points: readonly Point[]): Point => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
});

/** Least-squares similarity. With coincident pairs only the translation is fitted. */
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

/** Root mean square distance of the pairs after the fit, in pixels of the second sheet. */
export function misfit(pairs: readonly PointPair[], fit: Similarity): number {
  if (pairs.length === 0) return 0;
  const squares = pairs.map(({ from, to }) => {
    const there = apply(fit, from);
    return (there.x - to.x) ** 2 + (there.y - to.y) ** 2;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

/**
 * Residual of the fit; two pairs always fit exactly, so it needs three.
 *
 * @returns pixels of the second sheet; null for fewer than three pairs
 */
export const residualOf = (pairs: readonly PointPair[], fit: Similarity): number | null =>
  pairs.length < LEAST_JUDGED ? null : misfit(pairs, fit);

/** Initial alignment: equal widths, centred. */
export function sameWidth(from: { width: number; height: number }, to: { width: number; height: number }): Similarity {
  const scale = to.width / from.width;
  return { re: scale, im: 0, x: 0, y: to.height / 2 - (scale * from.height) / 2 };
}
