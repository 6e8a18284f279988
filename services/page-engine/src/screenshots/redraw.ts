/** Re-encodes a screenshot without metadata and makes a thumbnail, inside the child process. */
import type { Metadata, Sharp } from 'sharp';
import { isOutOfMemory } from '../children/task-failure.js';
import { MAX_SIDE } from '../pictures/max-side.js';
import { sharp } from '../pictures/sharp.js';
import { ScreenshotFailure, screenshotFailures } from './failures.js';
import { imageTypeOf, type ImageType } from './image-type.js';
import type { Redrawn, RedrawTask } from './messages.js';

/** Longest thumbnail side in pixels: twice the grid size, for dense screens. */
const THUMBNAIL_SIDE = 480;
/** Lossy quality, 1 to 100. */
const QUALITY = 85;

const grouped = new Intl.NumberFormat('en-US');

function refuseTooLarge({ width, height, pageHeight, pages = 1 }: Metadata, limit: number): void {
  const frameHeight = pageHeight ?? height;
  const frame = `${grouped.format(width)} x ${grouped.format(frameHeight)} pixels`;
  const size = pages > 1 ? `${grouped.format(pages)} frames of ${frame}` : frame;
  if (width * height > limit) throw screenshotFailures.tooManyPixels(size, limit);
  if (Math.max(width, frameHeight) > MAX_SIDE) throw screenshotFailures.tooLongSide(size);
}

/** Keeps the format, so that screen text stays sharp and animations keep moving. */
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

/**
 * Detects the type by content and re-encodes: upright, sRGB, without metadata (location, device, comments).
 *
 * @throws ScreenshotFailure
 */
export async function redraw({ file, maxPixels, maxBytes }: RedrawTask): Promise<Redrawn> {
  const type = imageTypeOf(file);
  if (!type) throw screenshotFailures.notAnImage();
  const open = (animated: boolean) => sharp(file, { animated, limitInputPixels: maxPixels, sequentialRead: true });
  try {
    // check the size before decoding, without sharp's own less clear limit error
    const metadata = await sharp(file, { animated: true, limitInputPixels: false }).metadata();
    refuseTooLarge(metadata, maxPixels);
    const isMoving = (metadata.pages ?? 1) > 1;
    const upright = isMoving ? open(true) : open(false).autoOrient();
    const { data, info } = await encoded(upright, type).toBuffer({ resolveWithObject: true });
    if (data.length > maxBytes) throw screenshotFailures.tooManyBytes();
    const thumbnail = await open(false)
      .autoOrient()
      .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: QUALITY })
      .toBuffer();
    return { body: data, type, width: info.width, height: info.pageHeight ?? info.height, thumbnail };
  } catch (error) {
    if (error instanceof ScreenshotFailure) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    throw isOutOfMemory(detail) ? screenshotFailures.outOfMemory(detail) : screenshotFailures.damaged(detail);
  }
}
