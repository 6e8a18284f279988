/** Re-encodes a photograph without metadata, in the child process. */
import { readFile } from 'node:fs/promises';
import type { Sharp } from 'sharp';
import { MAX_SIDE } from '../pictures/max-side.js';
import { decodedElsewhere, type FailOn, mended, tolerating } from '../pictures/open-picture.js';
import { sharp } from '../pictures/sharp.js';
import { cameraNotesOf } from './camera-notes.js';
import { PhotographFailure, photographFailures } from './failures.js';
import type { Developed, DevelopTask } from './messages.js';
import { PHOTOGRAPH_HEAD_BYTES, photographTypeOf } from './photograph-type.js';

/** Pixels: full resolution of a 12 megapixel camera. */
const PICTURE_SIDE = 4_096;
/** Twice the gallery size, for dense screens. */
const THUMBNAIL_SIDE = 480;
const PICTURE_QUALITY = 85;
const THUMBNAIL_QUALITY = 75;

const SMALL = { fit: 'inside', withoutEnlargement: true } as const;

/** Upright, limited to the stored size. */
async function opener(file: Buffer, { maxPixels, maxHeicPixels }: DevelopTask): Promise<(failOn: FailOn) => Sharp> {
  const type = photographTypeOf(file.subarray(0, PHOTOGRAPH_HEAD_BYTES));
  if (!type) throw photographFailures.notAnImage();
  const pixels = type === 'heic' ? maxHeicPixels : maxPixels;
  const decoded = await decodedElsewhere(file, type, pixels, photographFailures);
  if (decoded) return () => decoded().resize(PICTURE_SIDE, PICTURE_SIDE, SMALL);
  const bytes = mended(file, type);
  // sharp's own limit gives a less clear error
  const open = (failOn: FailOn) => sharp(bytes, { limitInputPixels: false, sequentialRead: true, failOn });
  const { width, height } = await open('error').metadata();
  if (width * height > maxPixels) throw photographFailures.tooManyPixels(width, height, maxPixels);
  if (Math.max(width, height) > MAX_SIDE) throw photographFailures.tooLongSide(width, height);
  return (failOn) => open(failOn).autoOrient().resize(PICTURE_SIDE, PICTURE_SIDE, SMALL);
}

/** The type is detected by content. @throws PhotographFailure */
export async function develop(task: DevelopTask): Promise<Developed> {
  const { file, picture, thumbnail } = task;
  const bytes = await readFile(file);
  try {
    const upright = await opener(bytes, task);
    const { width, height } = await tolerating((failOn) =>
      // background of transparent pictures
      upright(failOn).flatten({ background: 'white' }).jpeg({ quality: PICTURE_QUALITY }).toFile(picture),
    );
    await sharp(picture)
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, SMALL)
      .webp({ quality: THUMBNAIL_QUALITY })
      .toFile(thumbnail);
    return { width, height, notes: cameraNotesOf(bytes) };
  } catch (error) {
    if (error instanceof PhotographFailure) throw error;
    throw photographFailures.damaged(error instanceof Error ? error.message : String(error));
  }
}
