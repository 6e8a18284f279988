import { sharp } from '../pictures/sharp.js';
import { lookKind, lookOf, LOOK_SIZE, type LookKind } from './look.js';

/**
 * Classifies a page visually from a small picture such as its thumbnail.
 *
 * @throws Error if the file cannot be decoded
 */
export async function lookAtPicture(file: string): Promise<LookKind> {
  const { data, info } = await sharp(file)
    .resize(LOOK_SIZE, LOOK_SIZE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return lookKind(lookOf({ width: info.width, height: info.height, data }));
}
