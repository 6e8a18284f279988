import { strFromU8, unzipSync } from 'fflate';
import { StreetsError, type Streets } from './model.js';
import { readCsv } from './read-csv.js';
import { featuresOf } from './features-of.js';
import { readFeatures } from './read-geojson.js';
import { readShapefile } from './read-shapefile.js';

/** Bytes of a file, and of what a ZIP unpacks to. */
export const MOST_UNPACKED_BYTES = 300 * 1024 * 1024;
const MOST_FILES = 200;
const MOST_CSV_BYTES = 50 * 1024 * 1024;
const WANTED = /\.(shp|dbf|prj|cpg|geojson|json|csv)$/i;

export const NO_NAMES = 'Streets could not be read: no line has a name.';
const NOT_READABLE = 'The file is not a street file: it must be GeoJSON, a CSV of crossings, or a ZIP of a shapefile.';

/** @throws StreetsError */
export function readStreets(bytes: Uint8Array): Streets {
  const streets = isZip(bytes) ? readZip(bytes) : readText(bytes);
  if (streets.lines.length + streets.crossings.length + streets.aliases.length === 0) throw new StreetsError(NO_NAMES);
  return streets;
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

function readText(bytes: Uint8Array): Streets {
  const start = new TextDecoder().decode(bytes.subarray(0, 1_000)).trimStart();
  if (start.startsWith('{')) return readFeatures(featuresOf(bytes));
  // binary, such as a lone .shp
  if (start.includes('\0')) throw new StreetsError(NOT_READABLE);
  if (bytes.length > MOST_CSV_BYTES) throw new StreetsError('A CSV may have at most 50 MB.');
  return readCsv(new TextDecoder().decode(bytes));
}

function unzipped(bytes: Uint8Array): Map<string, Uint8Array> {
  let [total, count] = [0, 0];
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        if (!WANTED.test(name) || name.startsWith('__MACOSX')) return false;
        total += originalSize;
        count += 1;
        if (total > MOST_UNPACKED_BYTES || count > MOST_FILES) throw new StreetsError('The ZIP unpacks to too much.');
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (cause) {
    if (cause instanceof StreetsError) throw cause;
    throw new StreetsError('The ZIP is damaged.', { cause });
  }
}

function readZip(bytes: Uint8Array): Streets {
  const files = unzipped(bytes);
  const beside = (name: string, extension: string) => {
    const wanted = name.replace(/\.shp$/i, extension).toLowerCase();
    return [...files].find(([each]) => each.toLowerCase() === wanted)?.[1];
  };
  const parts: Streets[] = [];
  for (const [name, content] of files) {
    if (/\.shp$/i.test(name)) {
      const dbf = beside(name, '.dbf');
      if (!dbf) throw new StreetsError(`The ZIP has ${name} without its .dbf, which holds the names.`);
      const [prj, cpg] = [beside(name, '.prj'), beside(name, '.cpg')];
      parts.push(readShapefile({ shp: content, dbf, prj: prj && strFromU8(prj), cpg: cpg && strFromU8(cpg) }));
    } else if (/\.(geojson|json|csv)$/i.test(name)) parts.push(readText(content));
  }
  if (parts.length === 0) throw new StreetsError(NOT_READABLE);
  return {
    lines: parts.flatMap(({ lines }) => lines),
    crossings: parts.flatMap(({ crossings }) => crossings),
    aliases: parts.flatMap(({ aliases }) => aliases),
  };
}
