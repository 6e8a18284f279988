import type { CategoryValue } from '../../src/classification/categories.js';
import type { Drawing } from '../../src/testing/drawn-pages.js';

export interface CasePage {
  text: string;
  /** Inches, short side first; letter paper by default. */
  size?: readonly [short: number, long: number];
  drawing?: Drawing;
}

/** Document and its expected category. */
export interface EvalCase {
  category: CategoryValue;
  fileName: string;
  pages: readonly CasePage[];
}

/** File name and first pages. A string is a text page on letter paper. */
export type CaseSource = readonly [fileName: string, ...pages: (string | CasePage)[]];

export const sheet = (drawing: Drawing, short: number, long: number, text = ''): CasePage => ({
  drawing,
  size: [short, long],
  text,
});

/** Errors in about `percent` of the letters. */
export const ocr = (text: string, percent = 4): CasePage => ({ text: misread(text, percent / 100), drawing: 'typed' });

const MISTAKES: readonly (readonly [RegExp, string])[] = [
  [/rn/i, 'm'],
  [/o/i, '0'],
  [/l/, '1'],
  [/i/i, 'l'],
  [/s/i, '5'],
  [/m/i, 'rn'],
  [/e/, 'c'],
  [/h/, 'b'],
  [/ /, ''],
  [/t/, 'l '],
];

/** Deterministic: the same text is always misread the same way. */
export function misread(text: string, share: number): string {
  let state = text.length * 2_654_435_761;
  const random = (): number => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
  let read = '';
  for (let at = 0; at < text.length; at++) {
    const two = text.slice(at, at + 2);
    const mistake = random() < share ? MISTAKES.filter(([seen]) => seen.test(two.slice(0, 1)) || seen.test(two)) : [];
    const chosen = mistake[Math.floor(random() * mistake.length)];
    if (!chosen) {
      read += text.charAt(at);
    } else if (chosen[0].test(two.slice(0, 1))) {
      read += chosen[1];
    } else {
      read += two.replace(chosen[0], chosen[1]);
      at++;
    }
  }
  return read;
}
