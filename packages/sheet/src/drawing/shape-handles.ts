import { polygonFault } from '@symbio/proto/annotation/outlines';
import { MAX_POLYGON_POINTS } from '@symbio/proto/limits';
import { isEllipse, isPolygon } from '../geometry/shapes.js';
import type { Shape, Ellipse, Rectangle } from '../geometry/shapes.js';
import { boundsOf, distance, MINIMUM_DRAWN_RADIUS } from '../geometry/geometry.js';
import type { Point } from '../geometry/geometry.js';
import { toScreen } from '../geometry/transform.js';
import type { SheetTransform } from '../geometry/transform.js';

/**
 * Handles of a selected shape. Letters are compass points of the unrotated shape: an ellipse has the ends of its axes
 * and a rotation handle, a rectangle its edges and corners. A polygon has its corners and edge midpoints, numbered from
 * 0; dragging a midpoint adds a corner.
 */
export type Handle = BoxHandle | 'rotate' | PolygonHandle;

type BoxHandle = 'n' | 'e' | 's' | 'w' | 'ne' | 'se' | 'sw' | 'nw';
type PolygonHandle = `corner${number}` | `edge${number}`;

const ELLIPSE_HANDLES: readonly (BoxHandle | 'rotate')[] = ['rotate', 'e', 'w', 's', 'n'];
/** Corners first: they cover the edges of a small rectangle. */
const RECTANGLE_HANDLES: readonly BoxHandle[] = ['se', 'nw', 'ne', 'sw', 'e', 'w', 's', 'n'];

/** Handle positions in half extents from the centre. */
const DIRECTIONS: Record<BoxHandle, Point> = {
  n: { x: 0, y: -1 },
  e: { x: 1, y: 0 },
  s: { x: 0, y: 1 },
  w: { x: -1, y: 0 },
  ne: { x: 1, y: -1 },
  se: { x: 1, y: 1 },
  sw: { x: -1, y: 1 },
  nw: { x: -1, y: -1 },
};

/** Minimum distance of handles from the centre in CSS pixels, so a small shape can still be moved. */
const MIN_REACH = 18;
/** CSS pixels from the end of the upper axis to the rotation handle. */
const TURN_REACH = 28;

/** Shorter edges (CSS pixels on screen) have no midpoint handle. */
const EDGE_FROM = 32;

/** Rotation step with Shift, in radians. */
const TURN_STEP = Math.PI / 12;

export interface PlacedHandle {
  handle: Handle;
  /** CSS pixels */
  screen: Point;
  /** End of its line at the shape; only for the rotation handle. */
  root?: Point;
}

export function placedHandles(shape: Shape, transform: SheetTransform): PlacedHandle[] {
  if (isPolygon(shape)) return polygonHandles(shape.points, transform);
  const { half, middle, theta } = partsOf(shape);
  const least = MIN_REACH / transform.scale;
  const reach = { x: Math.max(half.x, least), y: Math.max(half.y, least) };
  const at = (x: number, y: number): Point => toScreen(fromShape({ x, y }, middle, theta), transform);
  return (isEllipse(shape) ? ELLIPSE_HANDLES : RECTANGLE_HANDLES).map((handle) => {
    if (handle === 'rotate') {
      const up = reach.y + TURN_REACH / transform.scale;
      return { handle, screen: at(0, -up), root: at(0, -half.y) };
    }
    const direction = DIRECTIONS[handle];
    return { handle, screen: at(direction.x * reach.x, direction.y * reach.y) };
  });
}

/**
 * Hit test for handles: the nearest within reach, unless the shape's centre is nearer. A finger has a large reach and
 * must still can move small shapes.
 */
export function handleAt(
  handles: readonly PlacedHandle[],
  screen: Point,
  { tolerance, middle }: { tolerance: number; middle: Point },
): Handle | null {
  let nearest: PlacedHandle | null = null;
  const toMiddle = distance(middle, screen);
  for (const placed of handles) {
    const reach = distance(placed.screen, screen);
    if (reach <= Math.min(tolerance, toMiddle) && (!nearest || reach < distance(nearest.screen, screen)))
      nearest = placed;
  }
  return nearest?.handle ?? null;
}

