import type { ColourRaster } from '../raster.js';

/** Tile without a darker pixel than this has no lettering. */
const DARK = 140;

const LEVELS = Float32Array.from({ length: 256 }, (_, level) => level / 127.5 - 1);

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
      input[to] = LEVELS[data[from + 2] ?? 0] ?? 0;
      input[plane + to] = LEVELS[data[from + 1] ?? 0] ?? 0;
      input[2 * plane + to] = LEVELS[red] ?? 0;
    }
  }
  return dark > 0 ? input : undefined;
}
