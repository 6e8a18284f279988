/** Words of a page as they are lettered: what a word may mean, and which ones stand beside or below each other. */
import { THEMSELVES } from './terms.js';

/** A word and its box in page pixels, as the document service keeps it. */
export interface LetteredWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0 to 1: how sure the reader was. */
  confidence: number;
  /** Degrees clockwise by which the word is turned: 0, 90 or 270. */
  turned: number;
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A word ready to be compared: in capitals, without full stops; its box as if it were lettered level. */
export interface Reading {
  word: LetteredWord;
  letters: string;
  /** Words turned the same way are read together. */
  turned: number;
  /** Along the line and down the lines, in pixels. */
  along: number;
  down: number;
  length: number;
  height: number;
}

/** Figures that OCR takes for letters. */
const FIGURES: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'I',
  5: 'S',
  8: 'B',
  6: 'G',
  '|': 'I',
  '!': 'I',
  $: 'S',
};
/** A word of the PDF's own text whose box is so much higher than wide runs up the sheet. */
const UPRIGHT = 1.6;

/** Words with letters; what is lettered upright is turned level first. A short word may be either: it is read both ways. */
export function readingsOf(words: readonly LetteredWord[]): Reading[] {
  return words.flatMap((word) => {
    const letters = lettersOf(word.text);
    if (letters === '' || !(word.width > 0 && word.height > 0)) return [];
    return turnsOf(word, letters).map((turned) => ({ word, letters, turned, ...level(word, turned) }));
  });
}

function turnsOf({ turned, width, height }: LetteredWord, letters: string): number[] {
  if (turned !== 0) return [turned];
  if (letters.length <= 3) return height > width ? [0, 270] : [0];
  return [height > UPRIGHT * width ? 270 : 0];
}

/** Up the sheet (270) and down the sheet (90) become along the line. */
function level({ x, y, width, height }: LetteredWord, turned: number) {
  if (turned === 270) return { along: -(y + height), down: x, length: height, height: width };
  if (turned === 90) return { along: y, down: -(x + width), length: height, height: width };
  return { along: x, down: y, length: width, height };
}

/** Capitals, & and apostrophes inside; figures that stand among letters are letters. */
export function lettersOf(text: string): string {
  const plain = text
    .toUpperCase()
    .replace(/[^A-Z0-9&|!$']/g, '')
    .replaceAll("'", '');
  if (!/[A-Z&]/.test(plain)) return '';
  return plain.replace(/[01568|!$]/g, (figure) => FIGURES[figure] ?? figure);
}

// looked up once: these run for every pair of words
const { abs, floor, max, min } = Math;

/** Letters from which one mistake of the reader is forgiven, and two. */
const ONE_MISTAKE = 6;
const TWO_MISTAKES = 9;

/** Letters that a reader takes for one another, written the same. */
const LOOKALIKES: readonly (readonly [RegExp, string])[] = [
  [/RN/g, 'M'],
  [/VV/g, 'W'],
  [/CL/g, 'D'],
  [/[LJ]/g, 'I'],
  [/[QDC]/g, 'O'],
];
const alike = (letters: string): string =>
  LOOKALIKES.reduce((text, [seen, meant]) => text.replace(seen, meant), letters);

const alikeSpellings = new Map<string, string>();
function alikeSpelling(spelling: string): string {
  const known = alikeSpellings.get(spelling) ?? alike(spelling);
  alikeSpellings.set(spelling, known);
  return known;
}

/**
 * How many letters are wrong if the word was meant; undefined when it is another word.
 *
 * @param meant a spelling of the table: what is remembered of it grows no further
 */
export function mistakesIn(letters: string, meant: string): number | undefined {
  if (letters === meant) return 0;
  const most = meant.length >= TWO_MISTAKES ? 2 : meant.length >= ONE_MISTAKE ? 1 : 0;
  const longer = letters.length - meant.length;
  if (most === 0 || longer > most || longer < -most || THEMSELVES.has(letters)) return undefined;
  // a reader seldom errs at both ends of a word; most words of a page are told apart by that alone
  if (letters.charAt(0) !== meant.charAt(0) && letters.at(-1) !== meant.at(-1)) return undefined;
  if (alike(letters) === alikeSpelling(meant)) return 1;
  const found = distance(letters, meant, most);
  return found <= most ? found : undefined;
}

/** Letters put in, left out or changed; `most` + 1 as soon as there are more. */
function distance(a: string, b: string, most: number): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a.charAt(i - 1) === b.charAt(j - 1) ? 0 : 1);
      const value = min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1);
      next.push(value);
      if (value < least) least = value;
    }
    if (least > most) return most + 1;
    row = next;
  }
  return row[b.length] ?? most + 1;
}

