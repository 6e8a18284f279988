/** Provides a grey page picture at a size with letters of 20 to 40 pixels. */
import type { Sharp } from 'sharp';
import { sharp } from '../../pictures/sharp.js';
import type { Pdfium } from '../../pdf/pdfium.js';
import { levelSize, maxLevelOf } from '../../pyramids/deep-zoom.js';
import { joinTiles } from '../../pyramids/page-image.js';
import { withFile } from '../../pyramids/range-reader.js';
import type { Raster } from '../ink.js';
import type { OcrSource } from '../messages.js';

/** Scale of large scans (measured: as good as full size, four times faster). */
const READ_SHARE = 0.5;
/** Target size for small scans, in pixels of the longer side, and the enlargement limit. */
const READ_LEAST = 3_200;
const MOST_ENLARGED = 1.5;
const READ_MOST = 5_000;

export function readSize({ width, height }: { width: number; height: number }): number {
  const longest = Math.max(width, height);
  return Math.round(Math.min(READ_MOST, Math.max(longest * READ_SHARE, Math.min(longest * MOST_ENLARGED, READ_LEAST))));
}

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

/** Smallest pyramid level with the wanted pixels. */
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
  // last tiles are padded, and halving may round down
  const part = { width: Math.min(wanted.width, has), height: Math.min(wanted.height, hasHigh) };
  return sharp(file, options).extract({ left: 0, top: 0, ...part });
}

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
