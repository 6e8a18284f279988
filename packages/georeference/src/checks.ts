/** Whether control points can place a sheet. */
import { feetPerPixel, fitSheet, fitSimilarity, type ControlPoint, type PictureSize } from './fit.js';
import { isTurnedOver, worstPoint, type JudgedPoint } from './judgement.js';

/** Feet per pixel that a sheet may have; topographic maps cover more. */
export const LEAST_FEET_PER_PIXEL = 0.05;
export const MOST_FEET_PER_PIXEL = { sheet: 20, topographic: 200 } as const;

const FEET_PER_MILE = 5_280;
/** Pixels and feet within which two places are one. */
const SAME = { pixels: 1, feet: 1 } as const;

export const TOO_FEW = 'Two places are the least: click a street crossing on the sheet, then the same on the map.';
const SAME_PLACE = 'Two places are the same.';
const TURNED_OVER = 'This would turn the sheet over. Check two places that were swapped.';

const isOn = ({ x, y }: ControlPoint, { width, height }: PictureSize): boolean =>
  x >= 0 && y >= 0 && x <= width && y <= height;

function areSame(one: ControlPoint, other: ControlPoint): boolean {
  if (Math.hypot(one.x - other.x, one.y - other.y) < SAME.pixels) return true;
  // feet per degree at the equator: closer ones are the same anywhere
  return Math.hypot(one.longitude - other.longitude, one.latitude - other.latitude) * 365_000 < SAME.feet;
}

function widthInWords(feet: number): string {
  const miles = feet / FEET_PER_MILE;
  if (feet < 1.5) return '1 foot';
  if (miles < 1) return `${Math.round(feet).toLocaleString('en-US')} feet`;
  return `${Math.round(miles).toLocaleString('en-US')} ${Math.round(miles) === 1 ? 'mile' : 'miles'}`;
}

/** The problem of points, as a sentence; null without one. No points at all take the sheet off the earth. */
export function problemOfPoints(
  points: readonly JudgedPoint[],
  size: PictureSize,
  mostFeetPerPixel: number = MOST_FEET_PER_PIXEL.sheet,
): string | null {
  if (points.length === 0) return null;
  if (!points.every((point) => isOn(point, size)))
    return `Each place must lie on the sheet, which has ${size.width} x ${size.height} pixels.`;
  if (!points.every(({ longitude }) => Math.abs(longitude) <= 180)) return 'longitude must be from -180 to 180.';
  if (!points.every(({ latitude }) => Math.abs(latitude) <= 90)) return 'latitude must be from -90 to 90.';
  const used = points.filter((point) => point.used);
  if (used.length < 2) return TOO_FEW;
  if (used.some((one, at) => used.slice(at + 1).some((other) => areSame(one, other)))) return SAME_PLACE;
  const isMirrored = isTurnedOver(used, size);
  const fit = isMirrored ? fitSimilarity(used) : fitSheet(used, size);
  const feet = fit && feetPerPixel(fit);
  const isWrongScale = feet === null || !(feet >= LEAST_FEET_PER_PIXEL && feet <= mostFeetPerPixel);
  // swapped places shrink the sheet too
  if (isMirrored && !worstPoint(used, size)) return TURNED_OVER;
  return isWrongScale
    ? `This would make the sheet ${widthInWords((feet ?? 0) * size.width)} wide. Check longitude and latitude.`
    : null;
}
