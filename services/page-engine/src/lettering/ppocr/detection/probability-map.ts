import { countedPart } from './tiles.js';

/** Lettering probability per pixel, 0 to 255, merged from overlapping tiles so no word is cut. */
export class ProbabilityMap {
  readonly data: Uint8Array;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.data = new Uint8Array(width * height);
  }

  /** Adds the detector's output for a tile; the larger value wins in overlaps. */
  paste(part: Float32Array, left: number, top: number, size: { width: number; height: number }, turned: boolean): void {
    const [x0, x1] = countedPart(left, size.width, this.width);
    const [y0, y1] = countedPart(top, size.height, this.height);
    for (let y = y0; y < y1; y++)
      for (let x = x0; x < x1; x++) {
        const from = turned ? x * size.height + size.height - 1 - y : y * size.width + x;
        const value = Math.round((part[from] ?? 0) * 255);
        if (value === 0) continue;
        const to = (top + y) * this.width + left + x;
        if (value > (this.data[to] ?? 0)) this.data[to] = value;
      }
  }
}
