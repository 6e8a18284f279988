import { checkBoundary, type AreaGeometry } from '@symbio/georeference/boundary';
import type { Place } from '@symbio/georeference';
import { BOUNDARY_LIMITS } from '@symbio/proto/limits';

/** Fewer enclose nothing. */
export const FEWEST_CORNERS = 3;

/** As GeoJSON, closed. */
export function geometryOfCorners(corners: readonly Place[]): Extract<AreaGeometry, { type: 'Polygon' }> {
  const [first] = corners;
  const ring = first ? [...corners, first] : [];
  return {
    type: 'Polygon',
    coordinates: [ring.map(({ longitude, latitude }): [number, number] => [longitude, latitude])],
  };
}

/** Why the corners cannot be saved, as a sentence; null if they can, or while they are too few. */
export const outlineProblem = (corners: readonly Place[]): string | null =>
  corners.length < FEWEST_CORNERS ? null : (checkBoundary(geometryOfCorners(corners), BOUNDARY_LIMITS).problem ?? null);
