/** RGB pixels, three bytes each, row by row. */
export interface ColourRaster {
  data: Uint8Array;
  width: number;
  height: number;
}