/** Letters of a phrase are spaced: a word may begin so many letter heights behind the one before it. */
const GAP = 2.6;
/** Lines of one lettering stand so many letter heights apart at most, middles so many lengths aside. */
const LEADING = 2.4;
const ASIDE = 0.6;
/** Letters of one lettering are of about one size. */
const SIZES = 2.2;

const sameSize = (a: Reading, b: Reading): boolean => max(a.height, b.height) <= SIZES * min(a.height, b.height);

/** Whether a word follows another on its line. */
export function follows(a: Reading, b: Reading): boolean {
  if (a.turned !== b.turned || !sameSize(a, b)) return false;
  const height = max(a.height, b.height);
  const overlap = min(a.down + a.height, b.down + b.height) - max(a.down, b.down);
  const gap = b.along - (a.along + a.length);
  return overlap >= 0.45 * min(a.height, b.height) && gap > -0.6 * height && gap < GAP * height;
}

/** Whether a word stands on the next line below another, one above the other. */
export function below(a: Reading, b: Reading): boolean {
  if (a.turned !== b.turned || !sameSize(a, b)) return false;
  const height = max(a.height, b.height);
  const step = b.down - (a.down + a.height);
  const aside = abs(a.along + a.length / 2 - (b.along + b.length / 2));
  return step > -0.3 * height && step < LEADING * height && aside <= ASIDE * max(a.length, b.length);
}

/** Finds the words near a word without looking at all of a page's. */
export class Neighbourhood {
  readonly #cells = new Map<string, Reading[]>();
  readonly #size: number;

  /** @param readings of one page */
  constructor(readings: readonly Reading[]) {
    const heights = readings.map(({ height }) => height).sort((a, b) => a - b);
    this.#size = max(16, 8 * (heights[floor(heights.length / 2)] ?? 0));
    for (const reading of readings) for (const key of this.#keys(reading, 0)) this.#put(key, reading);
  }

  #put(key: string, reading: Reading): void {
    const cell = this.#cells.get(key);
    if (cell) cell.push(reading);
    else this.#cells.set(key, [reading]);
  }

  /** Words that may follow this one or stand below it, each once. */
  near(reading: Reading): Set<Reading> {
    const reach = max(GAP, LEADING + 1) * SIZES * reading.height;
    return new Set(this.#keys(reading, reach).flatMap((key) => this.#cells.get(key) ?? []));
  }

  #keys({ turned, along, down, length, height }: Reading, reach: number): string[] {
    const cell = (value: number): number => floor(value / this.#size);
    const keys: string[] = [];
    for (let column = cell(along - reach); column <= cell(along + length + reach); column++)
      for (let row = cell(down - reach); row <= cell(down + height + reach); row++)
        keys.push(`${turned}/${column}/${row}`);
    return keys;
  }
}

/** The smallest box around several. */
export function around(boxes: readonly Box[]): Box {
  const x = min(...boxes.map((box) => box.x));
  const y = min(...boxes.map((box) => box.y));
  const right = max(...boxes.map((box) => box.x + box.width));
  const bottom = max(...boxes.map((box) => box.y + box.height));
  return { x, y, width: right - x, height: bottom - y };
}
