import sharp from 'sharp';
import { sha256Of } from '../canonical.js';
import type { EvidencePage, EvidenceShape } from '../evidence.js';
import { overlayOf } from './overlay.js';
import type { FigureRequest } from './plan.js';

/** JPEG of 4:4:4: subsampled colour would shift the mark's. Optimal Huffman tables save 6 % of the size, for half of the time. */
export const JPEG = { quality: 88, chromaSubsampling: '4:4:4', optimiseCoding: false } as const;
/** In print: two photographs a page of letter size. */
export const PHOTOGRAPH = { dpi: 200, width_in: 5.6, height_in: 3.45 } as const;
/** Larger pictures are refused. */
const INPUT_PIXELS = 100e6;

export interface DrawnFigure {
  /** With the size that the picture has. */
  plan: FigureRequest;
  jpeg: Buffer;
  cropSha256: string;
  dpi: number;
}

/** Draws the mark into the crop. Equal input gives equal bytes. @throws if the crop does not show the whole region */
export async function drawFigure(
  request: FigureRequest,
  crop: Uint8Array,
  { shape, page }: { shape: EvidenceShape; page: EvidencePage },
): Promise<DrawnFigure> {
  const picture = sharp(crop, { limitInputPixels: INPUT_PIXELS });
  const { width, height } = await picture.metadata();
  const plan = { ...request, width, height, scale: width / request.region.width };
  // both sides of a reduced picture are rounded
  if (Math.abs(height - request.region.height * plan.scale) > 2)
    throw new Error(
      `The picture of figure ${request.number} has ${width} x ${height} pixels, not those of its region.`,
    );
  const dpi = width / plan.width_in;
  const jpeg = await picture
    .flatten({ background: '#fff' })
    .composite(overlayOf(plan, shape, page).map(({ svg, ...place }) => ({ input: Buffer.from(svg), ...place })))
    .removeAlpha()
    .withDensity(Math.round(dpi))
    .jpeg(JPEG)
    .toBuffer();
  return { plan, jpeg, cropSha256: sha256Of(crop), dpi };
}

export interface DrawnPhotograph {
  jpeg: Buffer;
  width_in: number;
  height_in: number;
}

/** A photograph in print, upright, without metadata of the camera; never enlarged beyond its pixels. */
export async function drawPhotograph(file: Uint8Array): Promise<DrawnPhotograph> {
  const { data, info } = await sharp(file, { limitInputPixels: INPUT_PIXELS })
    .rotate()
    .resize({
      width: Math.round(PHOTOGRAPH.width_in * PHOTOGRAPH.dpi),
      height: Math.round(PHOTOGRAPH.height_in * PHOTOGRAPH.dpi),
      ...{ fit: 'inside', withoutEnlargement: true },
    })
    .flatten({ background: '#fff' })
    .withDensity(PHOTOGRAPH.dpi)
    .jpeg({ quality: 86, optimiseCoding: false })
    .toBuffer({ resolveWithObject: true });
  const width = Math.min(PHOTOGRAPH.width_in, (PHOTOGRAPH.height_in * info.width) / info.height);
  return { jpeg: data, width_in: width, height_in: (width * info.height) / info.width };
}
