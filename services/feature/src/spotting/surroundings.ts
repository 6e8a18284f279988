/** Which part of a page is looked at for the outline around a lettering, and how closely. */
import { outlineAround, type GreyPicture, type LetteringPlace, type Outline } from './outline.js';
import type { Box } from './reading.js';

/** Letters are looked at this high, in pixels: lines of a sheet are then still two pixels wide. */
const LETTERS = 16;
/** How far around a lettering, in letter heights: a house first, then a yard or a large gas holder. */
const REACHES: readonly number[] = [9, 18];
/** Pixels of a picture's side at most. */
const MOST_PIXELS = 700;

export interface PageSize {
  width: number;
  height: number;
}

/** A part of the page as grey pixels. */
export interface SeenRegion extends GreyPicture {
  /** The middle of the picture's first pixel on the page, and pixels of the picture for one of the page. */
  x: number;
  y: number;
  scale: number;
}

/** Shows a part of a page, at most so many pixels wide; undefined when the page has no picture any more. */
export type Look = (region: Box, pixels: number) => Promise<SeenRegion | undefined>;

/**
 * The outline around a lettering in page pixels; undefined when none is closed around it.
 * @param look is asked once or twice
 */
export async function outlineOnPage(place: LetteringPlace, page: PageSize, look: Look): Promise<Outline | undefined> {
  for (const [index, reach] of REACHES.entries()) {
    const region = regionAround(place, reach, page);
    const scale = Math.min(
      1,
      LETTERS / place.height / (index + 1),
      MOST_PIXELS / Math.max(region.width, region.height),
    );
    const seen = await look(region, Math.max(16, Math.round(region.width * scale)));
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

/** An upright square around a lettering, cut by the page's edges; whole pixels. */
function regionAround({ x, y, length, height }: LetteringPlace, reach: number, page: PageSize): Box {
  const half = Math.max(reach * height, length / 2 + (reach / 2) * height);
  const [left, top] = [Math.max(0, Math.floor(x - half)), Math.max(0, Math.floor(y - half))];
  const [right, bottom] = [Math.min(page.width, Math.ceil(x + half)), Math.min(page.height, Math.ceil(y + half))];
  return { x: left, y: top, width: Math.max(1, right - left), height: Math.max(1, bottom - top) };
}