export interface HeldKeys {
  /** Shift: keep the aspect ratio; rotate in steps of 15 degrees. */
  even?: boolean;
  /** Alt: mirror the change on the opposite side, keeping the centre. */
  symmetric?: boolean;
  /** Ctrl or Command: disables snapping. */
  free?: boolean;
}

/**
 * Applies a handle drag, in image pixels. The handle moves by the pointer's offset; the opposite side or corner stays
 * fixed, also on a rotated ellipse.
 */
export function reshaped(shape: Shape, handle: Handle, drag: { from: Point; to: Point }, held: HeldKeys = {}): Shape {
  const corner = cornerOf(handle);
  if (isPolygon(shape)) return corner ? { points: withCornerMoved(shape.points, corner, drag) } : shape;
  if (corner) return shape;
  if (handle === 'rotate') return isEllipse(shape) ? rotatedEllipse(shape, drag, held.even === true) : shape;
  return resized(shape, DIRECTIONS[handle as BoxHandle], drag, held);
}

/** Corners first: they cover the edge midpoints of a small polygon. */
function polygonHandles(points: readonly Point[], transform: SheetTransform): PlacedHandle[] {
  const corners = points.map((point, at): PlacedHandle => ({
    handle: `corner${at}`,
    screen: toScreen(point, transform),
  }));
  if (points.length >= MAX_POLYGON_POINTS) return corners;
  const edges = corners.flatMap(({ screen: a }, at): PlacedHandle[] => {
    const b = (corners[at + 1] ?? corners[0])?.screen ?? a;
    if (distance(a, b) < EDGE_FROM) return [];
    return [{ handle: `edge${at}`, screen: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } }];
  });
  return [...corners, ...edges];
}

interface CornerOrEdge {
  kind: 'corner' | 'edge';
  at: number;
}

/** Parses a polygon handle; null for other handles. */
export function cornerOf(handle: Handle): CornerOrEdge | null {
  const [, kind, at] = /^(corner|edge)(\d+)$/.exec(handle) ?? [];
  return kind === 'corner' || kind === 'edge' ? { kind, at: Number(at) } : null;
}

function withCornerMoved(
  points: readonly Point[],
  { kind, at }: CornerOrEdge,
  { from, to }: { from: Point; to: Point },
): Point[] {
  const [a, b] = [points[at], points[at + 1] ?? points[0]];
  if (!a || !b) return [...points];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  if (kind === 'corner') return points.with(at, { x: a.x + dx, y: a.y + dy });
  return points.toSpliced(at + 1, 0, { x: (a.x + b.x) / 2 + dx, y: (a.y + b.y) / 2 + dy });
}

/** Removes a polygon corner; null for other handles or when too few would remain. */
export function withoutCorner(shape: Shape, handle: Handle): Shape | null {
  const corner = cornerOf(handle);
  if (!isPolygon(shape) || corner?.kind !== 'corner') return null;
  const points = shape.points.filter((_, at) => at !== corner.at);
  return polygonFault(points) === undefined ? { points } : null;
}

function rotatedEllipse(shape: Ellipse, { from, to }: { from: Point; to: Point }, inSteps: boolean): Ellipse {
  const angle = (point: Point) => Math.atan2(point.y - shape.centerY, point.x - shape.centerX);
  const theta = shape.theta + angle(to) - angle(from);
  const turned = inSteps ? Math.round(theta / TURN_STEP) * TURN_STEP : theta;
  // removes whole turns only; removing half turns would make the handle jump
  return { ...shape, theta: turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI)) };
}

/** Slant of an ellipse in degrees, in (-90, 90]: half a turn makes no difference. */
export function slantDegrees(theta: number): number {
  const degrees = Math.round((theta * 180) / Math.PI);
  const slant = degrees - 180 * Math.round(degrees / 180);
  return (slant <= -90 ? slant + 180 : slant) + 0;
}

