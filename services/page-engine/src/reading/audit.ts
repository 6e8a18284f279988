/** Verifies that a lifted picture matches the rendered page, as a check of the guard. */
import type { Sharp } from 'sharp';
import { sharp } from '../pictures/sharp.js';
import type { PdfiumDocument } from '../pdf/pdfium-document.js';
import { openTilePyramid } from '../pyramids/open-pyramid.js';
import { withFile } from '../pyramids/range-reader.js';
import { PyramidError, type TileFormat } from '../pyramids/tile-pyramid.js';

export interface PagePicture {
  file: string;
  format: TileFormat;
}

/** Resolution of the comparison: a sheet of 21 x 25 inches has 420 x 500 pixels. */
const AUDIT_DPI = 20;
/** A page of 200 inches has 16 million pixels. */
const MOST_PIXELS = 20e6;
/** Cells per side: a two-inch stamp fills one. */
const CELLS = 12;
const CELL = 8;
/**
 * Maximum difference of a cell's mean tone (of 256): scaled hatching differs by up to 25; rotation, mirroring,
 * inversion or covering by more than 60 in some cell.
 */
const CELL_DIFFERENCE = 48;
/** Of aspect ratios: above what the guard tolerates, as page sizes are rounded to points and pictures to pixels. */
const ROUNDED_SKEW = 0.01;

/** @throws PdfiumError if rendering fails */
export async function matchesRendering(
  document: PdfiumDocument,
  pageNumber: number,
  picture: PagePicture,
): Promise<boolean> {
  const outline = document.outline(pageNumber - 1);
  const { data, width, height } = document.render(pageNumber - 1, { ...outline, dpi: AUDIT_DPI }, MOST_PIXELS);
  const drawn = await cellsOf(sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false }));
  const stored = await overviewOf(picture);
  if (!stored) return false;
  const { width: storedWidth, height: storedHeight } = stored.size;
  // another aspect ratio is a different picture
  const skew = Math.abs((storedWidth / storedHeight) * (height / width) - 1);
  if (skew > Math.max(ROUNDED_SKEW, 2 / Math.min(width, height, storedWidth, storedHeight))) return false;
  const shown = await cellsOf(stored.image);
  return drawn.every((tone, at) => Math.abs(tone - (shown[at] ?? 0)) <= CELL_DIFFERENCE);
}

async function overviewOf({ file, format }: PagePicture) {
  try {
    const { tile, width, height } = await withFile(file, async (reader) =>
      (await openTilePyramid(reader, format)).overview(),
    );
    // decode here to detect damaged tiles
    const { data, info } = await sharp(tile, { failOn: 'error' })
      .extract({ left: 0, top: 0, width, height })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const raw = { width: info.width, height: info.height, channels: info.channels };
    return { image: sharp(data, { raw }), size: { width, height } };
  } catch (error) {
    if (error instanceof PyramidError || isPictureTrouble(error)) return undefined;
    throw error;
  }
}

/** Whether libvips reports invalid picture data. */
const isPictureTrouble = (error: unknown): boolean =>
  error instanceof Error && /VipsJpeg|vips|unsupported image format|premature end|extract_area/i.test(error.message);

/** Mean RGB per cell, 0 to 255. */
async function cellsOf(image: Sharp): Promise<number[]> {
  const side = CELLS * CELL;
  const { data, info } = await image
    .resize(side, side, { fit: 'fill' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const sums = new Array<number>(CELLS * CELLS * 3).fill(0);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const cell = (Math.floor(y / CELL) * CELLS + Math.floor(x / CELL)) * 3;
      for (let channel = 0; channel < 3; channel++) {
        // grey has a single channel
        const value = data[(y * side + x) * info.channels + Math.min(channel, info.channels - 1)] ?? 0;
        sums[cell + channel] = (sums[cell + channel] ?? 0) + value;
      }
    }
  }
  return sums.map((sum) => sum / CELL ** 2);
}
