import { feetPerInch } from '@symbio/proto/document/map-scale';
import type { PageKind } from '@symbio/proto/document/vocabulary';

/** Inches, shorter side first. */
export interface PaperSize {
  short: number;
  long: number;
}

interface Format {
  short: readonly [least: number, most: number];
  long: readonly [least: number, most: number];
}

const TOPOGRAPHIC_7_5: Format = { short: [19, 24.5], long: [25, 31] };
const TOPOGRAPHIC_15: Format = { short: [15, 19], long: [19, 23] };
const TOPOGRAPHIC_LARGE: Format = { short: [20, 30], long: [26, 46] };
/** Largest denominator of 7.5-minute sheets (1:20,000 to 1:31,680) and of 15-minute sheets. */
const DENOMINATOR = { sevenAndAHalf: 31_680, fifteen: 63_360 } as const;

/** Printed sizes with and without margins; scans of single and of facing sheets. */
const FORMATS: Readonly<Record<Exclude<PageKind, 'topographic_map'>, { usual: string; formats: readonly Format[] }>> = {
  sanborn_map: {
    usual: 'Sanborn maps are about 21 × 25 inches',
    formats: [
      { short: [18.5, 23.5], long: [22.5, 28] },
      { short: [22.5, 28], long: [37, 47] },
    ],
  },
  aerial_photo: {
    usual: 'aerial photographs are about 9 × 9 inches',
    formats: [
      { short: [6.8, 7.8], long: [8.8, 9.8] },
      { short: [8.8, 10.2], long: [8.8, 10.2] },
    ],
  },
};

/** ISO A0 to A2, ANSI C to F and ARCH C to E: smaller plots are often reduced copies, which keep the lettered scale. */
const PLAN_SIZES: readonly PaperSize[] = [
  { short: 16.54, long: 23.39 },
  { short: 23.39, long: 33.11 },
  { short: 33.11, long: 46.81 },
  { short: 17, long: 22 },
  { short: 22, long: 34 },
  { short: 34, long: 44 },
  { short: 28, long: 40 },
  { short: 18, long: 24 },
  { short: 24, long: 36 },
  { short: 30, long: 42 },
  { short: 36, long: 48 },
];
const PLAN_TOLERANCE = 0.02;

const isWithin = (size: PaperSize, { short, long }: Format): boolean =>
  size.short >= short[0] && size.short <= short[1] && size.long >= long[0] && size.long <= long[1];

/**
 * Undefined if sheets of this kind have this size, else the usual one, as the end of a sentence.
 *
 * @param isDrawn by a program, not scanned: a plan whatever kind its document has
 */
export function unusualPaper(
  size: PaperSize,
  kind: PageKind | undefined,
  mapScale: string,
  isDrawn: boolean,
): string | undefined {
  if (kind === undefined || isDrawn) {
    const isPlan = PLAN_SIZES.some(
      ({ short, long }) =>
        Math.abs(size.short / short - 1) <= PLAN_TOLERANCE && Math.abs(size.long / long - 1) <= PLAN_TOLERANCE,
    );
    if (isPlan) return undefined;
  }
  if (kind === undefined) {
    return 'which is no usual size of plans, and reduced copies keep the lettered scale';
  }
  if (kind === 'topographic_map') return unusualTopographic(size, mapScale);
  const { usual, formats } = FORMATS[kind];
  return formats.some((format) => isWithin(size, format)) ? undefined : `but ${usual}`;
}

function unusualTopographic(size: PaperSize, mapScale: string): string | undefined {
  const denominator = (feetPerInch(mapScale) ?? 0) * 12;
  const { sevenAndAHalf, fifteen } = DENOMINATOR;
  const [format, usual] =
    denominator <= sevenAndAHalf
      ? [TOPOGRAPHIC_7_5, 'about 22 × 27 inches']
      : denominator <= fifteen
        ? [TOPOGRAPHIC_15, 'about 17 × 21 inches']
        : [TOPOGRAPHIC_LARGE, 'larger'];
  return isWithin(size, format) ? undefined : `but topographic maps of this scale are ${usual}`;
}
