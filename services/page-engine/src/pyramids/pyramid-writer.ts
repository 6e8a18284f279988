import { rename, rm } from 'node:fs/promises';
import type { Sharp, SharpOptions } from 'sharp';
import { halvingsToOneTile, TILE_SIZE } from './deep-zoom.js';

/** JPEG quality of stored tiles: no visible loss on scanned print at twice the natural size. */
const TILE_QUALITY = 85;
/** Fast and nearly as small as the strongest for two colours. */
const PNG_LEVEL = 3;

/** How every picture out of a PDF is read: bounded, once from top to bottom, and as a viewer shows it. */
export const readOptions = (maxPixels: number): SharpOptions => ({
  limitInputPixels: maxPixels,
  failOn: 'error',
  sequentialRead: true,
  // viewers take the PDF's colour space, not the profile inside the JPEG
  ignoreIcc: true,
});

/**
 * Writes a tiled pyramid TIFF of JPEG tiles. `width` and `height` are those of `image` after its rotation.
 *
 * libvips halves levels rounding down where Deep Zoom rounds up. The stored picture is therefore widened by a few
 * white pixels to a multiple of the largest power of two; no level of a viewer ever shows them whole.
 */
export async function writeJpegPyramid(image: Sharp, width: number, height: number, file: string): Promise<void> {
  const multiple = 2 ** halvingsToOneTile(width, height);
  const right = Math.ceil(width / multiple) * multiple - width;
  const bottom = Math.ceil(height / multiple) * multiple - height;
  const padded = right || bottom ? image.extend({ right, bottom, background: '#fff' }) : image;
  const tiff = padded.tiff({
    compression: 'jpeg',
    quality: TILE_QUALITY,
    tile: true,
    pyramid: true,
    tileWidth: TILE_SIZE,
    tileHeight: TILE_SIZE,
  });
  await complete(file, (temporary) => tiff.toFile(temporary));
}

/** Writes PNG tiles into an uncompressed zip: lossless, and a third of the bytes of JPEG for two colours. */
export async function writeBilevelPyramid(image: Sharp, file: string): Promise<void> {
  const tiles = image
    .toColourspace('b-w')
    .png({ compressionLevel: PNG_LEVEL })
    .tile({ size: TILE_SIZE, overlap: 0, container: 'zip', layout: 'dz', basename: 'page' });
  await complete(file, (temporary) => tiles.toFile(temporary));
}

/** A file under its own name is always complete. */
async function complete(file: string, write: (temporary: string) => Promise<unknown>): Promise<void> {
  // libvips picks the format by the suffix
  const temporary = file.replace(/(\.\w+)$/, '.part$1');
  try {
    await write(temporary);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
