import { FEET_PER_METRE } from '../plane.js';
import { bearing, metrePlane, metresApart, type MetrePlane, type Point } from './metres.js';
import { doCross, isInside, metresToEdge, nearestOn, type PlanarRing } from './planar.js';
import { boundsOf, type LonLat, type Part } from './shapes.js';

/** Clockwise from north, 45 degrees each. */
export const OCTANTS = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW'] as const;
export type Octant = (typeof OCTANTS)[number];

/** On a plane of its own. */
export interface PreparedBoundary {
  plane: MetrePlane;
  parts: PlanarRing[][];
  edges: readonly Edge[];
}

type Edge = readonly [Point, Point];

export interface Separation {
  /** From the nearest edge; 0 inside. */
  feet: number;
  /** Of the place, seen from the nearest edge; null inside. */
  octant: Octant | null;
  isInside: boolean;
  /** Feet from the nearest edge, also inside. Of an outline, its deepest corner. */
  edgeFeet: number;
}

/** Metres up to which the plane is right to millimetres. */
const PLANE_METRES = 8_000;
/** Metres up to which the plane has the nearest points and their direction. */
const FAR_METRES = 80_000;

/** Edges of a ring; of a single point, itself. */
function edgesOf(ring: PlanarRing): Edge[] {
  const [first] = ring;
  if (first && ring.length === 1) return [[first, first]];
  return ring.slice(1).map((end, at): Edge => [ring[at] ?? end, end]);
}

export function prepareBoundary(parts: readonly Part[]): PreparedBoundary {
  const [west, south, east, north] = boundsOf(parts);
  const plane = metrePlane({ longitude: (west + east) / 2, latitude: (south + north) / 2 });
  const planar = parts.map((part) => part.map((ring) => ring.map((corner) => plane.toMetres(corner))));
  return { plane, parts: planar, edges: planar.flat().flatMap(edgesOf) };
}

/** A place on its own, such as a property without boundary. */
export const preparePlace = (place: LonLat): PreparedBoundary => ({
  plane: metrePlane({ longitude: place[0], latitude: place[1] }),
  parts: [[[[0, 0]]]],
  edges: edgesOf([[0, 0]]),
});

interface Nearest {
  metres: number;
  /** On the boundary, and on the outline. */
  from: Point;
  to: Point;
}

const NONE: Nearest = { metres: Infinity, from: [0, 0], to: [0, 0] };

/** Of the nearest edge; also for points inside. */
export function nearestEdge(point: Point, { edges }: Pick<PreparedBoundary, 'edges'>): Nearest {
  let best = NONE;
  for (const [a, b] of edges) {
    const from = nearestOn(point, a, b);
    const metres = Math.hypot(point[0] - from[0], point[1] - from[1]);
    if (metres < best.metres) best = { metres, from, to: point };
  }
  return best;
}

function nearestOfOutline(outline: PlanarRing, edges: readonly Edge[]): Nearest {
  let best = NONE;
  for (const corner of outline) {
    const nearest = nearestEdge(corner, { edges });
    if (nearest.metres < best.metres) best = nearest;
  }
  if (outline.length < 2) return best;
  // a corner of the boundary may be nearest to an edge of the outline
  const outlineEdges = { edges: edgesOf(outline) };
  for (const corner of edges.flat()) {
    const { metres, from } = nearestEdge(corner, outlineEdges);
    if (metres < best.metres) best = { metres, from: corner, to: from };
  }
  return best;
}

const isWithin = (point: Point, { parts }: PreparedBoundary): boolean => parts.some((rings) => isInside(point, rings));

function doMeet(outline: PlanarRing, boundary: PreparedBoundary): boolean {
  const [corner] = boundary.parts[0]?.[0] ?? [];
  const edges = edgesOf(outline);
  return (
    outline.some((point) => isWithin(point, boundary)) ||
    (outline.length > 3 && corner !== undefined && isInside(corner, [outline])) ||
    boundary.edges.some(([a, b]) => edges.some(([c, d]) => doCross(a, b, c, d)))
  );
}

function circleAround(points: PlanarRing): { centre: Point; radius: number } {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  const centre: Point = [middle(xs), middle(ys)];
  return { centre, radius: Math.max(...points.map(([x, y]) => Math.hypot(x - centre[0], y - centre[1]))) };
}

const octantAt = (radians: number): Octant => OCTANTS[Math.round(((radians / Math.PI) * 4 + 8) % 8) % 8] ?? 'N';

function octantOf({ from, to }: Nearest): Octant {
  return octantAt(Math.atan2(to[0] - from[0], to[1] - from[1]));
}

/** Beyond the reach of the plane. */
function farSeparation(from: LonLat, outline: readonly LonLat[]): Separation {
  const metres = Math.min(...outline.map((place) => metresApart(from, place)));
  const to = outline.find((place) => metresApart(from, place) === metres) ?? from;
  const feet = metres * FEET_PER_METRE;
  return { feet, octant: octantAt(bearing(from, to)), isInside: false, edgeFeet: feet };
}

/** @param outline a place alone, or a closed outline */
export function separationOf(boundary: PreparedBoundary, outline: readonly LonLat[]): Separation {
  const { plane } = boundary;
  const points = outline.map((place) => plane.toMetres(place));
  const [alone] = points;
  if (alone && points.length === 1) return separationOfPlace(boundary, alone, outline);
  const { centre, radius } = circleAround(points);
  const { metres: fromCentre } = nearestEdge(centre, boundary);
  // no edge that is nearest to a corner of the outline is farther from its centre
  const near = boundary.edges.filter(([a, b]) => metresToEdge(centre, a, b) <= fromCentre + 2 * radius);
  if (fromCentre > radius ? isWithin(centre, boundary) : doMeet(points, boundary)) {
    const within = points.filter((point) => isWithin(point, boundary));
    const depths = within.map((point) => nearestEdge(point, { edges: near }).metres);
    return { feet: 0, octant: null, isInside: true, edgeFeet: Math.max(0, ...depths) * FEET_PER_METRE };
  }
  return apart(boundary, nearestOfOutline(points, near), outline);
}

/** As {@link separationOf}, in one walk over the edges. */
function separationOfPlace(boundary: PreparedBoundary, point: Point, outline: readonly LonLat[]): Separation {
  const nearest = nearestEdge(point, boundary);
  return isWithin(point, boundary)
    ? { feet: 0, octant: null, isInside: true, edgeFeet: nearest.metres * FEET_PER_METRE }
    : apart(boundary, nearest, outline);
}

function apart({ plane }: PreparedBoundary, nearest: Nearest, outline: readonly LonLat[]): Separation {
  if (nearest.metres > FAR_METRES) return farSeparation(plane.toPlace(nearest.from), outline);
  const metres =
    nearest.metres <= PLANE_METRES
      ? nearest.metres
      : metresApart(plane.toPlace(nearest.from), plane.toPlace(nearest.to));
  const feet = metres * FEET_PER_METRE;
  return { feet, octant: octantOf(nearest), isInside: false, edgeFeet: feet };
}
