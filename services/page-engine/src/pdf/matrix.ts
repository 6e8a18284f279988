/** As in PDF: a point (x, y) becomes (a x + c y + e, b x + d y + f). */
export type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];
export type Box = [left: number, bottom: number, right: number, top: number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `a`, then `b`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  return [
    a[0] * b[0] + a[1] * b[2],
    a[0] * b[1] + a[1] * b[3],
    a[2] * b[0] + a[3] * b[2],
    a[2] * b[1] + a[3] * b[3],
    a[4] * b[0] + a[5] * b[2] + b[4],
    a[4] * b[1] + a[5] * b[3] + b[5],
  ];
}

/** Bounds of the unit square, in which PDF places pictures. */
export function boundsOf([a, b, c, d, e, f]: Matrix): Box {
  const xs = [e, e + a, e + c, e + a + c];
  const ys = [f, f + b, f + d, f + b + d];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}
