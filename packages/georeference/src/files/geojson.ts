import { foundAreas, UnreadableFile, type FoundAreas } from './areas.js';

/** Levels of collections within each other. */
const MOST_LEVELS = 8;
/** Names of WGS 84 in the member that older files have. */
const DEGREES = /(?:CRS:?84|4326|4269)$/i;

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

function refuseOtherReference(root: unknown): void {
  const { name } = membersOf(membersOf(membersOf(root)['crs'])['properties']);
  if (typeof name === 'string' && !DEGREES.test(name.replace(/\W+$/, '')))
    throw new UnreadableFile('The GeoJSON is not in longitude and latitude. Export it as WGS 84 (EPSG:4326).');
}

function polygonsOf(value: unknown, level = 0): unknown[] {
  if (level > MOST_LEVELS) throw new UnreadableFile('The GeoJSON has too many collections within each other.');
  const { type, coordinates, features, geometries, geometry } = membersOf(value);
  if (type === 'Polygon') return [coordinates];
  if (type === 'MultiPolygon') return listOf(coordinates);
  if (type === 'Feature') return polygonsOf(geometry, level + 1);
  if (type === 'FeatureCollection') return listOf(features).flatMap((each) => polygonsOf(each, level + 1));
  if (type === 'GeometryCollection') return listOf(geometries).flatMap((each) => polygonsOf(each, level + 1));
  return [];
}

/** All polygons of a GeoJSON text. @throws UnreadableFile */
export function readGeoJson(text: string): FoundAreas {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    throw new UnreadableFile('The file looks like GeoJSON, but is not valid JSON.', { cause: error });
  }
  refuseOtherReference(root);
  return foundAreas(polygonsOf(root));
}
