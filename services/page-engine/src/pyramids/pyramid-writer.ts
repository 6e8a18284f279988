import { rename, rm } from 'node:fs/promises';
import type { Sharp, SharpOptions } from 'sharp';
import { halvingsToOneTile, TILE_SIZE } from './deep-zoom.js';

/** JPEG quality of tiles: no visible loss on scanned print at double size. */
const TILE_QUALITY = 85;
/** Fast, and nearly as small as the maximum for two colours. */
const PNG_LEVEL = 3;

/** Options for PDF pictures: bounded, sequential, as viewers show them. */
export const readOptions = (maxPixels: number): SharpOptions => ({
  limitInputPixels: maxPixels,
  failOn: 'error',
  sequentialRead: true,
  // viewers use the PDF's colour space, not the JPEG's profile
  ignoreIcc: true,
});

/**
 * Writes a tiled pyramid TIFF of JPEG tiles. `width` and `height` are those of `image` after rotation.
 *
 * libvips rounds halved levels down, Deep Zoom up. So the picture is padded with a few white pixels to a multiple of
 * the largest power of two; no viewer level shows them fully.
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

/** Writes PNG tiles into an uncompressed zip: lossless, and a third of JPEG's size for two colours. */
export async function writeBilevelPyramid(image: Sharp, file: string): Promise<void> {
  const tiles = image
    .toColourspace('b-w')
    .png({ compressionLevel: PNG_LEVEL })
    .tile({ size: TILE_SIZE, overlap: 0, container: 'zip', layout: 'dz', basename: 'page' });
  await complete(file, (temporary) => tiles.toFile(temporary));
}

/** Writes through a temporary file, so that the named file is always complete. */
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
