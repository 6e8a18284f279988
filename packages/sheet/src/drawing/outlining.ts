/** Drawing a polygon corner by corner. Image pixels. Pure functions. */
import { polygonFault } from '@symbio/proto/annotation/outlines';
import { MAX_POLYGON_POINTS, MIN_POLYGON_POINTS } from '@symbio/proto/limits';
import { distance, isLargeEnough } from '../geometry/geometry.js';
import type { Point } from '../geometry/geometry.js';

export interface Outlining {
  kind: 'outlining';
  corners: readonly Point[];
  pointer: Point;
  /** The pointer is down: releasing it elsewhere adds a corner. */
  isDown: boolean;
}

export type OutliningStep =
  | { outlining: Outlining | null; refusal?: string }
  | { outlining: null; points: readonly Point[] };

export const begun = (corner: Point): Outlining => ({
  kind: 'outlining',
  corners: [corner],
  pointer: corner,
  isDown: true,
});

/** Handles a press: adds a corner, or closes the polygon on the first corner or on the last one (double click). */
export function pressed(outlining: Outlining, point: Point, near: number): OutliningStep {
  const { corners } = outlining;
  const [first, last] = [corners[0], corners.at(-1)];
  const isLast = last !== undefined && distance(last, point) <= near;
  const isFirst = first !== undefined && distance(first, point) <= near;
  if (corners.length >= MIN_POLYGON_POINTS && (isFirst || isLast)) return closed(outlining);
  if (isLast || isFirst) return { outlining: { ...outlining, isDown: false } };
  return withCorner({ ...outlining, isDown: true }, point);
}

/** Handles a release: adds a corner where the pointer was dragged to. */
export function lifted(outlining: Outlining, point: Point, near: number): OutliningStep {
  const last = outlining.corners.at(-1);
  const wasDragged = outlining.isDown && last !== undefined && distance(last, point) > near;
  const up = { ...outlining, isDown: false, pointer: point };
  return wasDragged ? withCorner(up, point) : { outlining: up };
}

/** Closes the polygon, or refuses with a message. */
export function closed(outlining: Outlining): OutliningStep {
  const fault = polygonFault(outlining.corners);
  if (fault) return { outlining: { ...outlining, isDown: false }, refusal: `${fault}.` };
  // like other shapes, tiny or line-thin ones are discarded (ANN-03)
  return isLargeEnough({ points: [...outlining.corners] })
    ? { outlining: null, points: outlining.corners }
    : { outlining: null };
}

export function withoutLast(outlining: Outlining): Outlining | null {
  const corners = outlining.corners.slice(0, -1);
  return corners.length === 0 ? null : { ...outlining, corners, isDown: false };
}

function withCorner(outlining: Outlining, corner: Point): OutliningStep {
  if (outlining.corners.length >= MAX_POLYGON_POINTS)
    return { outlining, refusal: `A polygon must have at most ${MAX_POLYGON_POINTS} points.` };
  return { outlining: { ...outlining, corners: [...outlining.corners, corner], pointer: corner } };
}
