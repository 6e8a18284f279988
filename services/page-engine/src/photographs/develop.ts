/** Re-encodes a photograph without metadata, in the child process. */
import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { MAX_SIDE } from '../pictures/max-side.js';
import { sharp } from '../pictures/sharp.js';
import { cameraNotesOf } from './camera-notes.js';
import { PhotographFailure, photographFailures } from './failures.js';
import { decodeHeic } from './heic.js';
import type { Developed, DevelopTask } from './messages.js';
import { PHOTOGRAPH_HEAD_BYTES, photographTypeOf } from './photograph-type.js';
import { withProfile } from './png-profile.js';

/** Pixels: full resolution of a 12 megapixel camera. */
const PICTURE_SIDE = 4_096;
/** Twice the gallery size, for dense screens. */
const THUMBNAIL_SIDE = 480;
const PICTURE_QUALITY = 85;
const THUMBNAIL_QUALITY = 75;

/** Upright, limited to the stored size. */
async function opened(file: Buffer, { maxPixels, maxHeicPixels }: DevelopTask): Promise<Sharp> {
  const type = photographTypeOf(file.subarray(0, PHOTOGRAPH_HEAD_BYTES));
  if (!type) throw photographFailures.notAnImage();
  const small = { fit: 'inside', withoutEnlargement: true } as const;
  if (type === 'heic') {
    const { data, width, height, profile } = await decodeHeic(file, maxHeicPixels);
    const raw = { width, height, channels: 4 } as const;
    const picture = sharp(data, { raw, limitInputPixels: false }).resize(PICTURE_SIDE, PICTURE_SIDE, small);
    // sharp converts profiles to sRGB, but only reads a profile from a file
    if (!profile) return picture;
    const png = await picture.flatten({ background: 'white' }).png({ compressionLevel: 0 }).toBuffer();
    return sharp(withProfile(png, profile));
  }
  // sharp's own limit gives a less clear error
  const picture = sharp(file, { limitInputPixels: false, sequentialRead: true });
  const { width, height } = await picture.metadata();
  if (width * height > maxPixels) throw photographFailures.tooManyPixels(width, height, maxPixels);
  if (Math.max(width, height) > MAX_SIDE) throw photographFailures.tooLongSide(width, height);
  return picture.autoOrient().resize(PICTURE_SIDE, PICTURE_SIDE, small);
}

/** The type is detected by content. @throws PhotographFailure */
export async function develop(task: DevelopTask): Promise<Developed> {
  const { file, picture, thumbnail } = task;
  const bytes = await readFile(file);
  try {
    const upright = await opened(bytes, task);
    // background of transparent pictures
    const { width, height } = await upright
      .flatten({ background: 'white' })
      .jpeg({ quality: PICTURE_QUALITY })
      .toFile(picture);
    await sharp(picture)
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: THUMBNAIL_QUALITY })
      .toFile(thumbnail);
    return { width, height, notes: cameraNotesOf(bytes) };
  } catch (error) {
    if (error instanceof PhotographFailure) throw error;
    throw photographFailures.damaged(error instanceof Error ? error.message : String(error));
  }
}
