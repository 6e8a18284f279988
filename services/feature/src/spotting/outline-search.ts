/** Chooses the page region and resolution in which to search for a lettering's outline. */
import { outlineAround, type GreyPicture, type LetteringPlace, type Outline } from './outline.js';
import type { Box } from './reading.js';

/** Target letter height in pixels, at which lines of a sheet are still two pixels wide. */
const LETTERS = 16;
/** Search radius in letter heights: a house first, then a yard or large gas holder. */
const REACHES: readonly number[] = [9, 18];
/** Maximum side of a picture in pixels. */
const MAX_PIXELS = 700;

export interface PageSize {
  width: number;
  height: number;
}

export interface RegionPicture extends GreyPicture {
  /** Page position of the picture's first pixel centre, and picture pixels per page pixel. */
  x: number;
  y: number;
  scale: number;
}

/** At most `pixels` wide; undefined if the page no longer has a picture. */
export type RegionReader = (region: Box, pixels: number) => Promise<RegionPicture | undefined>;

/** Page pixels; undefined if none is closed. */
export async function outlineOnPage(
  place: LetteringPlace,
  page: PageSize,
  readRegion: RegionReader,
): Promise<Outline | undefined> {
  for (const [index, reach] of REACHES.entries()) {
    const region = regionAround(place, reach, page);
    const scale = Math.min(1, LETTERS / place.height / (index + 1), MAX_PIXELS / Math.max(region.width, region.height));
    const seen = await readRegion(region, Math.max(16, Math.round(region.width * scale)));
    if (!seen) return undefined;
    const outline = outlineAround(seen, {
      x: (place.x - seen.x) * seen.scale,
      y: (place.y - seen.y) * seen.scale,
      length: place.length * seen.scale,
      height: place.height * seen.scale,
      angle: place.angle,
    });
    if (outline)
      return {
        ...outline,
        centerX: seen.x + outline.centerX / seen.scale,
        centerY: seen.y + outline.centerY / seen.scale,
        radiusX: outline.radiusX / seen.scale,
        radiusY: outline.radiusY / seen.scale,
      };
  }
  return undefined;
}

/** Upright square around a lettering, clipped to the page; whole pixels. */
function regionAround({ x, y, length, height }: LetteringPlace, reach: number, page: PageSize): Box {
  const half = Math.max(reach * height, length / 2 + (reach / 2) * height);
  const [left, top] = [Math.max(0, Math.floor(x - half)), Math.max(0, Math.floor(y - half))];
  const [right, bottom] = [Math.min(page.width, Math.ceil(x + half)), Math.min(page.height, Math.ceil(y + half))];
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
