/** Polygon validation and geometry. Browser-safe: no protobuf. */
import { MAX_POLYGON_POINTS, MIN_POLYGON_POINTS } from '../limits.js';

export interface Corner {
  x: number;
  y: number;
}

/** Corners within this many pixels coincide. */
const SAME_PX = 0.01;

/** Minimum polygon area in square pixels. */
const LEAST_AREA = 0.5;

export function polygonArea(points: readonly Corner[]): number {
  let twice = 0;
  for (const [at, { x, y }] of points.entries()) {
    const next = points[(at + 1) % points.length];
    if (next) twice += x * next.y - next.x * y;
  }
  return Math.abs(twice) / 2;
}

export function boundsOfPoints(points: readonly Corner[]): { x: number; y: number; width: number; height: number } {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** An annotation's shape, as in the contract. */
export type Outlined =
  | { $case: 'polygon'; value: { points: readonly Corner[] } }
  | { $case: 'rectangle'; value: { x: number; y: number; width: number; height: number } }
  | {
      $case: 'ellipse';
      value: { centerX: number; centerY: number; radiusX: number; radiusY: number; theta: number };
    };

const ELLIPSE_POINTS = 64;

/** Corners of its outline; of an ellipse 64 points. */
export function outlinePoints(shape: Outlined | undefined): Corner[] {
  if (!shape) return [];
  if (shape.$case === 'polygon') return [...shape.value.points];
  if (shape.$case === 'rectangle') {
    const { x, y, width, height } = shape.value;
    const [right, bottom] = [x + width, y + height];
    return [
      { x, y },
      { x: right, y },
      { x: right, y: bottom },
      { x, y: bottom },
    ];
  }
  const { centerX, centerY, radiusX, radiusY, theta } = shape.value;
  const [cos, sin] = [Math.cos(theta), Math.sin(theta)];
  return Array.from({ length: ELLIPSE_POINTS }, (_, at) => {
    const angle = (at / ELLIPSE_POINTS) * 2 * Math.PI;
    const [across, down] = [radiusX * Math.cos(angle), radiusY * Math.sin(angle)];
    return { x: centerX + across * cos - down * sin, y: centerY + across * sin + down * cos };
  });
}

export function isInPolygon(points: readonly Corner[], { x, y }: Corner): boolean {
  let isIn = false;
  for (const [at, a] of points.entries()) {
    const b = points[(at + 1) % points.length] ?? a;
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) isIn = !isIn;
  }
  return isIn;
}

export function distanceToEdge({ x, y }: Corner, a: Corner, b: Corner): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : Math.min(Math.max(((x - a.x) * dx + (y - a.y) * dy) / length, 0), 1);
  return Math.hypot(x - a.x - share * dx, y - a.y - share * dy);
}

/**
 * Why a polygon is invalid, as a sentence; undefined if valid: 3 to 200 numeric corners, consecutive ones distinct,
 * edges neither crossing nor touching, and a nonzero area.
 */
export function polygonFault(points: readonly Corner[]): string | undefined {
  if (points.length < MIN_POLYGON_POINTS) return `A polygon must have at least ${MIN_POLYGON_POINTS} points`;
  if (points.length > MAX_POLYGON_POINTS) return `A polygon must have at most ${MAX_POLYGON_POINTS} points`;
  if (!points.every(({ x, y }) => Number.isFinite(x) && Number.isFinite(y)))
    return 'The points of a polygon must be numbers';
  const edges = points.map((a, at): Edge => [a, points[(at + 1) % points.length] ?? a]);
  if (edges.some(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) < SAME_PX))
    return 'Two points of a polygon that follow each other must not lie at the same place';
  if (polygonArea(points) < LEAST_AREA) return 'A polygon must have an area';
  if (crosses(edges)) return 'The edges of a polygon must not cross';
  return undefined;
}

type Edge = readonly [Corner, Corner];

/** Whether non-adjacent edges meet or adjacent ones overlap. */
function crosses(edges: readonly Edge[]): boolean {
  const last = edges.length - 1;
  return edges.some((edge, at) =>
    edges.some((other, beside) => {
      if (beside <= at) return false;
      if (beside === at + 1) return foldsBack(edge, other);
      if (at === 0 && beside === last) return foldsBack(other, edge);
      return meet(edge, other);
    }),
  );
}

const sideOf = ([a, b]: Edge, { x, y }: Corner): number => Math.sign((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x));

/** Whether the second of two adjacent edges runs back along the first. */
function foldsBack([a, b]: Edge, [, c]: Edge): boolean {
  return sideOf([a, b], c) === 0 && (c.x - b.x) * (a.x - b.x) + (c.y - b.y) * (a.y - b.y) > 0;
}

function meet(one: Edge, other: Edge): boolean {
  const [a, b] = [sideOf(one, other[0]), sideOf(one, other[1])];
  const [c, d] = [sideOf(other, one[0]), sideOf(other, one[1])];
  if (a !== b && c !== d && a * b <= 0 && c * d <= 0) return true;
  return a === 0 && b === 0 && overlap(one, other);
}

function overlap([a, b]: Edge, [c, d]: Edge): boolean {
  const share = (key: 'x' | 'y') =>
    Math.max(Math.min(a[key], b[key]), Math.min(c[key], d[key])) <=
    Math.min(Math.max(a[key], b[key]), Math.max(c[key], d[key]));
  return share('x') && share('y');
}
