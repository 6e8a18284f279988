/** Degrees, WGS 84, as in GeoJSON. */
export type LonLat = [longitude: number, latitude: number];
/** Closed. */
export type Ring = LonLat[];
/** The outer ring, counterclockwise, then holes, clockwise. */
export type Part = Ring[];

export type AreaGeometry = { type: 'Polygon'; coordinates: Part } | { type: 'MultiPolygon'; coordinates: Part[] };

/** As GeoJSON. */
export function geometryOf(parts: readonly Part[]): AreaGeometry {
  const [first] = parts;
  return first && parts.length === 1
    ? { type: 'Polygon', coordinates: first }
    : { type: 'MultiPolygon', coordinates: [...parts] };
}

export const partsOf = (geometry: AreaGeometry): Part[] =>
  geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates;

/** Without the closing ones. */
export const countCorners = (parts: readonly Part[]): number =>
  parts.flat().reduce((sum, ring) => sum + ring.length - 1, 0);

/** West, south, east, north of parts on one side of the 180th meridian. */
export function boundsOf(parts: readonly Part[]): [west: number, south: number, east: number, north: number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [longitude, latitude] of parts.flat(2)) {
    [west, east] = [Math.min(west, longitude), Math.max(east, longitude)];
    [south, north] = [Math.min(south, latitude), Math.max(north, latitude)];
  }
  return [west, south, east, north];
}
