import { sharp } from '../pictures/sharp.js';
import { appearanceKind, appearanceOf, APPEARANCE_SIZE, type AppearanceKind } from './appearance.js';

/** @throws Error if the file cannot be decoded */
export async function appearanceOfPicture(file: string): Promise<AppearanceKind> {
  const { data, info } = await sharp(file)
    .resize(APPEARANCE_SIZE, APPEARANCE_SIZE, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return appearanceKind(appearanceOf({ width: info.width, height: info.height, data }));
}
