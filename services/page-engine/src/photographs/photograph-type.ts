import { PICTURE_HEAD_BYTES, pictureTypeOf, type PictureType } from '../pictures/picture-type.js';

export type PhotographType = Exclude<PictureType, 'gif'>;

export const PHOTOGRAPH_HEAD_BYTES = PICTURE_HEAD_BYTES;

/** By content, never by name; undefined if unsupported. */
export function photographTypeOf(head: Buffer): PhotographType | undefined {
  const type = pictureTypeOf(head);
  return type === 'gif' ? undefined : type;
}
