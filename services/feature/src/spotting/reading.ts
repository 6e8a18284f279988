/** Words of a page with positions, and which ones are beside or below each other. */
import { lettersOf } from './letters.js';

/** Word and its box in page pixels, in the document service's form. */
export interface LetteredWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** OCR confidence, 0 to 1. */
  confidence: number;
  /** Clockwise rotation in degrees: 0, 90 or 270. */
  turned: number;
  /** Rotation in whole degrees, -179 to 180; absent: `turned` applies. */
  angle?: number | undefined;
  /** Printed line number, shared by its words; absent if unknown. */
  line?: number | undefined;
}

/** Upright rectangle in page pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A word, or part of a word read without a space, ready for comparison. */
export interface Reading {
  word: LetteredWord;
  /** Index of the part; undefined for the whole word. */
  part: number | undefined;
  /** In capitals, without full stops. */
  letters: string;
  /** Centre, in page pixels. */
  x: number;
  y: number;
  /** Rotation in radians clockwise. */
  angle: number;
  /** Size along and across the line, in page pixels. */
  length: number;
  height: number;
}

/** Height to width ratio above which a word of the PDF's own text is vertical. */
const UPRIGHT = 1.6;
/** Width of a capital in heights, for boxes turned by nearly 45 degrees, which do not determine it. */
const CAPITAL = 0.62;

const { abs, cos, floor, hypot, max, min, sin, sqrt } = Math;

/**
 * Words with letters, and their parts at full stops, hyphens or slashes. A short word of unknown rotation is read both
 * horizontally and vertically.
 *
 * @param splits letter indexes at which a word read without a space may be split
 */
export function readingsOf(
  words: readonly LetteredWord[],
  splits: (letters: string) => readonly number[] = () => [],
): Reading[] {
  return words.flatMap((word) => {
    const letters = lettersOf(word.text);
    if (letters === '' || !(word.width > 0 && word.height > 0)) return [];
    return anglesOf(word, letters).flatMap((degrees) => {
      const whole: Reading = { word, part: undefined, letters, ...placeOf(word, degrees, letters.length) };
      return [whole, ...partsOf(whole, splits(letters))];
    });
  });
}

/** Whole word, including one of digits only. Undefined without size. */
export function readingOf(word: LetteredWord): Reading | undefined {
  if (!(word.width > 0 && word.height > 0)) return undefined;
  const letters = lettersOf(word.text);
  const [degrees = 0] = anglesOf(word, letters);
  return { word, part: undefined, letters, ...placeOf(word, degrees, word.text.length) };
}

function anglesOf({ turned, angle, width, height }: LetteredWord, letters: string): number[] {
  if (angle !== undefined && angle !== 0) return [angle];
  if (turned !== 0) return [turned];
  if (letters.length <= 3) return height > width ? [0, -90] : [0];
  return [height > UPRIGHT * width ? -90 : 0];
}

/** Derives the word's rotated rectangle from its upright bounding box. */
function placeOf({ x, y, width, height }: LetteredWord, degrees: number, count: number) {
  const angle = (degrees * Math.PI) / 180;
  const [c, s] = [abs(cos(angle)), abs(sin(angle))];
  const middle = { x: x + width / 2, y: y + height / 2, angle };
  const sides = (width + height) / (c + s);
  const across = sides / (1 + CAPITAL * max(1, count));
  // near 45 degrees a long flat word and a short high one have the same box
  if (abs(c - s) < 0.35) return { ...middle, length: sides - across, height: across };
  const length = (width * c - height * s) / (c * c - s * s);
  const high = (height * c - width * s) / (c * c - s * s);
  if (length > 0 && high > 0.25 * across) return { ...middle, length, height: high };
  return { ...middle, length: sides - across, height: across };
}

/** "Mach.Shop", "GAS-LIGHT", "SOAPFAC.": each part with its share of the word's length. */
function partsOf(whole: Reading, splits: readonly number[]): Reading[] {
  const { text } = whole.word;
  const pieces = [...text.matchAll(/[^.,/\\&\-():;]+|&/g)]
    .map((match) => ({ letters: lettersOf(match[0]), from: match.index, to: match.index + match[0].length }))
    .filter(({ letters }) => letters !== '');
  if (pieces.length > 1)
    return pieces.map(({ letters, from, to }, index) =>
      partOf(whole, index, letters, from / text.length, to / text.length),
    );
  return splits.flatMap((at, index) => {
    const share = at / whole.letters.length;
    return [
      partOf(whole, 2 * index, whole.letters.slice(0, at), 0, share),
      partOf(whole, 2 * index + 1, whole.letters.slice(at), share, 1),
    ];
  });
}

function partOf(whole: Reading, part: number, letters: string, from: number, to: number): Reading {
  const along = ((from + to) / 2 - 0.5) * whole.length;
  return {
    ...whole,
    part,
    letters,
    x: whole.x + along * cos(whole.angle),
    y: whole.y + along * sin(whole.angle),
    length: (to - from) * whole.length,
  };
}

export const sameLetters = (a: Reading, b: Reading): boolean =>
  a.word === b.word && (a.part === undefined || b.part === undefined || a.part === b.part);

