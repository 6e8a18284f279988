/** Whether a geometry can be the boundary of a property. */
import { metrePlane, type MetrePlane, type Point } from './metres.js';
import { doCross, innerPoint, isInside, metresToEdge, selfContact, signedArea, type PlanarRing } from './planar.js';
import { boundsOf, countCorners, type LonLat, type Part, type Ring } from './shapes.js';

export interface BoundaryLimits {
  corners: number;
  parts: number;
  acres: number;
}

export type CheckedBoundary = { parts: Part[]; problem?: undefined } | { problem: string; parts?: undefined };

export const SQUARE_METRES_PER_ACRE = 4_046.8564224;
const METRES_PER_MILE = 1_609.344;
/** Metres within which two corners are one. */
const SAME = 0.005;
/** Metres by which neighbours may overlap: files round their corners. */
const TOUCHING = 0.1;
/** Miles from west to east or south to north. */
const MOST_MILES = 100;

const NOT_AREAS = 'The boundary must be a GeoJSON Polygon or MultiPolygon.';
export const NOT_DEGREES =
  'The corners are not longitude and latitude in degrees. Export the boundary as WGS 84 (EPSG:4326).';
const TOO_FEW = 'Each part of the boundary needs at least three corners.';

const grouped = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 0 });
const placeText = ([longitude, latitude]: LonLat): string => `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`;

class Refused extends Error {}

const refuse = (sentence: string): never => {
  throw new Refused(sentence);
};

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : refuse(NOT_AREAS));

function cornerOf(value: unknown): LonLat {
  const [longitude, latitude] = listOf(value);
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return refuse(NOT_AREAS);
  if (!(Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90)) return refuse(NOT_DEGREES);
  return [longitude, latitude];
}

function ringsGiven(geometry: unknown, limits: BoundaryLimits): Ring[][] {
  if (typeof geometry !== 'object' || geometry === null || !('type' in geometry) || !('coordinates' in geometry))
    return refuse(NOT_AREAS);
  const { type, coordinates } = geometry;
  if (type !== 'Polygon' && type !== 'MultiPolygon') return refuse(NOT_AREAS);
  const parts = type === 'Polygon' ? [listOf(coordinates)] : listOf(coordinates).map(listOf);
  if (parts.length === 0 || parts.some((rings) => rings.length === 0)) return refuse(NOT_AREAS);
  if (parts.length > limits.parts)
    return refuse(`The boundary has ${grouped(parts.length)} parts; ${limits.parts} are allowed.`);
  const corners = parts.flat().reduce<number>((sum, ring) => sum + Math.max(0, listOf(ring).length - 1), 0);
  // closing corners are not counted, those of unclosed rings a little generously
  if (corners > limits.corners)
    return refuse(
      `The boundary has ${grouped(corners)} corners; ${grouped(limits.corners)} are allowed. Simplify it first.`,
    );
  return parts.map((rings) => rings.map((ring) => listOf(ring).map(cornerOf)));
}

/** Closed, without repeated corners. */
function closed(ring: Ring, plane: MetrePlane): Ring {
  const kept: Ring = [];
  const areSame = (one: LonLat, other: LonLat): boolean => {
    const [a, b] = [plane.toMetres(one), plane.toMetres(other)];
    return Math.hypot(a[0] - b[0], a[1] - b[1]) < SAME;
  };
  for (const corner of ring) {
    const last = kept.at(-1);
    if (!last || !areSame(last, corner)) kept.push(corner);
  }
  while (kept.length > 1 && areSame(kept[0] ?? [0, 0], kept.at(-1) ?? [0, 0])) kept.pop();
  const [first] = kept;
  return first && kept.length >= 3 ? [...kept, [...first]] : refuse(TOO_FEW);
}

interface Planar {
  part: Part;
  rings: PlanarRing[];
}

function refuseSelfCrossing(ring: PlanarRing, plane: MetrePlane): void {
  const contact = selfContact(ring, SAME);
  if (contact) refuse(`The boundary ${contact.what} ${placeText(plane.toPlace(contact.corner))}.`);
}

/** Whether edges cross, with all ends away from the other edge. */
const doCrossClearly = (a: Point, b: Point, c: Point, d: Point): boolean =>
  doCross(a, b, c, d) &&
  Math.min(metresToEdge(a, c, d), metresToEdge(b, c, d), metresToEdge(c, a, b), metresToEdge(d, a, b)) > TOUCHING;

function doRingsCross(one: PlanarRing, other: PlanarRing): boolean {
  for (let at = 0; at + 1 < one.length; at++)
    for (let there = 0; there + 1 < other.length; there++)
      if (doCrossClearly(one[at] ?? [0, 0], one[at + 1] ?? [0, 0], other[there] ?? [0, 0], other[there + 1] ?? [0, 0]))
        return true;
  return false;
}

const isOnEdge = (point: Point, rings: readonly PlanarRing[]): boolean =>
  rings.some((ring) => ring.slice(1).some((end, at) => metresToEdge(point, ring[at] ?? end, end) <= TOUCHING));

const isClearlyInside = (point: Point, rings: readonly PlanarRing[]): boolean =>
  isInside(point, rings) && !isOnEdge(point, rings);

