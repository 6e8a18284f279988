/** RGB, three bytes per pixel, row by row. */
export interface ColourRaster {
  data: Uint8Array;
  width: number;
  height: number;
}
