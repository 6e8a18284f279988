/** Re-encodes a screenshot without metadata and makes a thumbnail, inside the child process. */
import type { Metadata, Sharp } from 'sharp';
import { isOutOfMemory } from '../children/task-failure.js';
import { MAX_SIDE } from '../pictures/max-side.js';
import { decodedElsewhere, type FailOn, mended, tolerating } from '../pictures/open-picture.js';
import { PICTURE_HEAD_BYTES, pictureTypeOf, type PictureType } from '../pictures/picture-type.js';
import { sharp } from '../pictures/sharp.js';
import { ScreenshotFailure, screenshotFailures } from './failures.js';
import { imageTypeOf, type ImageType } from './image-type.js';
import type { Redrawn, RedrawTask } from './messages.js';

/** Longest thumbnail side in pixels: twice the grid size, for dense screens. */
const THUMBNAIL_SIDE = 480;
/** Lossy quality, 1 to 100. */
const QUALITY = 85;

const grouped = new Intl.NumberFormat('en-US');

const sizeOf = (width: number, height: number): string => `${grouped.format(width)} x ${grouped.format(height)} pixels`;

function refuseTooLarge({ width, height, pageHeight, pages = 1 }: Metadata, limit: number): void {
  const frameHeight = pageHeight ?? height;
  const frame = sizeOf(width, frameHeight);
  const size = pages > 1 ? `${grouped.format(pages)} frames of ${frame}` : frame;
  if (width * height > limit) throw screenshotFailures.tooManyPixels(size, limit);
  if (Math.max(width, frameHeight) > MAX_SIDE) throw screenshotFailures.tooLongSide(size);
}

/** Keeps the format, so screen text stays sharp and animations keep moving. */
function encoded(picture: Sharp, { extension }: ImageType): Sharp {
  switch (extension) {
    case 'png':
      return picture.png({ compressionLevel: 8 });
    case 'jpg':
      return picture.jpeg({ quality: QUALITY });
    case 'gif':
      return picture.gif();
    case 'webp':
      return picture.webp({ quality: QUALITY });
  }
}

type Opener = (failOn: FailOn) => { upright: Sharp; first: Sharp };

/** `upright` has all frames, `first` is for the thumbnail. */
async function opener(file: Buffer, type: PictureType, maxPixels: number): Promise<Opener> {
  const decoded = await decodedElsewhere(file, type, maxPixels, {
    damaged: screenshotFailures.damaged,
    tooManyPixels: (width, height) => screenshotFailures.tooManyPixels(sizeOf(width, height), maxPixels),
  });
  if (decoded) return () => ({ upright: decoded().flatten({ background: 'white' }), first: decoded() });
  const bytes = mended(file, type);
  // only GIF and WebP move: further pages of a TIFF are other pictures
  const mayMove = type === 'gif' || type === 'webp';
  const open = (failOn: FailOn, animated: boolean) =>
    sharp(bytes, { animated, limitInputPixels: maxPixels, sequentialRead: true, failOn });
  // check the size before decoding, without sharp's own less clear limit error
  const metadata = await sharp(bytes, { animated: mayMove, limitInputPixels: false, failOn: 'error' }).metadata();
  refuseTooLarge(mayMove ? metadata : { ...metadata, pages: 1 }, maxPixels);
  const isMoving = mayMove && (metadata.pages ?? 1) > 1;
  return (failOn) => {
    const first = open(failOn, false).autoOrient();
    return { upright: isMoving ? open(failOn, true) : first.clone(), first };
  };
}

/**
 * Detects the type by content and re-encodes: upright, sRGB, without metadata (location, device, comments).
 *
 * @throws ScreenshotFailure
 */
export async function redraw({ file, maxPixels, maxBytes }: RedrawTask): Promise<Redrawn> {
  const type = imageTypeOf(file);
  const sent = pictureTypeOf(file.subarray(0, PICTURE_HEAD_BYTES));
  if (!type || !sent) throw screenshotFailures.notAnImage();
  try {
    const open = await opener(file, sent, maxPixels);
    return await tolerating(async (failOn) => {
      const { upright, first } = open(failOn);
      const { data, info } = await encoded(upright, type).toBuffer({ resolveWithObject: true });
      if (data.length > maxBytes) throw screenshotFailures.tooManyBytes();
      const thumbnail = await first
        .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer();
      return { body: data, type, width: info.width, height: info.pageHeight ?? info.height, thumbnail };
    });
  } catch (error) {
    if (error instanceof ScreenshotFailure) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw isOutOfMemory(detail) ? screenshotFailures.outOfMemory(detail) : screenshotFailures.damaged(detail);
  }
}