/** Middles of the pieces into which corners on an edge cut it. */
function middlesOfPieces(start: Point, end: Point, corners: readonly Point[]): Point[] {
  const from = (point: Point): number => Math.hypot(point[0] - start[0], point[1] - start[1]);
  const length = from(end);
  const cuts = corners.filter((corner) => metresToEdge(corner, start, end) <= TOUCHING).map(from);
  const ends = [0, ...cuts.filter((cut) => cut < length).sort((one, other) => one - other), length];
  return ends.slice(1).map((to, at): Point => {
    const share = ((ends[at] ?? to) + to) / 2 / length;
    return [start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share];
  });
}

/** Whether a corner or a piece of an edge is clearly inside: edges of parts that overlap may lie on one line. */
function reachesInto(rings: readonly PlanarRing[], others: readonly PlanarRing[]): boolean {
  if (rings.flat().some((corner) => isClearlyInside(corner, others))) return true;
  const corners = others.flat();
  return rings.some((ring) =>
    ring
      .slice(1)
      .some((end, at) =>
        middlesOfPieces(ring[at] ?? end, end, corners).some((middle) => isClearlyInside(middle, others)),
      ),
  );
}

const doOverlap = (one: readonly PlanarRing[], other: readonly PlanarRing[]): boolean =>
  one.some((ring) => other.some((there) => doRingsCross(ring, there))) ||
  reachesInto(one, other) ||
  reachesInto(other, one) ||
  isInside(innerPoint(one), other) ||
  isInside(innerPoint(other), one);

function refuseBadHoles({ rings: [outer = [], ...holes] }: Planar, number: number): void {
  holes.forEach((hole, at) => {
    const leaves = hole.some((corner) => !isInside(corner, [outer]) && !isOnEdge(corner, [outer]));
    if (leaves || doRingsCross(outer, hole) || !isInside(innerPoint([hole]), [outer]))
      refuse(`A hole of part ${number} is not inside it.`);
    for (const other of holes.slice(at + 1))
      if (doOverlap([hole], [other])) refuse(`Two holes of part ${number} overlap.`);
  });
}

function turned(ring: Ring, planar: PlanarRing, isOuter: boolean): Ring {
  return signedArea(planar) > 0 === isOuter ? ring : [...ring].reverse();
}

function checked(geometry: unknown, limits: BoundaryLimits): Part[] {
  const given = ringsGiven(geometry, limits);
  const first = given[0]?.[0]?.[0];
  if (!first) return refuse(TOO_FEW);
  const plane = metrePlane({ longitude: first[0], latitude: first[1] });
  const planars: Planar[] = given.map((rings) => {
    const part = rings.map((ring) => closed(ring, plane));
    return { part, rings: part.map((ring) => ring.map((corner) => plane.toMetres(corner))) };
  });
  const corners = countCorners(planars.map(({ part }) => part));
  if (corners > limits.corners)
    return refuse(`The boundary has ${grouped(corners)} corners; ${grouped(limits.corners)} are allowed.`);
  const [xs, ys] = [0, 1].map((axis) => planars.flatMap(({ rings }) => rings.flat()).map((point) => point[axis] ?? 0));
  const span = Math.max(...[xs ?? [], ys ?? []].map((values) => Math.max(...values) - Math.min(...values)));
  if (span > MOST_MILES * METRES_PER_MILE)
    return refuse(
      `The boundary is ${grouped(span / METRES_PER_MILE)} miles long. Check longitude and latitude of its corners.`,
    );
  const [west, , east] = boundsOf(planars.map(({ part }) => part));
  if (east - west > 180) return refuse('The boundary cannot cross the 180th meridian.');
  const acres =
    planars.reduce((sum, { rings: [outer = [], ...holes] }) => {
      const holesArea = holes.reduce((area, hole) => area + Math.abs(signedArea(hole)), 0);
      return sum + Math.abs(signedArea(outer)) - holesArea;
    }, 0) / SQUARE_METRES_PER_ACRE;
  if (acres > limits.acres)
    return refuse(`The boundary has ${grouped(acres)} acres; ${grouped(limits.acres)} are allowed.`);
  planars.forEach((planar, at) => {
    for (const ring of planar.rings) {
      refuseSelfCrossing(ring, plane);
      if (Math.abs(signedArea(ring)) < SAME) refuse('A part of the boundary has no area.');
    }
    refuseBadHoles(planar, at + 1);
    planars.slice(0, at).forEach((other, index) => {
      if (doOverlap(other.rings, planar.rings)) refuse(`Parts ${index + 1} and ${at + 1} of the boundary overlap.`);
    });
  });
  return planars.map(({ part, rings }) => part.map((ring, at) => turned(ring, rings[at] ?? [], at === 0)));
}

/** Parts in the form of GeoJSON, closed and wound, or the problem, as a sentence. */
export function checkBoundary(geometry: unknown, limits: BoundaryLimits): CheckedBoundary {
  try {
    return { parts: checked(geometry, limits) };
  } catch (error) {
    if (error instanceof Refused) return { problem: error.message };
    throw error;
  }
}
