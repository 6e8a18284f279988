import type { ColourRaster } from '../raster.js';

/** Tile without a darker pixel than this has no lettering. */
const DARK = 140;

/**
 * Square of the picture as detector input: BGR planes from -1 to 1, edges repeated beyond the picture.
 *
 * @param turned rotate by 90° clockwise, so upward lettering is level
 * @returns undefined if there is no ink
 */
export function detectorInput(
  { data, width, height }: ColourRaster,
  left: number,
  top: number,
  size: { width: number; height: number },
  turned: boolean,
): Float32Array | undefined {
  const plane = size.width * size.height;
  const input = new Float32Array(3 * plane);
  let dark = 0;
  for (let y = 0; y < size.height; y++) {
    const row = Math.min(height - 1, top + y) * width;
    for (let x = 0; x < size.width; x++) {
      const from = (row + Math.min(width - 1, left + x)) * 3;
      const to = turned ? x * size.height + size.height - 1 - y : y * size.width + x;
      const red = data[from] ?? 0;
      if (red < DARK) dark++;
      input[to] = (data[from + 2] ?? 0) / 127.5 - 1;
      input[plane + to] = (data[from + 1] ?? 0) / 127.5 - 1;
      input[2 * plane + to] = red / 127.5 - 1;
    }
  }
  return dark > 0 ? input : undefined;
}
