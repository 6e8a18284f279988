/** SVG of scale bars, arrows north and letters, the same in each figure. */

/** At most two decimals. */
export const short = (value: number): string => String(Math.round(value * 100) / 100);

/** The largest of 1, 2 and 5 times a power of ten that is not above the value. */
function roundLength(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([5, 2, 1].find((step) => step * power <= value) ?? 1) * power;
}

export interface ScaleBar {
  /** With its letters. */
  width: number;
  height: number;
  at: (left: number, top: number) => string;
}

/** Of a round length in feet, at most so many pixels long. @param unit size of letters; 1 for a figure of full width */
export function scaleBarOf(feetPerPixel: number, longest: number, unit: number): ScaleBar {
  const feet = roundLength(longest * feetPerPixel);
  const length = feet / feetPerPixel;
  const label = `${feet} FT`;
  const tick = 16 * unit;
  const at = (left: number, top: number): string => {
    const [x, y] = [left + 20 * unit, top + 66 * unit];
    return [
      `<path d="M${short(x)} ${short(y - tick)}V${short(y)}H${short(x + length)}V${short(y - tick)}M${short(x + length / 2)} ${short(y - tick * 0.7)}V${short(y)}" fill="none" stroke="#000" stroke-width="${short(4 * unit)}"/>`,
      strokes('0', { x: x - 6 * unit, y: top + 12 * unit, scale: 1.4 * unit }),
      strokes(label, { x: x + length - 6 * unit, y: top + 12 * unit, scale: 1.4 * unit }),
    ].join('');
  };
  return { width: length + (label.length * LETTER.step * 1.4 + 40) * unit, height: 84 * unit, at };
}

export const northArrowAt = ({
  degrees,
  x,
  y,
  unit,
}: {
  degrees: number;
  x: number;
  y: number;
  unit: number;
}): string =>
  [
    `<g transform="translate(${short(x)} ${short(y)}) rotate(${degrees}) scale(${short(unit)})">`,
    '<path d="M0 -34L-17 40L0 26L17 40Z" fill="#000"/>',
    '<path d="M-6 -38V-54L6 -38V-54" fill="none" stroke="#000" stroke-width="3"/></g>',
  ].join('');

/** Pixels at scale 1. */
const LETTER = { width: 12, height: 22, step: 18 } as const;

/** Letters as strokes, 12 wide and 22 high: no font of the machine changes the bytes. */
const LETTERS: Readonly<Record<string, string>> = {
  '0': 'M0 0H12V22H0Z',
  '1': 'M6 0V22',
  '2': 'M0 0H12V11H0V22H12',
  '3': 'M0 0H12V22H0M0 11H12',
  '4': 'M0 0V11H12M12 0V22',
  '5': 'M12 0H0V11H12V22H0',
  '6': 'M12 0H0V22H12V11H0',
  '7': 'M0 0H12V22',
  '8': 'M0 0H12V22H0ZM0 11H12',
  '9': 'M12 11H0V0H12V22H0',
  '.': 'M5 20H7V22H5Z',
  ' ': '',
  '-': 'M2 11H10',
  "'": 'M6 0V6',
  '/': 'M12 0L0 22',
  '&': 'M12 22L2 6V2L4 0H7L9 2V6L0 14V19L3 22H7L12 14',
  A: 'M0 22L6 0L12 22M2.5 14H9.5',
  B: 'M0 0H9L12 3V8L9 11H0M9 11L12 14V19L9 22H0V0',
  C: 'M12 0H0V22H12',
  D: 'M0 0H8L12 5V17L8 22H0Z',
  E: 'M12 0H0V22H12M0 11H9',
  F: 'M12 0H0V22M0 11H9',
  G: 'M12 0H0V22H12V11H6',
  H: 'M0 0V22M12 0V22M0 11H12',
  I: 'M6 0V22M2 0H10M2 22H10',
  J: 'M12 0V22H0V15',
  K: 'M0 0V22M12 0L0 13M4 9L12 22',
  L: 'M0 0V22H12',
  M: 'M0 22V0L6 11L12 0V22',
  N: 'M0 22V0L12 22V0',
  O: 'M3 0H9L12 4V18L9 22H3L0 18V4Z',
  P: 'M0 22V0H12V11H0',
  Q: 'M3 0H9L12 4V18L9 22H3L0 18V4ZM7 16L12 22',
  R: 'M0 22V0H12V11H0M5 11L12 22',
  S: 'M12 3L9 0H3L0 3V8L3 11H9L12 14V19L9 22H3L0 19',
  T: 'M0 0H12M6 0V22',
  U: 'M0 0V22H12V0',
  V: 'M0 0L6 22L12 0',
  W: 'M0 0L3 22L6 11L9 22L12 0',
  X: 'M0 0L12 22M12 0L0 22',
  Y: 'M0 0L6 11L12 0M6 11V22',
  Z: 'M0 0H12L0 22H12',
};

/** A text in capitals without accents; undefined if a letter of it has no strokes. */
export function lettered(text: string): string | undefined {
  const capitals = text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('’', "'").toUpperCase();
  return [...capitals].every((letter) => letter in LETTERS) ? capitals : undefined;
}

/** Of a text in strokes. */
export const sizeOfStrokes = (text: string, scale: number): { width: number; height: number } => ({
  width: ((text.length - 1) * LETTER.step + LETTER.width) * scale,
  height: LETTER.height * scale,
});

interface Written {
  /** Of the upper left corner. */
  x: number;
  y: number;
  scale: number;
  color?: string;
}

export const strokes = (text: string, { x, y, scale, color = '#000' }: Written): string =>
  [...text]
    .map((letter, at) => {
      const path = LETTERS[letter];
      if (path === undefined) return '';
      return `<path transform="translate(${short(x + at * LETTER.step * scale)} ${short(y)}) scale(${short(scale)})" d="${path}" fill="none" stroke="${color}" stroke-width="2.4"/>`;
    })
    .join('');
