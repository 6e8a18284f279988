/** What a dragged edge, corner or shape comes to beside lines of the picture. Plain functions. */
import { moved } from '../sheet/geometry.js';
import { isEllipse, isPolygon } from '../../evidence/annotation-records.js';
import type { AnnotationCoordinates, RectangleCoordinates } from '../../evidence/annotation-records.js';
import { cornerOf, type Handle } from '../edits/shape-handles.js';
import type { Point } from '../sheet/geometry.js';
import { toImage, toScreen, type SheetTransform } from '../sheet/transform.js';
import { SNAP_REACH, type LinesNear } from './lines-near.js';

/** The sides of a rectangle that a handle moves: its letters are compass points. */
const SIDES = ['n', 'e', 's', 'w'] as const;
type Side = (typeof SIDES)[number];

/**
 * A shape whose dragged edge or corner keeps to a line of the picture beside it; the same shape where there is none, and for
 * ellipses, which have no edges.
 *
 * @param shape as the drag alone has it, in image pixels
 * @param transform how the sheet lies in the picture
 */
export function withSnappedEdges(
  shape: AnnotationCoordinates,
  handle: Handle,
  transform: SheetTransform,
  lines: LinesNear,
): AnnotationCoordinates {
  if (isEllipse(shape)) return shape;
  const corner = cornerOf(handle);
  if (!isPolygon(shape)) return corner || handle === 'turn' ? shape : rectangleOn(shape, handle, transform, lines);
  if (!corner) return shape;
  // the middle of an edge has become a corner behind it
  const at = corner.kind === 'corner' ? corner.at : corner.at + 1;
  const point = shape.points[at];
  const place = point && lines.corner(toScreen(point, transform));
  return place ? { points: shape.points.with(at, toImage(place, transform)) } : shape;
}

function rectangleOn(
  shape: RectangleCoordinates,
  handle: Handle,
  transform: SheetTransform,
  lines: LinesNear,
): RectangleCoordinates {
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
  // an edge never comes beyond the other one
  return width > 0 && height > 0 ? { x: moved.w, y: moved.n, width, height } : shape;
}

/** Both ends of a side. */
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

/** Edges of a shape that are looked at, the longest ones: a polygon may have 200. */
const MOST_EDGES = 12;
/** How much the directions of two edges must differ for a shape to keep to both, as a cosine: 25 degrees. */
const LIKE_DIRECTION = Math.cos((25 * Math.PI) / 180);

/** An edge beside a line: its normal, and how far away the line is, in pixels of the picture. */
interface Beside {
  normal: Point;
  away: number;
}

/**
 * A shape that was moved as a whole, moved on so that the edge nearest to a line of the picture lies on it, and another edge of
 * another direction on its own, where there is one. The same shape where no line is near, and for ellipses.
 *
 * @param shape as the drag alone has it, in image pixels
 * @param transform how the sheet lies in the picture
 */
export function snappedPlace(
  shape: AnnotationCoordinates,
  transform: SheetTransform,
  lines: LinesNear,
): AnnotationCoordinates {
  if (isEllipse(shape)) return shape;
  const corners = (isPolygon(shape) ? shape.points : cornersOf(shape)).map((corner) => toScreen(corner, transform));
  const beside = corners
    .map((a, at) => ({ a, b: corners[(at + 1) % corners.length] ?? a }))
    .map(({ a, b }) => ({ a, b, length: Math.hypot(b.x - a.x, b.y - a.y) }))
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_EDGES)
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

/** How far a shape is to be moved for two of its edges to lie on their lines. */
function meeting(one: Beside, other: Beside): Point {
  const determinant = one.normal.x * other.normal.y - one.normal.y * other.normal.x;
  return {
    x: (one.away * other.normal.y - one.normal.y * other.away) / determinant,
    y: (one.normal.x * other.away - one.away * other.normal.x) / determinant,
  };
}

const cornersOf = ({ x, y, width, height }: RectangleCoordinates): Point[] => [
  { x, y },
  { x: x + width, y },
  { x: x + width, y: y + height },
  { x, y: y + height },
];
