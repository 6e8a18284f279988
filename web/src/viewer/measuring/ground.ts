/** Lengths and areas on the ground, by the scale of a sheet. Plain functions. */

/** Feet of ground a pixel of a sheet, and where that is from. */
export interface GroundScale {
  feetPerPixel: number;
  /** In words: whose it is, and how sure it can be. */
  ground: string;
}

/** What is known of a page that its scale follows from. */
export interface ScaleFacts {
  /** Of the picture; 0 or null where that is not known. */
  dpi: number | null;
  /** What the title block says, or what was read: `1 in = 50 ft`, `1 in = 2 mi`, `1:24,000`. */
  mapScale?: string | null | undefined;
  /** As a person measured it on the page. */
  measured?: { feet_per_pixel: number; by_name: string } | null | undefined;
}

const FEET_PER_MILE = 5280;
const INCHES_PER_FOOT = 12;
const SQUARE_FEET_PER_ACRE = 43_560;

const TO_INCH = /^1 in = ([\d.,]+) (ft|mi)$/;
const RATIO = /^1:([\d,.]+)$/;

/** Feet of ground an inch of paper; null for what is no scale. */
export function feetPerInch(mapScale: string): number | null {
  const [, length, unit] = TO_INCH.exec(mapScale.trim()) ?? [];
  const [, ratio] = RATIO.exec(mapScale.trim()) ?? [];
  const figure = Number((length ?? ratio ?? '').replaceAll(',', ''));
  if (!(figure > 0)) return null;
  if (ratio !== undefined) return figure / INCHES_PER_FOOT;
  return unit === 'mi' ? figure * FEET_PER_MILE : figure;
}

/**
 * The scale of a page: what a person measured on it before what its title block says. Null where neither is known, or the
 * dots per inch of the picture are not: then a pixel is of no size on paper.
 */
export function groundScaleOf({ dpi, mapScale, measured }: ScaleFacts): GroundScale | null {
  if (measured)
    return { feetPerPixel: measured.feet_per_pixel, ground: `as ${measured.by_name || 'somebody'} measured it here` };
  const feet = mapScale ? feetPerInch(mapScale) : null;
  if (feet === null || !dpi || dpi <= 0) return null;
  return {
    feetPerPixel: feet / dpi,
    ground: `by its scale, ${mapScale ?? ''}, if the scan has its ${dpi} dots per inch`,
  };
}

/** Three figures are more than a hand-drawn sheet holds. */
function figures(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** A length in words. @param pixels of the image */
export function lengthText(pixels: number, scale: GroundScale | null): string {
  const px = `${Math.round(pixels)} px`;
  return scale ? `about ${figures(pixels * scale.feetPerPixel)} ft (${px})` : px;
}

/** An area in words; empty where the scale is not known. @param pixels square pixels of the image */
export function areaText(pixels: number, scale: GroundScale | null): string {
  if (!scale) return '';
  const feet = pixels * scale.feetPerPixel ** 2;
  const acres = feet / SQUARE_FEET_PER_ACRE;
  return `About ${figures(feet)} sq ft${acres >= 1 ? ` (${figures(acres)} acres)` : ''}`;
}

/** Feet a pixel when a line is so many feet long; null for what is no length. @param typed by a person, in feet */
export function measuredScale(pixels: number, typed: string): number | null {
  const feet = Number(typed.replaceAll(',', '').replace(/\s*(ft|feet|')\.?$/i, ''));
  return typed.trim() !== '' && feet > 0 && Number.isFinite(feet) && pixels > 0 ? feet / pixels : null;
}
