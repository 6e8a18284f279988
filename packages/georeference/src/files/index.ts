/** Readers of files with boundaries and control points. For servers. */
import { UnreadableFile, type FoundAreas } from './areas.js';
import { readGeoJson } from './geojson.js';
import { readKml } from './kml.js';
import { readShapefile } from './shapefile.js';
import { unzipped } from './zip.js';

export { UnreadableFile, type FoundAreas } from './areas.js';
export type { ImportedPoint, ImportedPoints } from './imported.js';
export { readPointFile } from './points.js';

const UNKNOWN = 'The file must be GeoJSON, KML or a zipped shapefile.';
const LONE_SHAPEFILE = 'Send the shapefile as one zip with its .shp and .prj files.';

const startsWith = (file: Uint8Array, bytes: readonly number[]): boolean =>
  bytes.every((byte, at) => file[at] === byte);
const isZip = (file: Uint8Array): boolean => startsWith(file, [0x50, 0x4b, 0x03, 0x04]);
const isShapefile = (file: Uint8Array): boolean => startsWith(file, [0, 0, 0x27, 0x0a]);

/** Of other encodings only the names are misread, which nothing uses. */
function textOf(file: Uint8Array): string {
  const encoding = startsWith(file, [0xff, 0xfe]) ? 'utf-16le' : startsWith(file, [0xfe, 0xff]) ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(file);
}

function readText(file: Uint8Array): FoundAreas {
  const text = textOf(file).trimStart();
  if (text.startsWith('{')) return readGeoJson(text);
  if (text.startsWith('<')) return readKml(text);
  throw new UnreadableFile(UNKNOWN);
}

function readZip(file: Uint8Array): FoundAreas {
  const files = [...unzipped(file)];
  const ofKind = (ending: RegExp) => files.filter(([name]) => ending.test(name));
  const shapefiles = ofKind(/\.shp$/i);
  if (shapefiles.length > 1)
    throw new UnreadableFile('The zip holds several shapefiles. Send the boundary of the property alone.');
  const [shapefile] = shapefiles;
  if (shapefile) {
    const [name, content] = shapefile;
    const projection = files.find(([other]) => other.toLowerCase() === name.toLowerCase().replace(/\.shp$/, '.prj'));
    return readShapefile(content, projection && textOf(projection[1]));
  }
  const [text] = [...ofKind(/\.kml$/i), ...ofKind(/\.(?:geo)?json$/i)];
  if (!text) throw new UnreadableFile('The zip holds no shapefile, KML or GeoJSON.');
  return readText(text[1]);
}

/** The areas of a GeoJSON, KML, KMZ or zipped shapefile, in degrees. @throws UnreadableFile */
export function readBoundaryFile(file: Uint8Array): FoundAreas {
  if (isZip(file)) return readZip(file);
  if (isShapefile(file)) throw new UnreadableFile(LONE_SHAPEFILE);
  return readText(file);
}
