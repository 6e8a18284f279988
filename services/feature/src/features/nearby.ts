import geodesic from 'geographiclib-geodesic';

/** WGS 84, decimal degrees. */
export interface Point {
  longitude: number;
  latitude: number;
}

/** Default radius in metres (CONST-16). */
export const NEARBY_M = 50;
/** Metres of tolerance for coordinate rounding. */
const ROUNDING_M = 1e-6;
/** Metres, the smallest radius of curvature of the WGS 84 ellipsoid: a(1 - e²), along the meridian at the equator. */
const SMALLEST_CURVATURE_M = 6_335_439.327;

/** Metres on the ellipsoid (Karney 2013, exact to nanometres, also across the antimeridian). */
export function distanceM(from: Point, to: Point): number {
  const { s12 } = geodesic.Geodesic.WGS84.Inverse(from.latitude, from.longitude, to.latitude, to.longitude);
  return s12 ?? NaN;
}

export const isWithin = (distance: number, radiusM: number): boolean => distance <= radiusM + ROUNDING_M;

/** Radians on MongoDB's sphere that enclose every point within the distance, and some more: measure the results. */
export const enclosingAngle = (radiusM: number): number => (radiusM + 2 * ROUNDING_M) / SMALLEST_CURVATURE_M;
