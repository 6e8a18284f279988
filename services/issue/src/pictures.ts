/** What a screenshot becomes before it is stored: drawn anew without what the file told about its maker, and a small copy. */
import { AppError, invalid } from '@symbio/kit';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { imageTypeOf, type ImageType } from './image-type.js';

/** Most pixels of a picture, all frames of a moving one together: a 6K screen has 20 million. */
const MAX_PIXELS = 50_000_000;
/** Seconds that one drawing may take on the clock: 50 megapixels take a few, a hostile file would take the turn of all others. */
const DRAWN_SECONDS = 240;
/** Longest side of the small copy, in pixels: twice what the grid shows, for dense screens. */
const THUMBNAIL_SIDE = 480;
/** Quality of what is compressed with loss, 1 to 100. */
const QUALITY = 85;

/** A picture as it is stored. */
export interface Picture {
  body: Buffer;
  type: ImageType;
  /** Pixels, of one frame. */
  width: number;
  height: number;
  /** WebP, of the first frame. */
  thumbnail: Buffer;
}

const notAnImage = () => invalid('not_an_image', 'Only image files are allowed');
const damaged = (cause: unknown) =>
  new AppError(
    'INVALID_ARGUMENT',
    'damaged_image',
    'The image could not be read. The file may be damaged: choose another one.',
    { cause },
  );
const tooManyPixels = (size: string) =>
  invalid(
    'too_many_pixels',
    `The image is too large: ${size}. At most ${MAX_PIXELS / 1e6} megapixels are allowed. Make it smaller and add it again.`,
  );

const grouped = new Intl.NumberFormat('en-US');

function refuseTooLarge({ width, height, pageHeight, pages = 1 }: Metadata): void {
  if (width * height <= MAX_PIXELS) return;
  const frame = `${grouped.format(width)} x ${grouped.format(pageHeight ?? height)} pixels`;
  throw tooManyPixels(pages > 1 ? `${pages} frames of ${frame}` : frame);
}

/** In the format it came in, so that text on a screen stays sharp and what moves goes on moving. */
function encoded(picture: Sharp, { extension }: ImageType): Sharp {
  switch (extension) {
    case 'png':
      return picture.png({ compressionLevel: 8 });
    case 'jpg':
      return picture.jpeg({ quality: QUALITY });
    case 'gif':
      return picture.gif();
    default:
      return picture.webp({ quality: QUALITY });
  }
}

let last: Promise<unknown> = Promise.resolve();

/** One picture at a time: some hundred MB of pixels are in memory meanwhile. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const turn = last.then(work, work);
  last = turn.catch(() => undefined);
  return turn;
}

/**
 * Reads a file by its content, never by its name, and draws it anew: upright, in sRGB, without metadata (place, device, the
 * program's remarks).
 *
 * @throws AppError INVALID_ARGUMENT with a sentence for people: no picture (ISSUE-34), damaged, or too many pixels
 */
export function drawAnew(file: Buffer): Promise<Picture> {
  const type = imageTypeOf(file);
  if (!type) throw notAnImage();
  return inTurn(async () => {
    const open = (animated: boolean) =>
      sharp(file, { animated, limitInputPixels: MAX_PIXELS, sequentialRead: true }).timeout({ seconds: DRAWN_SECONDS });
    try {
      // the size is looked at before a pixel is read, without the library's own limit, which would say it less plainly
      const metadata = await sharp(file, { animated: true, limitInputPixels: false }).metadata();
      refuseTooLarge(metadata);
      const isMoving = (metadata.pages ?? 1) > 1;
      const upright = isMoving ? open(true) : open(false).autoOrient();
      const { data, info } = await encoded(upright, type).toBuffer({ resolveWithObject: true });
      const thumbnail = await open(false)
        .autoOrient()
        .resize(THUMBNAIL_SIDE, THUMBNAIL_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: QUALITY })
        .toBuffer();
      return { body: data, type, width: info.width, height: info.pageHeight ?? info.height, thumbnail };
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw damaged(error);
    }
  });
}
