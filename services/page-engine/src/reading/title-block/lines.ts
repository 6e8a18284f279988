/** Words of a page as printed lines. Plain functions. */
import type { Word } from '../../pdf/page.js';

/** A printed line that runs level, in pixels of the page. */
export interface Line {
  text: string;
  words: readonly Word[];
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Degrees by which a line may lean and still count as level: sheets are laid onto scanners by hand. */
const LEVEL = 12;
/** Gaps between words of one line, in heights of the words. */
const GAP = 1.2;
/** Share of the smaller height by which words of one line lie beside each other. */
const BESIDE = 0.5;
/** The taller word of two of one line is so much taller at most: a sheet’s number and its city are no line. */
const TALLER = 1.6;

export const isLevel = ({ angle, turned = 0 }: Word): boolean =>
  angle === undefined ? turned === 0 : Math.abs(angle) <= LEVEL;

/** Lines of level words: as the reader says which words belong together, by their places where it does not say. */
export function levelLines(words: readonly Word[]): Line[] {
  const level = words.filter(isLevel);
  const numbered = new Map<number, Word[]>();
  const loose: Word[] = [];
  for (const word of level) {
    if (word.line === undefined) loose.push(word);
    else numbered.set(word.line, [...(numbered.get(word.line) ?? []), word]);
  }
  return [...numbered.values(), ...byPlace(loose)].map(asLine);
}

/** Words beside each other, from left to right. */
function byPlace(words: readonly Word[]): Word[][] {
  const lines: Word[][] = [];
  for (const word of [...words].sort((a, b) => a.x - b.x)) {
    const line = lines.findLast((one) => {
      const last = one.at(-1);
      return last !== undefined && follows(word, last);
    });
    if (line) line.push(word);
    else lines.push([word]);
  }
  return lines;
}

function follows(word: Word, last: Word): boolean {
  const smaller = Math.min(word.height, last.height);
  if (Math.max(word.height, last.height) > TALLER * smaller) return false;
  const common = Math.min(word.y + word.height, last.y + last.height) - Math.max(word.y, last.y);
  const gap = word.x - (last.x + last.width);
  return common >= BESIDE * smaller && gap <= GAP * Math.max(word.height, last.height) && gap >= -smaller;
}

function asLine(words: readonly Word[]): Line {
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  const width = Math.max(...words.map((word) => word.x + word.width)) - x;
  const height = Math.max(...words.map((word) => word.y + word.height)) - y;
  return { text: words.map(({ text }) => text).join(' '), words, x, y, width, height };
}

/** How sure recognition is of a line, 0 to 1; words of the PDF itself are certain. */
export const sureness = ({ words }: Line): number => Math.min(...words.map(({ confidence = 1 }) => confidence));
