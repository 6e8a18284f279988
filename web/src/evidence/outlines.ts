import { boundsOfPoints, isInPolygon, outlinePoints } from '@symbio/proto/annotation/outlines';
import { isEllipse, isPolygon } from '@symbio/sheet/geometry/shapes';
import type { AnnotationCoordinates, RectangleCoordinates } from './annotation-records.js';

type Point = Parameters<typeof isInPolygon>[1];

export interface Outline {
  points: readonly Point[];
  bounds: RectangleCoordinates;
  middle: Point;
}

/** In image pixels. */
export function outlineOf(coordinates: AnnotationCoordinates): Outline {
  const points = isEllipse(coordinates)
    ? outlinePoints({ $case: 'ellipse', value: coordinates })
    : isPolygon(coordinates)
      ? outlinePoints({ $case: 'polygon', value: coordinates })
      : outlinePoints({ $case: 'rectangle', value: coordinates });
  const bounds = boundsOfPoints(points);
  return { points, bounds, middle: { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 } };
}

export const contains = (outer: Outline, inner: Outline): boolean => isInPolygon(outer.points, inner.middle);

/** Between the bounds; 0 if they touch. */
export function gapBetween({ bounds: a }: Outline, { bounds: b }: Outline): number {
  const across = Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width));
  const down = Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height));
  return Math.hypot(across, down);
}
