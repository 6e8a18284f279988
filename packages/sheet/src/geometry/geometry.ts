import { boundsOfPoints, distanceToEdge, isInPolygon, polygonArea } from '@symbio/proto/annotation/outlines';
import { isEllipse, isPolygon } from './shapes.js';
import type { Ellipse, Point, Rectangle, Shape, Size } from './shapes.js';

export type { Point, Size } from './shapes.js';

/** Drawings with a smaller radius in image pixels are discarded (ANN-03, CONST-12). */
export const MINIMUM_DRAWN_RADIUS = 5;

export function distance(a: Point, b: Point): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function circleFromDrag(press: Point, pointer: Point): Ellipse {
  const radius = distance(press, pointer);
  return { centerX: press.x, centerY: press.y, radiusX: radius, radiusY: radius, theta: 0 };
}

export function rectangleFromDrag(press: Point, pointer: Point): Rectangle {
  return {
    x: Math.min(press.x, pointer.x),
    y: Math.min(press.y, pointer.y),
    width: Math.abs(pointer.x - press.x),
    height: Math.abs(pointer.y - press.y),
  };
}

/**
 * Whether a drawing is large enough to keep (ANN-03): a circle by its radius, a rectangle by half of each side, which
 * also discards line-thin ones.
 */
export function isLargeEnough(coordinates: Shape): boolean {
  if (isEllipse(coordinates)) {
    return Math.min(coordinates.radiusX, coordinates.radiusY) > MINIMUM_DRAWN_RADIUS;
  }
  const { width, height } = boundsOf(coordinates);
  return Math.min(width, height) / 2 > MINIMUM_DRAWN_RADIUS;
}

export function moved(coordinates: Shape, offset: Point): Shape {
  if (isEllipse(coordinates))
    return { ...coordinates, centerX: coordinates.centerX + offset.x, centerY: coordinates.centerY + offset.y };
  if (isPolygon(coordinates))
    return { points: coordinates.points.map(({ x, y }) => ({ x: x + offset.x, y: y + offset.y })) };
  return { ...coordinates, x: coordinates.x + offset.x, y: coordinates.y + offset.y };
}

/** Centre of a shape; for a polygon, of its bounds. */
export function centreOf(coordinates: Shape): Point {
  if (isEllipse(coordinates)) return { x: coordinates.centerX, y: coordinates.centerY };
  const { x, y, width, height } = boundsOf(coordinates);
  return { x: x + width / 2, y: y + height / 2 };
}

/** Clamps an offset so the shape's centre stays on the sheet; otherwise it could not be picked up again. */
export function offsetKeptOnSheet(coordinates: Shape, offset: Point, sheet: Size): Point {
  const centre = centreOf(coordinates);
  return {
    x: clamp(centre.x + offset.x, 0, sheet.width) - centre.x,
    y: clamp(centre.y + offset.y, 0, sheet.height) - centre.y,
  };
}

export function isOnSheet(point: Point, sheet: Size): boolean {
  return point.x >= 0 && point.y >= 0 && point.x <= sheet.width && point.y <= sheet.height;
}

/** Bounding box, rotation included. */
export function boundsOf(coordinates: Shape): Rectangle {
  if (isPolygon(coordinates)) return boundsOfPoints(coordinates.points);
  if (!isEllipse(coordinates)) return coordinates;
  const { centerX, centerY, radiusX, radiusY } = coordinates;
  const cos = Math.cos(coordinates.theta ?? 0);
  const sin = Math.sin(coordinates.theta ?? 0);
  const halfWidth = Math.hypot(radiusX * cos, radiusY * sin);
  const halfHeight = Math.hypot(radiusX * sin, radiusY * cos);
  return { x: centerX - halfWidth, y: centerY - halfHeight, width: 2 * halfWidth, height: 2 * halfHeight };
}

/**
 * Point-in-shape test.
 *
 * @param tolerance image pixels by which the shape is grown, to keep tiny shapes clickable
 */
export function contains(coordinates: Shape, point: Point, tolerance = 0): boolean {
  if (isPolygon(coordinates)) {
    const { points } = coordinates;
    if (isInPolygon(points, point)) return true;
    return points.some(
      (corner, at) => distanceToEdge(point, corner, points[at + 1] ?? points[0] ?? corner) <= tolerance,
    );
  }
  if (!isEllipse(coordinates)) {
    return (
      point.x >= coordinates.x - tolerance &&
      point.y >= coordinates.y - tolerance &&
      point.x <= coordinates.x + coordinates.width + tolerance &&
      point.y <= coordinates.y + coordinates.height + tolerance
    );
  }
  const dx = point.x - coordinates.centerX;
  const dy = point.y - coordinates.centerY;
  const cos = Math.cos(coordinates.theta ?? 0);
  const sin = Math.sin(coordinates.theta ?? 0);
  const along = (dx * cos + dy * sin) / (coordinates.radiusX + tolerance);
  const across = (dy * cos - dx * sin) / (coordinates.radiusY + tolerance);
  return along * along + across * across <= 1;
}

/** Area in square image pixels. */
export function areaOf(coordinates: Shape): number {
  if (isEllipse(coordinates)) return Math.PI * coordinates.radiusX * coordinates.radiusY;
  return isPolygon(coordinates) ? polygonArea(coordinates.points) : coordinates.width * coordinates.height;
}

/**
 * Hit test: the selected annotation if it is under the pointer, else the smallest one, so a tank inside a yard can be
 * selected.
 */
export function markAt<T extends { key: string; coordinates: Shape }>(
  marks: readonly T[],
  point: Point,
  options: { selectedKey: string | null; tolerance: number },
): T | null {
  let best: T | null = null;
  let bestArea = Infinity;
  for (const mark of marks) {
    if (!contains(mark.coordinates, point, options.tolerance)) continue;
    if (mark.key === options.selectedKey) return mark;
    const area = areaOf(mark.coordinates);
    // "<=": of equal sizes, the later one is on top
    if (area <= bestArea) {
      best = mark;
      bestArea = area;
    }
  }
  return best;
}

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
