/** Sizes of boundaries on the ellipsoid. */
import geodesic from 'geographiclib-geodesic';
import { FEET_PER_METRE, type Place } from '../plane.js';
import { SQUARE_METRES_PER_ACRE } from './check.js';
import { metrePlane } from './metres.js';
import { centroid, innerPoint, isInside, signedArea } from './planar.js';
import type { Part, Ring } from './shapes.js';

function sizeOf(ring: Ring): { area: number; perimeter: number } {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  for (const [longitude, latitude] of ring.slice(0, -1)) polygon.AddPoint(latitude, longitude);
  const { area = 0, perimeter } = polygon.Compute(false, true);
  return { area: Math.abs(area), perimeter };
}

export interface BoundarySize {
  acres: number;
  /** Of all rings; an edge that two parts share counts twice. */
  perimeterFeet: number;
  /** The centroid, or a place within the boundary if that is outside. */
  centre: Place;
}

/** Of checked parts. */
export function measureBoundary(parts: readonly Part[]): BoundarySize {
  let [area, perimeter] = [0, 0];
  for (const part of parts)
    part.forEach((ring, at) => {
      const size = sizeOf(ring);
      area += at === 0 ? size.area : -size.area;
      perimeter += size.perimeter;
    });
  return { acres: area / SQUARE_METRES_PER_ACRE, perimeterFeet: perimeter * FEET_PER_METRE, centre: centreOf(parts) };
}

function centreOf(parts: readonly Part[]): Place {
  const [longitude, latitude] = parts[0]?.[0]?.[0] ?? [0, 0];
  const plane = metrePlane({ longitude, latitude });
  const planar = parts.map((part) => part.map((ring) => ring.map((corner) => plane.toMetres(corner))));
  let [total, x, y] = [0, 0, 0];
  // holes are wound the other way: their areas are negative
  for (const ring of planar.flat()) {
    const [area, middle] = [signedArea(ring), centroid(ring)];
    total += area;
    x += middle[0] * area;
    y += middle[1] * area;
  }
  const middle = [x / total, y / total] as const;
  const largest = [...planar].sort((one, other) => signedArea(other[0] ?? []) - signedArea(one[0] ?? []))[0] ?? [];
  const centre = planar.some((rings) => isInside(middle, rings)) ? middle : innerPoint(largest);
  const [east, north] = plane.toPlace(centre);
  return { longitude: east, latitude: north };
}
