/** The picture of a page as recognition wants it: grey, and of a size at which letters have 20 to 40 pixels. */
import type { Sharp } from 'sharp';
import { sharp } from '../../pictures/sharp.js';
import type { Pdfium } from '../../pdf/pdfium.js';
import { levelSize, maxLevelOf } from '../../pyramids/deep-zoom.js';
import { joinTiles } from '../../pyramids/page-image.js';
import { withFile } from '../../pyramids/range-reader.js';
import type { Raster } from './rows.js';
import type { OcrSource } from '../messages.js';

/** Pixels of the longer side: half of a large scan (measured: as good as all of it, four times quicker), */
const READ_SHARE = 0.5;
/** but a small one is enlarged up to this size and by no more than the factor, */
const READ_LEAST = 3_200;
const MOST_ENLARGED = 1.5;
/** and none is larger than this. */
const READ_MOST = 5_000;

/** How large the page's picture is looked at. */
export function readSize({ width, height }: { width: number; height: number }): number {
  const longest = Math.max(width, height);
  return Math.round(Math.min(READ_MOST, Math.max(longest * READ_SHARE, Math.min(longest * MOST_ENLARGED, READ_LEAST))));
}

/** Grey picture whose longer side has `size` pixels. */
export async function greyPicture(source: OcrSource, size: number, pdfium: () => Promise<Pdfium>): Promise<Raster> {
  const picture = source.kind === 'pdf' ? drawn(source, size, await pdfium()) : await stored(source, size);
  const box = { width: size, height: size, fit: 'inside' as const };
  const { data, info } = await picture
    .resize({ ...box, kernel: 'lanczos3' })
    .greyscale()
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The smallest level of the page's pyramid that still has as many pixels as wanted. */
async function stored({ file, format, width, height }: OcrSource & { kind: 'pyramid' }, size: number): Promise<Sharp> {
  const top = maxLevelOf(width, height);
  let level = top;
  while (level > 0) {
    const below = levelSize(width, height, level - 1);
    if (Math.max(below.width, below.height) < size) break;
    level--;
  }
  const wanted = levelSize(width, height, level);
  if (format === 'png') {
    const data = await withFile(file, (reader) => joinTiles(reader, wanted.width, wanted.height, top - level));
    return sharp(data, { raw: { ...wanted, channels: 1 } });
  }
  const options = { page: top - level, limitInputPixels: false, sequentialRead: true };
  const { width: has, height: hasHigh } = await sharp(file, options).metadata();
  // the last tiles of a level are padded, and halving may round down
  const part = { width: Math.min(wanted.width, has), height: Math.min(wanted.height, hasHigh) };
  return sharp(file, options).extract({ left: 0, top: 0, ...part });
}

/** A page without picture is drawn for this look alone. */
function drawn({ file, pageNumber }: OcrSource & { kind: 'pdf' }, size: number, pdfium: Pdfium): Sharp {
  const document = pdfium.open(file);
  try {
    const outline = document.outline(pageNumber - 1);
    const dpi = (size / Math.max(outline.widthPt, outline.heightPt, 1)) * 72;
    const { data, width, height } = document.render(pageNumber - 1, { ...outline, dpi }, READ_MOST ** 2);
    return sharp(data, { raw: { width, height, channels: 3 } });
  } finally {
    document.close();
  }
}
