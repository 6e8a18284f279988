import { sharp } from '../pictures/sharp.js';
import { maxLevelOf, TILE_SIZE } from './deep-zoom.js';
import { joinedRegion, type Region, type RegionSource } from './region.js';

/** What to draw: a region, scaled, then mirrored and rotated (IIIF Image API 3). */
export interface ImageRequest {
  region: Region;
  size: { width: number; height: number };
  rotation: { mirror: boolean; degrees: number };
  quality: 'default' | 'color' | 'gray' | 'bitonal';
  format: 'jpg' | 'png' | 'webp';
}

const JPEG_QUALITY = 85;

/** Pyramid's tile that a request asks for unchanged; undefined if it must be drawn. */
export function storedTileOf(
  { region, size, rotation, quality, format }: ImageRequest,
  page: Pick<RegionSource, 'format' | 'width' | 'height'>,
): { level: number; x: number; y: number } | undefined {
  const isPlain = rotation.degrees === 0 && !rotation.mirror && (quality === 'default' || quality === 'color');
  if (!isPlain || format !== page.format || size.width !== TILE_SIZE || size.height !== TILE_SIZE) return undefined;
  const factor = region.width / TILE_SIZE;
  const level = maxLevelOf(page.width, page.height) - Math.log2(factor);
  const isTile = region.height === region.width && region.x % region.width === 0 && region.y % region.width === 0;
  if (!isTile || !Number.isInteger(level) || level < 0 || factor < 1) return undefined;
  return { level, x: region.x / region.width, y: region.y / region.width };
}

/** @throws PyramidError if a tile is missing */
export async function drawImage(source: RegionSource, request: ImageRequest): Promise<Buffer> {
  const { region, size, rotation, quality, format } = request;
  const scale = Math.max(size.width / region.width, size.height / region.height);
  const maxLevel = maxLevelOf(source.width, source.height);
  const halvings = Math.min(maxLevel, Math.max(0, Math.floor(Math.log2(1 / scale) + 1e-9)));
  const part = await joinedRegion(source, region, maxLevel - halvings, 2 ** halvings);
  let picture = sharp(part.pixels, { raw: part.raw }).toColourspace(part.raw.channels === 1 ? 'b-w' : 'srgb');
  if (part.raw.width !== size.width || part.raw.height !== size.height)
    picture = picture.resize(size.width, size.height, { fit: 'fill' });
  if (rotation.mirror) picture = picture.flop();
  if (rotation.degrees) {
    // in a pipeline of its own: sharp rotates before it resizes
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const background = format === 'jpg' ? '#fff' : { r: 255, g: 255, b: 255, alpha: 0 };
    picture = sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).rotate(
      rotation.degrees,
      { background },
    );
  }
  if (quality === 'gray') picture = picture.greyscale();
  if (quality === 'bitonal') picture = picture.greyscale().threshold(128);
  if (format === 'png')
    return picture.png({ compressionLevel: 6, ...(quality === 'bitonal' && { colours: 2 }) }).toBuffer();
  if (format === 'webp') return picture.webp({ quality: JPEG_QUALITY }).toBuffer();
  return picture.jpeg({ quality: JPEG_QUALITY }).toBuffer();
}
