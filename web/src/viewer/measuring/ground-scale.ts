/** Ground lengths and areas from a sheet's scale. Pure functions. */

/** Feet of ground per image pixel, and the source of this scale. */
export interface GroundScale {
  feetPerPixel: number;
  /** Source and reliability, for display. */
  ground: string;
}

export interface ScaleFacts {
  /** Resolution of the scan; 0 or null if unknown. */
  dpi: number | null;
  /** From the title block: `1 in = 50 ft`, `1 in = 2 mi`, `1:24,000`. */
  mapScale?: string | null | undefined;
  /** Scale measured by a person on the page. */
  measured?: { feet_per_pixel: number; by_name: string } | null | undefined;
}

const FEET_PER_MILE = 5280;
const INCHES_PER_FOOT = 12;
const SQUARE_FEET_PER_ACRE = 43_560;

const TO_INCH = /^1 in = ([\d.,]+) (ft|mi)$/;
const RATIO = /^1:([\d,.]+)$/;

/** Parses a map scale into feet of ground per inch of paper; null if invalid. */
export function feetPerInch(mapScale: string): number | null {
  const [, length, unit] = TO_INCH.exec(mapScale.trim()) ?? [];
  const [, ratio] = RATIO.exec(mapScale.trim()) ?? [];
  const figure = Number((length ?? ratio ?? '').replaceAll(',', ''));
  if (!(figure > 0)) return null;
  if (ratio !== undefined) return figure / INCHES_PER_FOOT;
  return unit === 'mi' ? figure * FEET_PER_MILE : figure;
}

/**
 * Scale of a page: a measured one takes precedence over the title block. Null if neither is known, or if the resolution
 * is unknown: then a pixel has no size on paper.
 */
export function groundScaleOf({ dpi, mapScale, measured }: ScaleFacts): GroundScale | null {
  if (measured)
    return { feetPerPixel: measured.feet_per_pixel, ground: `as ${measured.by_name || 'someone'} measured it here` };
  const feet = mapScale ? feetPerInch(mapScale) : null;
  if (feet === null || !dpi || dpi <= 0) return null;
  return {
    feetPerPixel: feet / dpi,
    ground: `by its scale, ${mapScale ?? ''}, if the scan has ${dpi} dots per inch`,
  };
}

function figures(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US', { maximumSignificantDigits: 3 });
}

/** Formats a length. @param pixels of the image */
export function lengthText(pixels: number, scale: GroundScale | null): string {
  const px = `${Math.round(pixels)} px`;
  return scale ? `about ${figures(pixels * scale.feetPerPixel)} ft (${px})` : px;
}

/** Formats an area; empty without a scale. @param pixels square pixels of the image */
export function areaText(pixels: number, scale: GroundScale | null): string {
  if (!scale) return '';
  const feet = pixels * scale.feetPerPixel ** 2;
  const acres = feet / SQUARE_FEET_PER_ACRE;
  return `About ${figures(feet)} sq ft${acres >= 1 ? ` (${figures(acres)} acres)` : ''}`;
}

/** Feet per pixel of a line of known length; null if the input is not a length. @param typed in feet */
export function measuredScale(pixels: number, typed: string): number | null {
  const feet = Number(typed.replaceAll(',', '').replace(/\s*(ft|feet|')\.?$/i, ''));
  return typed.trim() !== '' && feet > 0 && Number.isFinite(feet) && pixels > 0 ? feet / pixels : null;
}
