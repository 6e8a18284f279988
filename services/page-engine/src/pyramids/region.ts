import { sharp } from '../pictures/sharp.js';
import { levelSize, maxLevelOf, TILE_SIZE } from './deep-zoom.js';
import { PyramidError, type TileFormat, type TilePyramid } from './tile-pyramid.js';

/** A part of a page in pixels of its full resolution, inside the page. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface RegionSource {
  /** How the tiles are stored: `png` is of two colours. */
  format: TileFormat;
  /** Of the page, in pixels. */
  width: number;
  height: number;
  tile: TilePyramid['tile'];
}

export interface RegionPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

/** Widths that a picture of a region may be asked for, in pixels. */
export const MIN_PICTURE_WIDTH = 16;
export const MAX_PICTURE_WIDTH = 2_048;
/** Bounds of what is drawn: a strip that is higher than wide would have any height otherwise. */
const MAX_SIDE = 4_096;
const MAX_PIXELS = 2_048 * 3_072;
/** A region whose sides are both below this is enlarged up to it; no other is, as there is nothing more to see. */
const ENLARGED_SIDE = 64;
/** Noise in colours as PNG has nearly as many bytes as pixels have values. */
const MAX_BYTES = 4 * 1024 * 1024;
const JPEG_QUALITY = 85;

/** How many pixels of the picture a pixel of the page becomes when the picture is to be `wanted` wide, or less. */
export function scaleOf({ width, height }: Pick<Region, 'width' | 'height'>, wanted: number): number {
  const longest = Math.max(width, height);
  return Math.min(
    wanted / width,
    Math.max(1, ENLARGED_SIDE / longest),
    MAX_SIDE / longest,
    Math.sqrt(MAX_PIXELS / (width * height)),
  );
}

/**
 * Draws a part of a page out of the tiles of the smallest level that has enough pixels. At most four times the picture's
 * pixels are held (72 MB), whatever the page's size. A picture above 4 MB is made smaller until it is none.
 *
 * @param scale at most what {@link scaleOf} says for the region
 * @throws PyramidError when a tile is missing
 */
export async function drawRegion(
  source: RegionSource,
  region: Region,
  scale: number,
  format: TileFormat,
): Promise<RegionPicture> {
  const maxLevel = maxLevelOf(source.width, source.height);
  const halvings = Math.min(maxLevel, Math.max(0, Math.floor(Math.log2(1 / scale))));
  const part = await joinedRegion(source, region, maxLevel - halvings, 2 ** halvings);
  for (let share = scale; ;) {
    const width = Math.max(1, Math.round(region.width * share));
    const height = Math.max(1, Math.round(region.height * share));
    const picture = sharp(part.pixels, { raw: part.raw })
      .toColourspace(part.raw.channels === 1 ? 'b-w' : 'srgb')
      .resize(width, height, { fit: 'fill' });
    const bytes = await (
      format === 'png' ? picture.png({ compressionLevel: 6 }) : picture.jpeg({ quality: JPEG_QUALITY })
    ).toBuffer();
    if (bytes.length <= MAX_BYTES) return { bytes, width, height };
    share *= 0.95 * Math.sqrt(MAX_BYTES / bytes.length);
  }
}

/**
 * The part of a level that shows a region, put together from its tiles: one byte a pixel of two colours, three of any.
 *
 * @param divisor page pixels that a pixel of the level stands for
 * @throws PyramidError when a tile is missing
 */
export async function joinedRegion(
  { format, width, height, tile }: RegionSource,
  region: Region,
  level: number,
  divisor: number,
) {
  const size = levelSize(width, height, level);
  const left = Math.min(size.width - 1, Math.floor(region.x / divisor));
  const top = Math.min(size.height - 1, Math.floor(region.y / divisor));
  const right = Math.min(size.width, Math.max(left + 1, Math.ceil((region.x + region.width) / divisor)));
  const bottom = Math.min(size.height, Math.max(top + 1, Math.ceil((region.y + region.height) / divisor)));
  const channels: 1 | 3 = format === 'png' ? 1 : 3;
  const raw = { width: right - left, height: bottom - top, channels };
  const pixels = Buffer.allocUnsafeSlow(raw.width * raw.height * channels);
  for (let row = Math.floor(top / TILE_SIZE); row * TILE_SIZE < bottom; row++) {
    for (let column = Math.floor(left / TILE_SIZE); column * TILE_SIZE < right; column++) {
      const encoded = await tile(level, column, row);
      if (!encoded) throw new PyramidError(`no tile ${level}/${column}_${row}`);
      const { data, info } = await sharp(encoded)
        .removeAlpha()
        .toColourspace(channels === 1 ? 'b-w' : 'srgb')
        .raw()
        .toBuffer({ resolveWithObject: true });
      const [tileLeft, tileTop] = [column * TILE_SIZE, row * TILE_SIZE];
      const fromX = Math.max(left, tileLeft);
      const toX = Math.min(right, tileLeft + TILE_SIZE);
      const toY = Math.min(bottom, tileTop + TILE_SIZE);
      if (info.channels !== channels || tileLeft + info.width < toX || tileTop + info.height < toY)
        throw new PyramidError(`tile ${level}/${column}_${row} is ${info.width} x ${info.height} x ${info.channels}`);
      for (let y = Math.max(top, tileTop); y < toY; y++) {
        const from = ((y - tileTop) * info.width + (fromX - tileLeft)) * channels;
        const to = ((y - top) * raw.width + (fromX - left)) * channels;
        data.copy(pixels, to, from, from + (toX - fromX) * channels);
      }
    }
  }
  return { pixels, raw };
}