function resized(
  shape: Ellipse | Rectangle,
  direction: Point,
  { from, to }: { from: Point; to: Point },
  { even = false, symmetric = false }: HeldKeys,
): Shape {
  const { half, middle, theta } = partsOf(shape);
  const moved = alongAxes({ x: to.x - from.x, y: to.y - from.y }, theta);
  // each half extent gets half the movement, or all of it when symmetric
  const share = symmetric ? 1 : 0.5;
  const least = { x: leastOf(half.x), y: leastOf(half.y) };
  let grown = {
    x: Math.max(half.x + moved.x * direction.x * share, least.x),
    y: Math.max(half.y + moved.y * direction.y * share, least.y),
  };
  if (even) {
    const factor = Math.max(
      direction.x === 0 ? 0 : grown.x / half.x,
      direction.y === 0 ? 0 : grown.y / half.y,
      least.x / half.x,
      least.y / half.y,
    );
    grown = { x: half.x * factor, y: half.y * factor };
  }
  const shift = symmetric
    ? { x: 0, y: 0 }
    : { x: (grown.x - half.x) * direction.x, y: (grown.y - half.y) * direction.y };
  const { x, y } = fromShape(shift, middle, theta);
  return isEllipse(shape)
    ? { ...shape, centerX: x, centerY: y, radiusX: grown.x, radiusY: grown.y }
    : { x: x - grown.x, y: y - grown.y, width: 2 * grown.x, height: 2 * grown.y };
}

/** Minimum radius or half side when resizing: the drawing limit, or the current value if smaller (CONST-12). */
function leastOf(present: number): number {
  return Math.min(present, MINIMUM_DRAWN_RADIUS + 0.01);
}

function partsOf(shape: Ellipse | Rectangle): { middle: Point; half: Point; theta: number } {
  if (isEllipse(shape)) {
    const { centerX, centerY, radiusX, radiusY, theta } = shape;
    return { middle: { x: centerX, y: centerY }, half: { x: radiusX, y: radiusY }, theta };
  }
  const { x, y, width, height } = shape;
  return { middle: { x: x + width / 2, y: y + height / 2 }, half: { x: width / 2, y: height / 2 }, theta: 0 };
}

function fromShape({ x, y }: Point, middle: Point, theta: number): Point {
  const cos = Math.cos(theta);
  const sin = Math.sin(theta);
  return { x: middle.x + x * cos - y * sin, y: middle.y + x * sin + y * cos };
}

function alongAxes({ x, y }: Point, theta: number): Point {
  const cos = Math.cos(theta);
  const sin = Math.sin(theta);
  return { x: x * cos + y * sin, y: y * cos - x * sin };
}

export function handleCursor({ handle, screen }: PlacedHandle, middle: Point): string {
  if (handle === 'rotate') return 'grab';
  const corner = cornerOf(handle);
  if (corner) return corner.kind === 'corner' ? 'move' : 'copy';
  const angle = (Math.atan2(screen.y - middle.y, screen.x - middle.x) * 180) / Math.PI;
  const cursors = ['ew-resize', 'nwse-resize', 'ns-resize', 'nesw-resize'];
  return cursors[(Math.round(angle / 45) + 8) % 4] ?? 'ew-resize';
}

/**
 * Formats the size in image pixels: diameters and slant of an ellipse, sides of a rectangle, or bounding box and corner
 * count of a polygon.
 */
export function sizeText(shape: Shape): string {
  const { width, height } = isEllipse(shape)
    ? { width: 2 * shape.radiusX, height: 2 * shape.radiusY }
    : boundsOf(shape);
  const text = `${[width, height].map((size) => Math.round(size)).join(' × ')} px`;
  if (isPolygon(shape)) return `${text}, ${shape.points.length} corners`;
  const degrees = isEllipse(shape) ? slantDegrees(shape.theta) : 0;
  return degrees === 0 ? text : `${text}, ${degrees}°`;
}
