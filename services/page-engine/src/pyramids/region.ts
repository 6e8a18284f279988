import { sharp } from '../pictures/sharp.js';
import { levelSize, maxLevelOf, TILE_SIZE } from './deep-zoom.js';
import { PyramidError, type TileFormat, type TilePyramid } from './tile-pyramid.js';

/** In full-resolution pixels. */
export interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface RegionSource {
  /** Tile encoding: `png` is bilevel. */
  format: TileFormat;
  width: number;
  height: number;
  tile: TilePyramid['tile'];
}

export interface RegionPicture {
  bytes: Buffer;
  width: number;
  height: number;
}

export const MIN_PICTURE_WIDTH = 16;
export const MAX_PICTURE_WIDTH = 2_048;
/** Limits the height of narrow strips. */
const MAX_SIDE = 4_096;
const MAX_PIXELS = 2_048 * 3_072;
/** Regions with both sides below this are enlarged to it. */
const ENLARGED_SIDE = 64;
/** Noise in PNG takes nearly as many bytes as the pixels. */
const MAX_BYTES = 4 * 1024 * 1024;
const JPEG_QUALITY = 85;

/** @param wanted maximum width of the picture */
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
 * Draws a region from the smallest level with enough pixels. Holds at most four times the picture's pixels (72 MB).
 * Pictures above 4 MB are reduced.
 *
 * @param scale at most {@link scaleOf} the region
 * @throws PyramidError if a tile is missing
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
 * Joins the tiles of a level that show a region: one byte per pixel if bilevel, else three.
 *
 * @param divisor page pixels per level pixel
 * @throws PyramidError if a tile is missing
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
