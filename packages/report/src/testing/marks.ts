/** Where the mark of a drawn figure is, by its color alone. */
import sharp from 'sharp';
import type { EvidenceShape } from '../evidence.js';
import { boxOf } from '../figures/plan.js';
import type { Region } from '../manifest.js';

const MAGENTA = [0xd4, 0x00, 0x6a] as const;
/** Of the mark, in pixels. */
const HALF_STROKE = 3;

export interface Pixels {
  width: number;
  height: number;
  isMarked: (x: number, y: number) => boolean;
}

export async function pixelsOf(jpeg: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(jpeg).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const isNear = (at: number, wanted: number): boolean => Math.abs((data[at] ?? 0) - wanted) < 40;
  const isMarked = (x: number, y: number): boolean => {
    const at = (y * info.width + x) * 3;
    return isNear(at, MAGENTA[0]) && isNear(at + 1, MAGENTA[1]) && isNear(at + 2, MAGENTA[2]);
  };
  return { width: info.width, height: info.height, isMarked };
}

/** Middle of the coloured line at each side. */
function markedBox({ width, height, isMarked }: Pixels) {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isMarked(x, y)) {
        box.left = Math.min(box.left, x + HALF_STROKE);
        box.top = Math.min(box.top, y + HALF_STROKE);
        box.right = Math.max(box.right, x + 1 - HALF_STROKE);
        box.bottom = Math.max(box.bottom, y + 1 - HALF_STROKE);
      }
  return box;
}

interface Shown {
  region: Region;
  scale: number;
}

/**
 * Pixels between the sides of the mark in a figure and those of its annotation, at most. Half a stroke is allowed where
 * the edge cuts the mark, and where a corner of a polygon ends beyond it.
 */
export function misplacementOf(pixels: Pixels, { region, scale }: Shown, shape: EvidenceShape): number {
  const box = boxOf(shape);
  const inPicture = (value: number, from: number, most: number): number =>
    Math.max(0, Math.min(most, (value - from) * scale));
  const wanted = {
    left: inPicture(box.x, region.x, pixels.width),
    top: inPicture(box.y, region.y, pixels.height),
    right: inPicture(box.x + box.width, region.x, pixels.width),
    bottom: inPicture(box.y + box.height, region.y, pixels.height),
  };
  const found = markedBox(pixels);
  const edges = { left: 0, top: 0, right: pixels.width, bottom: pixels.height };
  const sides = ['left', 'top', 'right', 'bottom'] as const;
  return Math.max(
    ...sides.map((side) => {
      const allowed = wanted[side] === edges[side] || shape.type === 'polygon' ? HALF_STROKE : 0;
      return Math.max(0, Math.abs(found[side] - wanted[side]) - allowed);
    }),
  );
}
