import { readFileSync } from 'node:fs';
import { distance as lettersOff } from 'fastest-levenshtein';

/** Word that a person read off a sheet. */
export interface TrueWord {
  file: string;
  /** From 1. */
  page: number;
  word: string;
  /** Its middle, in pixels of the lifted picture. */
  x: number;
  y: number;
}

/** Word as a reader reports it, its box in the same pixels. */
export interface ReadWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** What became of the true words of a sheet. */
export interface Found {
  words: number;
  found: number;
  /** Words of the truth's vocabulary that are reported where the truth has none. */
  farOff: number;
}

/** Pixels between the middles of a true word and its reading. */
const NEAR = 35;
/** Larger distance for "not invented": boxes of long words end elsewhere than eyes expect. */
const ABOUT = 45;

export const readTruth = (file: string): TrueWord[] => JSON.parse(readFileSync(file, 'utf8')) as TrueWord[];

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '');
/** Letters that may be wrong: none of up to four, one of up to seven, two of more. */
const mayDiffer = (length: number): number => (length <= 4 ? 0 : length <= 7 ? 1 : 2);

/** @param vocabulary words that count when they are reported where there are none; all in capitals */
export function compare(truth: readonly TrueWord[], read: readonly ReadWord[], vocabulary: ReadonlySet<string>): Found {
  const taken = new Set<ReadWord>();
  let found = 0;
  for (const { word, x, y } of truth) {
    const wanted = plain(word);
    const near = read
      .filter((one) => !taken.has(one) && distance(one, x, y) <= NEAR)
      .filter(({ text }) => lettersOff(plain(text), wanted) <= mayDiffer(wanted.length))
      .sort((a, b) => distance(a, x, y) - distance(b, x, y));
    const [best] = near;
    if (!best) continue;
    taken.add(best);
    found++;
  }
  const farOff = read.filter(
    (one) =>
      vocabulary.has(plain(one.text)) &&
      !truth.some(({ word, x, y }) => distance(one, x, y) <= ABOUT && lettersOff(plain(one.text), plain(word)) <= 2),
  );
  return { words: truth.length, found, farOff: farOff.length };
}

export const vocabularyOf = (truth: readonly TrueWord[]): Set<string> => new Set(truth.map(({ word }) => plain(word)));

const distance = ({ x, y, width, height }: ReadWord, toX: number, toY: number): number =>
  Math.hypot(x + width / 2 - toX, y + height / 2 - toY);
