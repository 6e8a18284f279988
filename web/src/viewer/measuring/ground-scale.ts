/** Ground lengths and areas from a sheet's scale. Pure functions. */

export interface GroundScale {
  feetPerPixel: number;
  /** Source and reliability, for display. */
  ground: string;
}

/** Server's decision about the scale of a page. */
export interface ScaleFacts {
  /** Absent from servers of earlier versions. */
  sheetScale?: { feet_per_pixel: number | null; note: string } | undefined;
  measured?: { feet_per_pixel: number; by_name: string } | null | undefined;
}

const SQUARE_FEET_PER_ACRE = 43_560;

/**
 * Scale of a page; null if it is not established: the resolution of a PDF is only a claim, and lengths by it can be
 * wrong by any factor.
 */
export function groundScaleOf({ sheetScale, measured }: ScaleFacts): GroundScale | null {
  if (measured)
    return { feetPerPixel: measured.feet_per_pixel, ground: `as ${measured.by_name || 'someone'} measured it here` };
  const feetPerPixel = sheetScale?.feet_per_pixel ?? null;
  return feetPerPixel === null ? null : { feetPerPixel, ground: sheetScale?.note ?? '' };
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

/** Feet per pixel of a line of known length; null if the input is not a length. */
export function measuredScale(pixels: number, typed: string): number | null {
  const feet = Number(typed.replaceAll(',', '').replace(/\s*(ft|feet|')\.?$/i, ''));
  return typed.trim() !== '' && feet > 0 && Number.isFinite(feet) && pixels > 0 ? feet / pixels : null;
}
