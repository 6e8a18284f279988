import { pictureTypeOf, type PictureType } from '../pictures/picture-type.js';

/** Of the stored picture. */
export interface ImageType {
  mimeType: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp';
  extension: 'png' | 'jpg' | 'gif' | 'webp';
}

const PNG = { mimeType: 'image/png', extension: 'png' } as const;
const JPEG = { mimeType: 'image/jpeg', extension: 'jpg' } as const;

/** Types that browsers cannot show become another. */
const STORED_AS: Readonly<Record<PictureType, ImageType>> = {
  png: PNG,
  jpeg: JPEG,
  gif: { mimeType: 'image/gif', extension: 'gif' },
  webp: { mimeType: 'image/webp', extension: 'webp' },
  heic: JPEG,
  tiff: PNG,
  bmp: PNG,
};

/** By content, never by name; undefined if unsupported. */
export function imageTypeOf(head: Buffer): ImageType | undefined {
  const type = pictureTypeOf(head);
  return type && { ...STORED_AS[type] };
}
