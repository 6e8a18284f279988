import { sharp } from '../pictures/sharp.js';
import type { TilePyramid } from './tile-pyramid.js';

/** Longest side of a thumbnail in pixels: the pyramid always has a level between this and one tile. */
export const THUMBNAIL_SIZE = 256;

/** Makes the WebP thumbnail from the pyramid's smallest levels; about 8 ms whatever the size of the page. */
export async function makeThumbnail(pyramid: TilePyramid): Promise<Buffer> {
  const { tile, width, height } = await pyramid.overview();
  return sharp(tile)
    .extract({ left: 0, top: 0, width, height })
    .resize(THUMBNAIL_SIZE, THUMBNAIL_SIZE, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 70, effort: 2 })
    .toBuffer();
}
