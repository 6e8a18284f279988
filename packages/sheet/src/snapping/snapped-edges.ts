/** Snaps a dragged edge, corner or shape to lines of the picture. Pure functions. */
import { moved } from '../geometry/geometry.js';
import { isEllipse, isPolygon } from '../geometry/shapes.js';
import type { Shape, Rectangle } from '../geometry/shapes.js';
import { cornerOf, type Handle } from '../drawing/shape-handles.js';
import type { Point } from '../geometry/geometry.js';
import { toImage, toScreen, type SheetTransform } from '../geometry/transform.js';
import { SNAP_REACH, type LinesNear } from './lines-near.js';

/** Sides that a handle moves: its letters are compass points. */
const SIDES = ['n', 'e', 's', 'w'] as const;
type Side = (typeof SIDES)[number];

/**
 * Snaps the dragged edge or corner to a nearby line. Returns the same shape if no line is near, and for ellipses, which
 * have no edges.
 *
 * @param shape dragged shape in image pixels
 * @param transform placement of the sheet in the picture
 */
export function withSnappedEdges(shape: Shape, handle: Handle, transform: SheetTransform, lines: LinesNear): Shape {
  if (isEllipse(shape)) return shape;
  const corner = cornerOf(handle);
  if (!isPolygon(shape)) return corner || handle === 'rotate' ? shape : rectangleOn(shape, handle, transform, lines);
  if (!corner) return shape;
  // the dragged edge midpoint has become the next corner
  const at = corner.kind === 'corner' ? corner.at : corner.at + 1;
  const point = shape.points[at];
  const place = point && lines.corner(toScreen(point, transform));
  return place ? { points: shape.points.with(at, toImage(place, transform)) } : shape;
}

function rectangleOn(shape: Rectangle, handle: Handle, transform: SheetTransform, lines: LinesNear): Rectangle {
  const bounds = { w: shape.x, e: shape.x + shape.width, n: shape.y, s: shape.y + shape.height };
  const moved = { ...bounds };
  for (const side of SIDES.filter((letter) => handle.includes(letter))) {
    const [a, b] = endsOf(side, bounds).map((end) => toScreen(end, transform));
    const offset = a && b ? lines.edge(a, b) : null;
    if (!a || !b || offset === null) continue;
    const length = Math.hypot(b.x - a.x, b.y - a.y);
    const place = toImage(
      { x: a.x - ((b.y - a.y) / length) * offset, y: a.y + ((b.x - a.x) / length) * offset },
      transform,
    );
    moved[side] = side === 'e' || side === 'w' ? place.x : place.y;
  }
  const [width, height] = [moved.e - moved.w, moved.s - moved.n];
  // an edge must not cross the opposite one
  return width > 0 && height > 0 ? { x: moved.w, y: moved.n, width, height } : shape;
}

function endsOf(side: Side, { n, e, s, w }: Record<Side, number>): [Point, Point] {
  if (side === 'n' || side === 's') {
    const y = side === 'n' ? n : s;
    return [
      { x: w, y },
      { x: e, y },
    ];
  }
  const x = side === 'w' ? w : e;
  return [
    { x, y: n },
    { x, y: s },
  ];
}

/** Number of edges examined, longest first: a polygon may have 200. */
const MAX_EDGES = 12;
/** Minimum angle between two edges for snapping to both, as a cosine: 25 degrees. */
const LIKE_DIRECTION = Math.cos((25 * Math.PI) / 180);

/** Edge near a line: its normal, and the line's distance in pixels of the picture. */
interface Beside {
  normal: Point;
  away: number;
}

/**
 * Snaps a moved shape: its edge nearest to a line, and another edge in a different direction if it has a line. Returns
 * the same shape if no line is near, and for ellipses.
 *
 * @param shape dragged shape in image pixels
 * @param transform placement of the sheet in the picture
 */
export function snappedPlace(shape: Shape, transform: SheetTransform, lines: LinesNear): Shape {
  if (isEllipse(shape)) return shape;
  const corners = (isPolygon(shape) ? shape.points : cornersOf(shape)).map((corner) => toScreen(corner, transform));
  const beside = corners
    .map((a, at) => ({ a, b: corners[(at + 1) % corners.length] ?? a }))
    .map(({ a, b }) => ({ a, b, length: Math.hypot(b.x - a.x, b.y - a.y) }))
    .sort((one, other) => other.length - one.length)
    .slice(0, MAX_EDGES)
    .flatMap(({ a, b, length }): Beside[] => {
      const away = lines.edge(a, b);
      return away === null ? [] : [{ away, normal: { x: -(b.y - a.y) / length, y: (b.x - a.x) / length } }];
    })
    .sort((one, other) => Math.abs(one.away) - Math.abs(other.away));
  const [first] = beside;
  const [start] = corners;
  if (!first || !start) return shape;
  const second = beside.find(
    ({ normal }) => Math.abs(normal.x * first.normal.x + normal.y * first.normal.y) < LIKE_DIRECTION,
  );
  const both = second && meeting(first, second);
  const isNear = both !== undefined && Math.hypot(both.x, both.y) <= 1.5 * SNAP_REACH;
  const by = isNear ? both : { x: first.normal.x * first.away, y: first.normal.y * first.away };
  const [from, to] = [start, { x: start.x + by.x, y: start.y + by.y }].map((point) => toImage(point, transform));
  return from && to ? moved(shape, { x: to.x - from.x, y: to.y - from.y }) : shape;
}

function meeting(one: Beside, other: Beside): Point {
  const determinant = one.normal.x * other.normal.y - one.normal.y * other.normal.x;
  return {
    x: (one.away * other.normal.y - one.normal.y * other.away) / determinant,
    y: (one.normal.x * other.away - one.away * other.normal.x) / determinant,
  };
}

const cornersOf = ({ x, y, width, height }: Rectangle): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];
