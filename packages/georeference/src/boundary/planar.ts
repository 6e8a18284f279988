/** Rings on a plane, in metres. Rings are closed. */
import type { Point } from './metres.js';

export type PlanarRing = readonly Point[];

const cross = (o: Point, a: Point, b: Point): number => (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0]);

export function signedArea(ring: PlanarRing): number {
  let twice = 0;
  const [origin] = ring;
  if (!origin) return 0;
  for (let at = 1; at + 1 < ring.length; at++) twice += cross(origin, ring[at] ?? origin, ring[at + 1] ?? origin);
  return twice / 2;
}

export function centroid(ring: PlanarRing): Point {
  let [twice, x, y] = [0, 0, 0];
  const [origin = [0, 0] as const] = ring;
  for (let at = 1; at + 1 < ring.length; at++) {
    const [a, b] = [ring[at] ?? origin, ring[at + 1] ?? origin];
    const area = cross(origin, a, b);
    twice += area;
    x += (origin[0] + a[0] + b[0]) * area;
    y += (origin[1] + a[1] + b[1]) * area;
  }
  return twice === 0 ? origin : [x / (3 * twice), y / (3 * twice)];
}

/** By the even-odd rule over all rings of a part. */
export function isInside([x, y]: Point, rings: readonly PlanarRing[]): boolean {
  let inside = false;
  for (const ring of rings)
    for (let at = 0; at + 1 < ring.length; at++) {
      const [[ax, ay], [bx, by]] = [ring[at] ?? [0, 0], ring[at + 1] ?? [0, 0]];
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
  return inside;
}

/** The nearest point of a segment. */
export function nearestOn([px, py]: Point, [ax, ay]: Point, [bx, by]: Point): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((px - ax) * dx + (py - ay) * dy) / length));
  return [ax + along * dx, ay + along * dy];
}

export function metresToEdge(point: Point, a: Point, b: Point): number {
  const [x, y] = nearestOn(point, a, b);
  return Math.hypot(point[0] - x, point[1] - y);
}

/** Whether the boxes around two segments are farther apart than a margin. */
const areApart = (a: Point, b: Point, c: Point, d: Point, margin: number): boolean =>
  Math.max(a[0], b[0]) + margin < Math.min(c[0], d[0]) ||
  Math.max(c[0], d[0]) + margin < Math.min(a[0], b[0]) ||
  Math.max(a[1], b[1]) + margin < Math.min(c[1], d[1]) ||
  Math.max(c[1], d[1]) + margin < Math.min(a[1], b[1]);

/** Whether two segments cross, other than by touching. */
export function doCross(a: Point, b: Point, c: Point, d: Point): boolean {
  if (areApart(a, b, c, d, 0)) return false;
  return cross(a, b, c) * cross(a, b, d) < 0 && cross(c, d, a) * cross(c, d, b) < 0;
}

/** Square metres: collinear within rounding of coordinates. */
const FLAT = 1e-6;

/** Whether the way turns back at the middle corner. */
const turnsBack = (before: Point, at: Point, after: Point): boolean =>
  Math.abs(cross(before, at, after)) <= FLAT &&
  (at[0] - before[0]) * (after[0] - at[0]) + (at[1] - before[1]) * (after[1] - at[1]) < 0;

export interface SelfContact {
  what: 'turns back on itself at' | 'crosses itself near' | 'touches itself at';
  corner: Point;
}

/** Where a closed ring meets itself; null for a simple one. @param margin within which two points are one */
export function selfContact(ring: PlanarRing, margin: number): SelfContact | null {
  const count = ring.length - 1;
  const corner = (at: number): Point => ring[at % count] ?? [0, 0];
  for (let at = 0; at < count; at++)
    if (turnsBack(corner(at + count - 1), corner(at), corner(at + 1)))
      return { what: 'turns back on itself at', corner: corner(at) };
  for (let at = 0; at < count; at++) {
    const [a, b] = [corner(at), corner(at + 1)];
    for (let other = at + 2; other < count; other++) {
      if (at === 0 && other === count - 1) continue;
      const [c, d] = [corner(other), corner(other + 1)];
      if (areApart(a, b, c, d, margin)) continue;
      if (doCross(a, b, c, d)) return { what: 'crosses itself near', corner: b };
      if (metresToEdge(a, c, d) < margin) return { what: 'touches itself at', corner: a };
      if (metresToEdge(c, a, b) < margin) return { what: 'touches itself at', corner: c };
    }
  }
  return null;
}

/** A point well within a part, whatever its form. */
export function innerPoint(rings: readonly PlanarRing[]): Point {
  const heights = [...new Set(rings.flat().map(([, y]) => y))].sort((one, other) => one - other);
  let [low, gap] = [heights[0] ?? 0, 0];
  heights.slice(1).forEach((height, at) => {
    const before = heights[at] ?? height;
    if (height - before > gap) [low, gap] = [before, height - before];
  });
  const y = low + gap / 2;
  const crossings: number[] = [];
  for (const ring of rings)
    for (let at = 0; at + 1 < ring.length; at++) {
      const [[ax, ay], [bx, by]] = [ring[at] ?? [0, 0], ring[at + 1] ?? [0, 0]];
      if (ay > y !== by > y) crossings.push(((bx - ax) * (y - ay)) / (by - ay) + ax);
    }
  crossings.sort((one, other) => one - other);
  let [x, width] = [crossings[0] ?? 0, 0];
  for (let at = 0; at + 1 < crossings.length; at += 2) {
    const [left = 0, right = 0] = crossings.slice(at, at + 2);
    if (right - left > width) [x, width] = [(left + right) / 2, right - left];
  }
  return [x, y];
}
