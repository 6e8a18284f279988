export interface ExportRow {
  id: string;
  /** WGS 84, decimal degrees; undefined if not placed. */
  place: { longitude: number; latitude: number } | undefined;
  /** By column; null: no value. */
  values: Readonly<Record<string, string | number | null>>;
  /** Closed outline on the earth, if the sheet is placed. */
  earth?: [longitude: number, latitude: number][] | undefined;
  /** Closed outline in pixels of the sheet, y downwards. */
  pixels?: readonly [x: number, y: number][];
}
