/** What becomes of a photograph, inside the child process: drawn anew without a word of its maker, and a small copy. */
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

/** Longest side of what is kept, in pixels: all that a camera of 12 megapixels saw. */
const PICTURE_SIDE = 4_096;
/** Longest side of the small copy: twice what the gallery shows, for dense screens. */
const THUMBNAIL_SIDE = 480;
/** 1 to 100. */
const PICTURE_QUALITY = 85;
const THUMBNAIL_QUALITY = 75;

/** The photograph upright, at most as large as it is kept. */
async function opened(file: Buffer, { maxPixels, maxHeicPixels }: DevelopTask): Promise<Sharp> {
  const type = photographTypeOf(file.subarray(0, PHOTOGRAPH_HEAD_BYTES));
  if (!type) throw photographFailures.notAnImage();
  const small = { fit: 'inside', withoutEnlargement: true } as const;
  if (type === 'heic') {
    const { data, width, height, profile } = await decodeHeic(file, maxHeicPixels);
    const raw = { width, height, channels: 4 } as const;
    const picture = sharp(data, { raw, limitInputPixels: false }).resize(PICTURE_SIDE, PICTURE_SIDE, small);
    // the library makes sRGB of what has a profile, and takes one only with a file
    if (!profile) return picture;
    const png = await picture.flatten({ background: 'white' }).png({ compressionLevel: 0 }).toBuffer();
    return sharp(withProfile(png, profile));
  }
  // the size is looked at before a pixel is read; the library's own limit would say it less plainly
  const picture = sharp(file, { limitInputPixels: false, sequentialRead: true });
  const { width, height } = await picture.metadata();
  if (width * height > maxPixels) throw photographFailures.tooManyPixels(width, height, maxPixels);
  if (Math.max(width, height) > MAX_SIDE) throw photographFailures.tooLongSide(width, height);
  return picture.autoOrient().resize(PICTURE_SIDE, PICTURE_SIDE, small);
}

/**
 * Reads a photograph by its content and writes the two pictures that are kept of it: upright, in sRGB, without metadata
 * (the library keeps none unless it is told to).
 *
 * @throws PhotographFailure
 */
export async function develop(task: DevelopTask): Promise<Developed> {
  const { file, picture, thumbnail } = task;
  const bytes = await readFile(file);
  try {
    const upright = await opened(bytes, task);
    // what is seen through where a picture is transparent
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
