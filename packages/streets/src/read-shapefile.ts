import { parseDbf, parseShp } from 'shpjs';
import { StreetsError, type Streets } from './model.js';
import { readFeatures, TOO_MANY_LINES } from './read-geojson.js';

export interface ShapefileParts {
  shp: Uint8Array;
  dbf: Uint8Array;
  /** Projection; WGS 84 or NAD 83 without one. */
  prj?: string | undefined;
  /** Encoding of the names. */
  cpg?: string | undefined;
}

/** Rows, many of which are rivers, rails and lanes without a name. */
const MOST_ROWS = 1_000_000;

/** Of a .dbf, from its header. */
const rowsOf = (dbf: Uint8Array): number =>
  dbf.length < 8 ? 0 : new DataView(dbf.buffer, dbf.byteOffset).getUint32(4, true);

/** A copy of its own: shpjs reads whole buffers. */
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer;

/** @throws StreetsError */
export function readShapefile({ shp, dbf, prj, cpg }: ShapefileParts): Streets {
  if (rowsOf(dbf) > MOST_ROWS) throw new StreetsError(TOO_MANY_LINES);
  try {
    const geometries = parseShp(bufferOf(shp), prj);
    const rows = parseDbf(bufferOf(dbf), cpg);
    return readFeatures(geometries.map((geometry, at) => ({ geometry, properties: rows[at] ?? {} })));
  } catch (cause) {
    if (cause instanceof StreetsError) throw cause;
    throw new StreetsError('The shapefile cannot be read: it is damaged, or its projection is unknown.', { cause });
  }
}
