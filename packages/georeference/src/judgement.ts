/** What control points promise, and which of them is wrong. */
import {
  feetPerPixel,
  fitAffine,
  fitSheet,
  fitSimilarity,
  isThick,
  LEAST_AFFINE,
  missOf,
  type ControlPoint,
  type Fit,
  type PictureSize,
} from './fit.js';

export type GeoreferenceState = 'none' | 'same_place' | 'rough' | 'exact';

/** A point as stored; those left out do not count. */
export type JudgedPoint = ControlPoint & { used: boolean; name?: string | undefined };

export interface WorstPoint {
  /** Among all points. */
  index: number;
  /** From where the others say that it is. */
  feet: number;
}

export interface Judgement {
  state: Exclude<GeoreferenceState, 'same_place'>;
  fit: Fit | null;
  /** Typical error of a place on the sheet. */
  expectedFeet: number | null;
  worst: WorstPoint | null;
  /** Feet, for each point; null without a fit. */
  misses: readonly (number | null)[];
  /** A sentence about the points; empty if there is nothing to say. */
  note: string;
}

/**
 * Least expected error in feet by the number of points (on-the-earth.md, 3.2 and 3.3); the same number of pixels for
 * coarser sheets, whose clicks cost more feet.
 */
const FLOOR = { line: 25, three: 15, four: 6, more: 4 } as const;
/** Above this a sheet is rough. */
const EXACT_FEET = 20;
/** Below this no point is wrong. */
const WRONG = { feet: 10, pixels: 5 } as const;

/** From this many feet a point is wrong even if an affine explains it. */
const CLEARLY_WRONG_FEET = 40;
/** Share of its distance that a point which is wrong leaves in the residuals of an affine. */
const STRETCHED = 1 / 4;

export const ON_ONE_LINE = 'These places lie on one line: add one that lies off it.';

const rms = (misses: readonly number[]): number =>
  Math.sqrt(misses.reduce((sum, miss) => sum + miss * miss, 0) / misses.length);

/** The root mean square residual, increased for the freedom that the fit used up; 0 if it used up all. */
function correctedRms(points: readonly ControlPoint[], fit: Fit): number {
  const n = points.length;
  const free = 2 * n - (fit.kind === 'affine' ? 6 : 4);
  return free > 0 ? rms(points.map((point) => missOf(fit, point))) * Math.sqrt((2 * n) / free) : 0;
}

function floorOf(points: readonly ControlPoint[], size: PictureSize): number {
  if (points.length < 3 || !isThick(points, size)) return FLOOR.line;
  if (points.length < LEAST_AFFINE) return FLOOR.three;
  return points.length === LEAST_AFFINE ? FLOOR.four : FLOOR.more;
}

export const expectedFeet = (points: readonly ControlPoint[], fit: Fit, size: PictureSize): number =>
  Math.max(correctedRms(points, fit), floorOf(points, size) * Math.max(1, feetPerPixel(fit)));

const without = <T>(list: readonly T[], index: number): T[] => list.filter((_, at) => at !== index);

/** Whether the others check each point: any of them may be left out, and the rest do not lie on one line. */
const areChecked = (points: readonly ControlPoint[], size: PictureSize): boolean =>
  points.every((_, index) => isThick(without(points, index), size));

/**
 * The point without which the others agree best, if that helps by more than half. By similarity, as an affine bends to
 * its worst point; but a sheet that is only stretched, which an affine explains, has none.
 */
export function worstPoint(points: readonly ControlPoint[], size: PictureSize): WorstPoint | null {
  if (points.length < LEAST_AFFINE) return null;
  const rmsOf = (list: readonly ControlPoint[]): number => {
    const fit = fitSimilarity(list);
    return fit ? rms(list.map((point) => missOf(fit, point))) : Infinity;
  };
  const left = points.map((_, index) => rmsOf(without(points, index)));
  const least = Math.min(...left);
  const index = left.indexOf(least);
  const others = fitSimilarity(without(points, index));
  const [all, point] = [rmsOf(points), points[index]];
  if (!others || !point) return null;
  if (least > all / 2 || all < Math.max(WRONG.feet, WRONG.pixels * feetPerPixel(others))) return null;
  const feet = missOf(others, point);
  const affine = areChecked(points, size) ? fitAffine(points) : null;
  if (feet < CLEARLY_WRONG_FEET && affine && correctedRms(points, affine) < feet * STRETCHED) return null;
  return { index, feet };
}

/** Whether the points show the sheet from behind: an affine fit that turns it over. */
export function isTurnedOver(points: readonly ControlPoint[], size: PictureSize): boolean {
  const fit = isThick(points, size) ? fitAffine(points) : null;
  if (!fit) return false;
  const [a, b, , d, e] = fit.affine;
  // y is down, so that the determinant of a sheet seen from the front is negative; near 0 some are swapped
  return (a * e - b * d) / (a * a + b * b + d * d + e * e) > -0.1;
}

function fitOf(used: readonly ControlPoint[], size: PictureSize): Fit | null {
  return isTurnedOver(used, size) ? fitSimilarity(used) : fitSheet(used, size);
}

/** Of points that `checkPoints` accepts. */
export function judge(points: readonly JudgedPoint[], size: PictureSize): Judgement {
  const indexes = points.flatMap(({ used }, index) => (used ? [index] : []));
  const used = points.filter((point) => point.used);
  const fit = fitOf(used, size);
  if (!fit) return { state: 'none', fit, expectedFeet: null, worst: null, misses: points.map(() => null), note: '' };
  const found = worstPoint(used, size);
  const worst = found && { ...found, index: indexes[found.index] ?? 0 };
  const expected = expectedFeet(used, fit, size);
  const isExact = fit.kind === 'affine' && expected <= EXACT_FEET && !worst;
  return {
    ...{ fit, worst, expectedFeet: expected },
    state: isExact ? 'exact' : 'rough',
    misses: points.map((point) => missOf(fit, point)),
    note: worst ? wrongPoint(points, worst) : used.length > 2 && !isThick(used, size) ? ON_ONE_LINE : '',
  };
}

export const wrongPoint = (points: readonly JudgedPoint[], { index, feet }: WorstPoint): string => {
  const name = points[index]?.name;
  return `Place ${index + 1}${name ? `, ${name},` : ''} does not fit the others: it is ${Math.round(feet)} ft away. The street may have moved. Leave it out?`;
};

/** Such as `exact, within 4 ft`. */
export function stateInWords(state: GeoreferenceState, feet: number | null, sheet = 'another sheet'): string {
  if (state === 'none' || feet === null) return 'not placed';
  if (state === 'same_place') return `as ${sheet}`;
  return state === 'exact' ? `exact, within ${Math.ceil(feet)} ft` : `rough, about ${Math.ceil(feet)} ft`;
}
