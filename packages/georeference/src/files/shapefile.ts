import { parseShp } from 'shpjs';
import { foundAreas, UnreadableFile, type FoundAreas } from './areas.js';

/** Shape types that are areas: plain, with heights, with measures. */
const AREAS: ReadonlySet<number> = new Set([5, 15, 25]);
const HEADER_BYTES = 100;
/** Of the file, in 16-bit words. */
const LENGTH_AT = 24;
const TYPE_AT = 32;
const BOUNDS_AT = 36;

const NO_PROJECTION =
  'The shapefile has no .prj file, so its coordinates cannot be read. Add it, or export the boundary as GeoJSON.';

const DAMAGED = 'The shapefile cannot be read: it is damaged.';
/** Of all areas of a file. */
const MOST_CORNERS = 10_000;
/** Of a record: its head, then the numbers of parts and points, then where each part starts. */
const [RECORD_HEAD_BYTES, PARTS_AT, POINTS_AT, STARTS_AT] = [8, 36, 40, 44];

/** The datum of a projection; degrees of these are those of WGS 84 to two metres. */
const DATUM = /DATUM\s*\[\s*"([^"]*)"/i;
const SAME_DATUM = /WGS_?(?:19)?84|North_American_(?:Datum_)?1983|NAD_?(?:19)?83|NSRS|ITRF|ETRS/i;

/** Old datums are hundreds of feet off, and their grids of corrections are not included. */
function refuseOldDatum(projection: string): void {
  const datum = DATUM.exec(projection)?.[1]?.replaceAll(/[\s_]+/g, '_');
  if (datum !== undefined && !SAME_DATUM.test(datum))
    throw new UnreadableFile(
      `The shapefile has the datum ${datum}, which cannot be converted exactly. Export it as WGS 84 (EPSG:4326).`,
    );
}

/** The parts must follow each other. */
function cornersOf(record: DataView): number {
  const type = record.getInt32(0, true);
  if (type === 0) return 0;
  const [parts, points] = [record.getInt32(PARTS_AT, true), record.getInt32(POINTS_AT, true)];
  if (!AREAS.has(type) || parts < 0 || points < 0 || STARTS_AT + parts * 4 + points * 16 > record.byteLength)
    throw new UnreadableFile(DAMAGED);
  let last = 0;
  for (let part = 0; part < parts; part++) {
    const start = record.getInt32(STARTS_AT + part * 4, true);
    if (start < last || start > points || (part === 0 && start > 0)) throw new UnreadableFile(DAMAGED);
    last = start;
  }
  return points;
}

/** Of all records: the reader trusts their numbers, which may make it read without end. @throws UnreadableFile */
function refuseBadRecords(view: DataView): void {
  let corners = 0;
  for (let at = HEADER_BYTES; at + RECORD_HEAD_BYTES <= view.byteLength;) {
    const length = view.getInt32(at + 4) * 2;
    at += RECORD_HEAD_BYTES;
    if (length === 0) continue;
    if (length < 4 || at + length > view.byteLength) throw new UnreadableFile(DAMAGED);
    const record = new DataView(view.buffer, view.byteOffset + at, length);
    if (length < STARTS_AT && record.getInt32(0, true) !== 0) throw new UnreadableFile(DAMAGED);
    corners += cornersOf(record);
    at += length;
  }
  if (corners > MOST_CORNERS)
    throw new UnreadableFile(
      `The shapefile has ${corners.toLocaleString('en-US')} corners. Send the boundary of the property alone.`,
    );
}

/** West, south, east, north of the header. */
function boundsIn(view: DataView): number[] {
  return [0, 1, 2, 3].map((at) => view.getFloat64(BOUNDS_AT + at * 8, true));
}

const areDegrees = ([west = NaN, south = NaN, east = NaN, north = NaN]: number[]): boolean =>
  west >= -180 && east <= 180 && south >= -90 && north <= 90;

const areasOf = (shape: unknown): unknown[] => {
  if (typeof shape !== 'object' || shape === null || !('type' in shape) || !('coordinates' in shape)) return [];
  const { type, coordinates } = shape;
  if (type === 'Polygon') return [coordinates];
  return type === 'MultiPolygon' && Array.isArray(coordinates) ? coordinates : [];
};

/**
 * All polygons of a shapefile, in degrees.
 * @param projection the text of its .prj file, if it has one
 * @throws UnreadableFile
 */
export function readShapefile(file: Uint8Array, projection: string | undefined): FoundAreas {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  if (file.length < HEADER_BYTES || file.length < view.getInt32(LENGTH_AT) * 2)
    throw new UnreadableFile('The shapefile is cut off.');
  if (!AREAS.has(view.getInt32(TYPE_AT, true))) return foundAreas([]);
  if (projection === undefined && !areDegrees(boundsIn(view))) throw new UnreadableFile(NO_PROJECTION);
  if (projection !== undefined) refuseOldDatum(projection);
  refuseBadRecords(view);
  let shapes: unknown[];
  try {
    shapes = parseShp(file, projection);
  } catch (error) {
    throw new UnreadableFile(DAMAGED, { cause: error });
  }
  return foundAreas(shapes.flatMap(areasOf));
}
