import type { Sharp } from 'sharp';
import { sharp } from '../pictures/sharp.js';
import { maxLevelOf, TILE_SIZE } from './deep-zoom.js';
import { openTilePyramid } from './open-pyramid.js';
import { type RangeReader, withFile } from './range-reader.js';
import { PyramidError, type TileFormat } from './tile-pyramid.js';

/** libjpeg's limit. */
const MAX_JPEG_SIDE = 65_500;
const IMAGE_QUALITY = 88;

export interface StoredPage {
  format: TileFormat;
  /** Page size in pixels; the stored pyramid may be a few pixels larger. */
  width: number;
  height: number;
}

/** As JPEG, reduced only if a side exceeds 65,500 pixels. */
export async function writePageImage(pyramidFile: string, page: StoredPage, target: string): Promise<void> {
  const { width, height } = page;
  const picture =
    page.format === 'jpg'
      ? await fromTiff(pyramidFile, page)
      : sharp(await withFile(pyramidFile, (reader) => joinTiles(reader, width, height)), {
          raw: { width, height, channels: 1 },
          limitInputPixels: false,
        }).toColourspace('b-w');
  const share = Math.min(1, MAX_JPEG_SIDE / Math.max(width, height));
  const side = (pixels: number): number => Math.max(1, Math.round(pixels * share));
  await picture.resize(side(width), side(height), { fit: 'fill' }).jpeg({ quality: IMAGE_QUALITY }).toFile(target);
}

/** Without tile padding; smaller than the page for a preview. */
async function fromTiff(pyramidFile: string, { width, height }: StoredPage): Promise<Sharp> {
  const options = { page: 0, limitInputPixels: false, sequentialRead: true };
  const stored = await sharp(pyramidFile, options).metadata();
  const halvings = maxLevelOf(width, height) - maxLevelOf(stored.width, stored.height);
  if (halvings < 1) return sharp(pyramidFile, options).extract({ left: 0, top: 0, width, height });
  const part = { width: Math.ceil(width / 2 ** halvings), height: Math.ceil(height / 2 ** halvings) };
  return sharp(pyramidFile, options).extract({ left: 0, top: 0, ...part });
}

/** Grey pixels, one byte each; `halvings` 0 is full size. */
export async function joinTiles(reader: RangeReader, width: number, height: number, halvings = 0): Promise<Buffer> {
  const pyramid = await openTilePyramid(reader, 'png');
  const pixels = Buffer.allocUnsafeSlow(width * height);
  for (let row = 0; row * TILE_SIZE < height; row++) {
    for (let column = 0; column * TILE_SIZE < width; column++) {
      const tile = await pyramid.tile(pyramid.maxLevel - halvings, column, row);
      if (!tile) throw new PyramidError(`no tile ${column}_${row}`);
      const { data, info } = await sharp(tile).toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
      const columns = Math.min(info.width, width - column * TILE_SIZE);
      const rows = Math.min(info.height, height - row * TILE_SIZE);
      for (let y = 0; y < rows; y++) {
        const from = y * info.width * info.channels;
        data.copy(pixels, (row * TILE_SIZE + y) * width + column * TILE_SIZE, from, from + columns);
      }
    }
  }
  return pixels;
}
