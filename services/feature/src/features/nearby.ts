import geodesic from 'geographiclib-geodesic';

/** WGS 84, decimal degrees. */
export interface Point {
  longitude: number;
  latitude: number;
}

/** Metres within which a feature counts as nearby (CONST-16). */
export const NEARBY_M = 50;
/** Metres of tolerance beyond the radius, for coordinate rounding. */
const ROUNDING_M = 1e-6;
/**
 * Metres, the smallest radius of curvature of the WGS 84 ellipsoid: a(1 - e²), along the meridian at the equator. A
 * path turns at most by its length divided by this.
 */
const SMALLEST_CURVATURE_M = 6_335_439.327;

/** Metres between two points on the ellipsoid (Karney 2013, exact to nanometres, also across the antimeridian). */
export function distanceM(from: Point, to: Point): number {
  const { s12 } = geodesic.Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude);
  return s12 ?? NaN;
}

/** Whether a distance is within a radius; both in metres. */
export const isWithin = (distance: number, radiusM: number): boolean => distance <= radiusM + ROUNDING_M;

/**
 * Angle in radians on MongoDB's sphere that encloses every point within an ellipsoidal distance. It includes some extra
 * points, so results must still be measured.
 */
export const enclosingAngle = (radiusM: number): number => (radiusM + 2 * ROUNDING_M) / SMALLEST_CURVATURE_M;
