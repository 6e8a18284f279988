import { rename, rm } from 'node:fs/promises';
import type { Sharp, SharpOptions } from 'sharp';
import { halvingsToOneTile, TILE_SIZE } from './deep-zoom.js';

/** No visible loss on scanned print at double size. */
const TILE_QUALITY = 85;
/** Nearly as small as the maximum for two colours. */
const PNG_LEVEL = 3;

/** Bounded, sequential, as viewers show the picture. */
export const readOptions = (maxPixels: number): SharpOptions => ({
  limitInputPixels: maxPixels,
  failOn: 'error',
  sequentialRead: true,
  // viewers use the PDF's colour space, not the JPEG's profile
  ignoreIcc: true,
});

/**
 * `width` and `height` are those of `image` after rotation.
 *
 * libvips rounds halved levels down, Deep Zoom up: a few white pixels pad the picture to a multiple of the largest
 * power of two; no viewer level shows them fully.
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

/** Uncompressed zip: lossless, a third of JPEG's size for two colours. */
export async function writeBilevelPyramid(image: Sharp, file: string): Promise<void> {
  const tiles = image
    .toColourspace('b-w')
    .png({ compressionLevel: PNG_LEVEL })
    .tile({ size: TILE_SIZE, overlap: 0, container: 'zip', layout: 'dz', basename: 'page' });
  await complete(file, (temporary) => tiles.toFile(temporary));
}

/** Through a temporary file, so the file is always complete. */
async function complete(file: string, write: (temporary: string) => Promise<unknown>): Promise<void> {
  // libvips chooses the format by suffix
  const temporary = file.replace(/(\.\w+)$/, '.part$1');
  try {
    await write(temporary);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
