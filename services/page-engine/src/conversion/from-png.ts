/** PNG files: rows and palette go into the PDF as they are where PDF can hold them. */
import path from 'node:path';
import { sharp } from '../pictures/sharp.js';
import { decodedPicture } from './decoded-picture.js';
import { damagedBy } from './failures.js';
import { heldPng, readPng } from './held-png.js';
import { checkSize } from './limits.js';
import type { Sheet } from './page-sheet.js';

/** @param pixels limit */
export async function pngSheet(file: string, folder: string, pixels: number): Promise<Sheet> {
  const parts = await readPng(file);
  const { width, height, dpi, orientation } = parts;
  checkSize(width, height, pixels);
  const options = { limitInputPixels: false, sequentialRead: true, failOn: 'error' } as const;
  let picture = heldPng(file, parts);
  if (picture) {
    try {
      // a cut-off picture must not become half a page
      await sharp(file, options).resize(8, 8, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer();
    } catch (error) {
      throw damagedBy(error);
    }
  } else {
    picture = await decodedPicture(() => sharp(file, { ...options, ignoreIcc: true }), {
      png: path.join(folder, 'decoded.png'),
      profile: parts.profile,
    });
  }
  return { width, height, dpi, orientation, pictures: [{ ...picture, x: 0, y: 0 }] };
}
