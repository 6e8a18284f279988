import { touches } from '../areas.js';
import type { Raster } from '../ink.js';
import type { Area } from '../../pdf/page.js';
import type { PictureStrips } from './picture-strips.js';

/** Rows per strip, even. */
const ROWS = 768;

/**
 * Halves a picture to the brightest of each pixel's colours, in which tints are as bright as paper.
 *
 * @param scale picture pixels per page pixel
 * @param areas others remain white
 */
export async function brightnessOf(picture: PictureStrips, scale: number, areas?: readonly Area[]): Promise<Raster> {
  const [width, height] = [picture.width >> 1, picture.height >> 1];
  const data = new Uint8Array(width * height).fill(255);
  for (let top = 0; top < picture.height; top += ROWS) {
    const rows = { x: 0, y: top / scale, width: picture.width / scale, height: ROWS / scale };
    if (!touches(rows, areas)) continue;
    const strip = await picture.strip(top, ROWS);
    const stride = strip.width * 3;
    for (let y = 0; y < strip.height >> 1; y++)
      for (let x = 0; x < width; x++) {
        const at = 2 * y * stride + 6 * x;
        data[((top >> 1) + y) * width + x] = brightest(strip.data, at);
      }
  }
  return { data, width, height };
}

const brightest = (data: Uint8Array, at: number): number =>
  Math.max(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
