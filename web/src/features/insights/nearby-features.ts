import { NEARBY_RADIUS_M, parseCoordinate } from '../../viewer/evidence-api.js';
import type { Coordinate, Feature } from '../../viewer/evidence-api.js';

/** Mean radius of the earth in metres (IUGG). */
const EARTH_RADIUS_M = 6_371_008.8;

const radians = (degrees: number) => (degrees * Math.PI) / 180;

/** Great-circle distance in metres; within 0.5% of the geodesic one, a quarter of a metre at 50 m. */
export function distanceBetween(a: Coordinate, b: Coordinate): number {
  const dLatitude = radians(b.latitude - a.latitude);
  const dLongitude = radians(b.longitude - a.longitude);
  const half =
    Math.sin(dLatitude / 2) ** 2 +
    Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude)) * Math.sin(dLongitude / 2) ** 2;
  return 2 * EARTH_RADIUS_M * Math.asin(Math.min(1, Math.sqrt(half)));
}

export interface Neighbour {
  feature: Feature;
  /** metres */
  distance: number;
}

/** The other features within 50 m of each one, nearest first (FEAT-28, CONST-16, OP-30). */
export function neighboursOf(features: readonly Feature[]): Map<string, Neighbour[]> {
  const placed = features.flatMap((feature) => {
    const place = parseCoordinate(feature.coordinate);
    return place ? [{ feature, place }] : [];
  });
  const found = new Map<string, Neighbour[]>();
  for (const { feature, place } of placed) {
    const near = placed
      .filter((other) => other.feature.id !== feature.id)
      .map((other) => ({ feature: other.feature, distance: distanceBetween(place, other.place) }))
      .filter(({ distance }) => distance <= NEARBY_RADIUS_M)
      .sort((a, b) => a.distance - b.distance);
    if (near.length > 0) found.set(feature.id, near);
  }
  return found;
}
