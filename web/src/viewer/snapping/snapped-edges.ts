/** What a dragged edge or corner comes to beside lines of the picture. Plain functions. */
import { isEllipse, isPolygon } from '../../evidence/annotation-records.js';
import type { AnnotationCoordinates, RectangleCoordinates } from '../../evidence/annotation-records.js';
import { cornerOf, type Handle } from '../edits/shape-handles.js';
import type { Point } from '../sheet/geometry.js';
import { toImage, toScreen, type SheetTransform } from '../sheet/transform.js';
import type { LinesNear } from './lines-near.js';

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