/** Maximum gap between words of a phrase, in letter heights; letters are spaced. */
const GAP = 2.6;
/** Maximum gap of widely spaced lettering exactly on one line. */
const WIDE_GAP = 6;
/** Maximum distance between lines of one lettering in letter heights, and of their centres in lengths. */
const LEADING = 2.4;
const ASIDE = 0.6;
/** Maximum size ratio of letters in one lettering. */
const SIZES = 2.2;
/** Maximum angle difference in radians within one lettering; short words are less exact. */
const TURN = 0.3;
const SHORT_TURN = 0.5;
const SHORT = 4;

/** Offset of b from a along and across the line, in page pixels; undefined if it is another lettering. */
function stepTo(a: Reading, b: Reading): { along: number; down: number; height: number } | undefined {
  if (max(a.height, b.height) > SIZES * min(a.height, b.height)) return undefined;
  const turn = a.angle - b.angle;
  const apart = abs(turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI)));
  if (apart > (min(a.letters.length, b.letters.length) <= SHORT ? SHORT_TURN : TURN)) return undefined;
  // the longer word determines the line direction better
  const { angle } = a.length >= b.length ? a : b;
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  return {
    along: dx * cos(angle) + dy * sin(angle),
    down: dy * cos(angle) - dx * sin(angle),
    height: max(a.height, b.height),
  };
}

/** Whether a word follows another on its line. */
export function follows(a: Reading, b: Reading): boolean {
  const step = stepTo(a, b);
  if (!step) return false;
  const gap = step.along - (a.length + b.length) / 2;
  if (gap <= -0.6 * step.height || step.along <= 0) return false;
  if (gap < GAP * step.height) return abs(step.down) <= 0.55 * step.height;
  const isOneLine = a.word.line !== undefined && a.word.line === b.word.line;
  return gap < WIDE_GAP * step.height && abs(step.down) <= (isOneLine ? 0.5 : 0.3) * step.height;
}

/** Whether one word is on the line next to the other's, above or below. */
export function below(a: Reading, b: Reading): boolean {
  const step = stepTo(a, b);
  if (!step) return false;
  const free = step.down - (a.height + b.height) / 2;
  return (
    step.down > 0.5 * step.height && free < LEADING * step.height && abs(step.along) <= ASIDE * max(a.length, b.length)
  );
}

/** Maximum gap, in letter heights, between pieces of one lettering that OCR placed badly. */
const TOUCH = { along: 0.8, down: 1.6 };

/** Whether two words are close enough to be one lettering, in any order. */
export function touches(a: Reading, b: Reading): boolean {
  const step = stepTo(a, b);
  if (!step) return false;
  return (
    abs(step.along) - (a.length + b.length) / 2 <= TOUCH.along * step.height &&
    abs(step.down) <= TOUCH.down * step.height
  );
}

/** Lettering's words as one, with the rotation of the longest. */
export function lineOf(used: readonly Reading[]): Reading {
  const [first] = used;
  if (!first) throw new Error('a lettering has words');
  const { angle } = used.reduce((a, b) => (b.length > a.length ? b : a));
  const [c, s] = [cos(angle), sin(angle)];
  const along = used.map((one) => ({ at: one.x * c + one.y * s, half: one.length / 2 }));
  const from = min(...along.map(({ at, half }) => at - half));
  const to = max(...along.map(({ at, half }) => at + half));
  const down = used.reduce((sum, one) => sum + one.y * c - one.x * s, 0) / used.length;
  const middle = (from + to) / 2;
  return { ...first, x: middle * c - down * s, y: middle * s + down * c, angle, length: to - from };
}

export class WordIndex {
  readonly #cells = new Map<string, Reading[]>();
  readonly #size: number;

  /** @param readings of one page */
  constructor(readings: readonly Reading[]) {
    const heights = readings.map(({ height }) => height).sort((a, b) => a - b);
    this.#size = max(32, 10 * (heights[floor(heights.length / 2)] ?? 0));
    for (const reading of readings) {
      const key = this.#key(this.#cell(reading.x), this.#cell(reading.y));
      const cell = this.#cells.get(key);
      if (cell) cell.push(reading);
      else this.#cells.set(key, [reading]);
    }
  }

  /** Words that may follow this one or be on the next line. */
  near(reading: Reading): Reading[] {
    return this.within(reading, reading.length + (WIDE_GAP + LEADING) * SIZES * 0.7 * reading.height);
  }

  /** Words whose centres are within a distance in pixels. */
  within({ x, y }: Pick<Reading, 'x' | 'y'>, reach: number): Reading[] {
    const found: Reading[] = [];
    for (let column = this.#cell(x - reach); column <= this.#cell(x + reach); column++)
      for (let row = this.#cell(y - reach); row <= this.#cell(y + reach); row++)
        for (const one of this.#cells.get(this.#key(column, row)) ?? [])
          if (hypot(one.x - x, one.y - y) <= reach) found.push(one);
    return found;
  }

  #cell(value: number): number {
    return floor(value / this.#size);
  }

  #key(column: number, row: number): string {
    return `${column}/${row}`;
  }
}

export function boundingBox(boxes: readonly Box[]): Box {
  const x = min(...boxes.map((box) => box.x));
  const y = min(...boxes.map((box) => box.y));
  const right = max(...boxes.map((box) => box.x + box.width));
  const bottom = max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Pixels between two boxes; 0 if they touch. */
export function distanceBetween(a: Box, b: Box): number {
  const across = max(0, max(a.x, b.x) - min(a.x + a.width, b.x + b.width));
  const down = max(0, max(a.y, b.y) - min(a.y + a.height, b.y + b.height));
  return sqrt(across * across + down * down);
}
