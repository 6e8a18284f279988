/** The parts of shpjs that are used. */
declare module 'shpjs' {
  /** Geometries in WGS 84; null for records without one. */
  export function parseShp(shp: Uint8Array | ArrayBuffer | DataView, prj?: string): unknown[];
  export function parseDbf(dbf: Uint8Array | ArrayBuffer | DataView, encoding?: string): Record<string, unknown>[];
}
