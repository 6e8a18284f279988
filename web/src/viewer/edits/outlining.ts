/** Drawing a polygon, corner by corner, as data. Image pixels. Plain functions. */
import { polygonFault } from '@symbio/proto/annotation/outlines';
import { MAX_POLYGON_POINTS, MIN_POLYGON_POINTS } from '@symbio/proto/limits';
import { distance, isLargeEnough } from '../sheet/geometry.js';
import type { Point } from '../sheet/geometry.js';

/** A polygon under the hand: its corners so far, and where the next one would be. */
export interface Outlining {
  kind: 'outlining';
  corners: readonly Point[];
  pointer: Point;
  /** The pointer is down: where it is lifted elsewhere is a corner, too. */
  isDown: boolean;
}

/** What came of a step: the polygon goes on, is done, or was refused with a sentence. */
export type OutliningStep =
  | { outlining: Outlining | null; refusal?: string }
  | { outlining: null; points: readonly Point[] };

export const begun = (corner: Point): Outlining => ({
  kind: 'outlining',
  corners: [corner],
  pointer: corner,
  isDown: true,
});

/**
 * A press: the next corner; on the first one, or on the last one again (a double click), it closes the polygon.
 *
 * @param near image pixels within which a corner is meant
 */
export function pressed(outlining: Outlining, point: Point, near: number): OutliningStep {
  const { corners } = outlining;
  const [first, last] = [corners[0], corners.at(-1)];
  const isLast = last !== undefined && distance(last, point) <= near;
  const isFirst = first !== undefined && distance(first, point) <= near;
  if (corners.length >= MIN_POLYGON_POINTS && (isFirst || isLast)) return closed(outlining);
  if (isLast || isFirst) return { outlining: { ...outlining, isDown: false } };
  return withCorner({ ...outlining, isDown: true }, point);
}

/** The pointer is lifted: a corner where it was dragged to. */
export function lifted(outlining: Outlining, point: Point, near: number): OutliningStep {
  const last = outlining.corners.at(-1);
  const wasDragged = outlining.isDown && last !== undefined && distance(last, point) > near;
  const up = { ...outlining, isDown: false, pointer: point };
  return wasDragged ? withCorner(up, point) : { outlining: up };
}

/** Closes the polygon, if it is one; otherwise it goes on, and a sentence says why. */
export function closed(outlining: Outlining): OutliningStep {
  const fault = polygonFault(outlining.corners);
  if (fault) return { outlining: { ...outlining, isDown: false }, refusal: `${fault}.` };
  // as of other shapes, what is dot-small or line-thin is discarded (ANN-03)
  return isLargeEnough({ points: [...outlining.corners] })
    ? { outlining: null, points: outlining.corners }
    : { outlining: null };
}

/** Takes the last corner back; with none left there is no polygon any more. */
export function withoutLast(outlining: Outlining): Outlining | null {
  const corners = outlining.corners.slice(0, -1);
  return corners.length === 0 ? null : { ...outlining, corners, isDown: false };
}

function withCorner(outlining: Outlining, corner: Point): OutliningStep {
  if (outlining.corners.length >= MAX_POLYGON_POINTS)
    return { outlining, refusal: `A polygon must have at most ${MAX_POLYGON_POINTS} points.` };
  return { outlining: { ...outlining, corners: [...outlining.corners, corner], pointer: corner } };
}
