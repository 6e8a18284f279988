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

/** Letters of a scale bar and of labels as strokes, 12 wide and 22 high: no font of the machine changes the bytes. */
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
  F: 'M12 0H0V22M0 11H9',
  G: 'M12 0H0V22H12V11H6',
  T: 'M0 0H12M6 0V22',
};

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
