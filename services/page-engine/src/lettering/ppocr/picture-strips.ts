/** Reads a page's picture at any size in strips, so a 120 megapixel sheet is never fully in memory. */
import { sharp } from '../../pictures/sharp.js';
import type { Pdfium } from '../../pdf/pdfium.js';
import { maxLevelOf } from '../../pyramids/deep-zoom.js';
import { openTilePyramid } from '../../pyramids/open-pyramid.js';
import { withFile } from '../../pyramids/range-reader.js';
import { joinedRegion } from '../../pyramids/region.js';
import type { OcrSource } from '../messages.js';
import type { ColourRaster } from './raster.js';

/** Enlargement of small scans, up to this longer side in pixels. */
const ENLARGED = 2;
const ENLARGED_SIDE = 4_000;
/** Scale of large scans. */
const SHARE = 0.5;
/** Pixel limit: the probability map has one byte per pixel. */
export const MOST_PIXELS = 40e6;
/** Pixel limit for a page without a picture, which is rendered whole. */
const DRAWN_PIXELS = 25e6;
/** Pixels up to which rows are kept (48 MB): detection and recognition both need them. */
const KEPT_PIXELS = 16e6;
/** Extra rows for resampling at strip edges. */
const MARGIN = 4;

export function readScale({ width, height }: { width: number; height: number }): number {
  const longest = Math.max(width, height);
  const side = Math.max(longest * SHARE, Math.min(longest * ENLARGED, ENLARGED_SIDE));
  return Math.min(side / longest, Math.sqrt(MOST_PIXELS / (width * height)));
}

/** Full-width rows of a level. */
interface Rows {
  data: Uint8Array;
  width: number;
  height: number;
  channels: 1 | 3;
  top: number;
}

export interface PagePicture {
  scale: number;
  /** Clipped to the available rows. */
  rows(from: number, to: number): Promise<Rows>;
}

/** Runs `use` with the page's picture, at least at the given scale if available. */
export async function withPicture<T>(
  source: OcrSource,
  scale: number,
  pdfium: () => Promise<Pdfium>,
  use: (picture: PagePicture) => Promise<T>,
): Promise<T> {
  if (source.kind === 'pdf') return use(drawn(source, scale, await pdfium()));
  const { file, format, width, height } = source;
  return withFile(file, async (reader) => {
    const pyramid = await openTilePyramid(reader, format);
    const halvings = Math.max(0, Math.min(pyramid.maxLevel, Math.floor(Math.log2(1 / scale))));
    const divisor = 2 ** halvings;
    const stored = { format, width, height, tile: pyramid.tile.bind(pyramid) };
    return use({
      scale: 1 / divisor,
      async rows(from, to) {
        const region = { x: 0, y: from * divisor, width, height: (to - from) * divisor };
        const { pixels, raw } = await joinedRegion(stored, region, maxLevelOf(width, height) - halvings, divisor);
        return { ...raw, data: pixels, top: from };
      },
    });
  });
}

function drawn(
  { file, pageNumber, width, height }: OcrSource & { kind: 'pdf' },
  scale: number,
  pdfium: Pdfium,
): PagePicture {
  const document = pdfium.open(file);
  try {
    const outline = document.outline(pageNumber - 1);
    const longest = Math.max(width, height) * scale;
    const dpi = (longest / Math.max(outline.widthPt, outline.heightPt, 1)) * 72;
    const picture = document.render(pageNumber - 1, { ...outline, dpi }, DRAWN_PIXELS);
    return {
      scale: picture.width / width,
      rows: (from, to) => {
        const end = Math.min(to, picture.height);
        const data = picture.data.subarray(from * picture.width * 3, end * picture.width * 3);
        return Promise.resolve({ data, width: picture.width, height: end - from, channels: 3, top: from });
      },
    };
  } finally {
    document.close();
  }
}

export interface Strip extends ColourRaster {
  /** First column. */
  left: number;
}

export class PictureStrips {
  readonly width: number;
  readonly height: number;

  /** @param scale strip pixels per page pixel */
  constructor(
    private readonly picture: PagePicture,
    page: { width: number; height: number },
    scale: number,
  ) {
    this.width = Math.max(1, Math.round(page.width * scale));
    this.height = Math.max(1, Math.round(page.height * scale));
    this.ratio = scale / picture.scale;
    this.stored = Math.max(1, Math.ceil(page.height * picture.scale));
  }

  /** Strip pixels per stored pixel. */
  private readonly ratio: number;
  private readonly stored: number;

  /** Rows read so far, if they are kept. */
  private kept: { data: Uint8Array; rows: Uint8Array } | undefined;

  /**
   * RGB pixels of the rows from `top`, clipped.
   *
   * @param columns where pixels are needed, in a picture whose rows are not kept
   */
  async strip(top: number, height: number, columns = { left: 0, width: this.width }): Promise<Strip> {
    if (this.width * this.height > KEPT_PIXELS) return this.resized(top, height, columns);
    const kept = (this.kept ??= {
      data: new Uint8Array(this.width * this.height * 3),
      rows: new Uint8Array(this.height),
    });
    const [start, end] = [top, Math.min(this.height, top + height)].map((row) => row * this.width * 3);
    if (!kept.rows.subarray(top, top + height).includes(0))
      return {
        ...{ data: kept.data.subarray(start, end), left: 0 },
        ...{ width: this.width, height: Math.min(height, this.height - top) },
      };
    const strip = await this.resized(top, height, { left: 0, width: this.width });
    kept.data.set(strip.data, start);
    kept.rows.fill(1, top, top + strip.height);
    return strip;
  }

  private async resized(top: number, height: number, columns: { left: number; width: number }): Promise<Strip> {
    const { ratio, stored } = this;
    const wanted = Math.max(1, Math.min(height, this.height - top));
    const from = Math.max(0, Math.min(stored - 1, Math.floor(top / ratio) - MARGIN));
    const to = Math.max(from + 1, Math.min(stored, Math.ceil((top + wanted) / ratio) + MARGIN));
    const rows = await this.picture.rows(from, to);
    const { channels } = rows;
    const high = Math.max(1, Math.round(rows.height * ratio));
    const offset = Math.max(0, Math.min(high - 1, Math.round(top - from * ratio)));
    const part = Math.min(wanted, high - offset);
    const width = Math.min(columns.width, this.width - columns.left);
    const { data, info } = await sharp(rows.data, {
      raw: { width: rows.width, height: rows.height, channels },
      limitInputPixels: false,
    })
      .resize(this.width, high, { fit: 'fill', kernel: 'lanczos3' })
      .extract({ left: columns.left, top: offset, width, height: part })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const pixels = new Uint8Array(data.buffer, data.byteOffset, data.length);
    return { data: info.channels === 3 ? pixels : tripled(pixels), left: columns.left, width, height: part };
  }
}

function tripled(grey: Uint8Array): Uint8Array {
  const data = new Uint8Array(grey.length * 3);
  for (let at = 0; at < grey.length; at++) data.fill(grey[at] ?? 0, at * 3, at * 3 + 3);
  return data;
}
