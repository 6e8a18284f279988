import type { Word } from '../../pdf/page.js';

/** Level printed line, in page pixels. */
export interface Line {
  text: string;
  words: readonly Word[];
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Maximum slant of a level line in degrees: scans are placed by hand. */
const LEVEL = 12;
/** Maximum gap within a line, in word heights. */
const GAP = 1.2;
/** Minimum vertical overlap as share of the smaller height. */
const BESIDE = 0.5;
/** Maximum height ratio of words in a line: a sheet number and its city are separate. */
const TALLER = 1.6;

export const isLevel = ({ angle, turned = 0 }: Word): boolean =>
  angle === undefined ? turned === 0 : Math.abs(angle) <= LEVEL;

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

/** Lines side by side as one: a caption has wide gaps. */
export function levelRows(words: readonly Word[]): Line[] {
  const rows: Line[][] = [];
  for (const line of levelLines(words)) {
    const row = rows.find(([first]) => first !== undefined && areBeside(first, line));
    if (row) row.push(line);
    else rows.push([line]);
  }
  return rows.map((row) => asLine(row.sort((a, b) => a.x - b.x).flatMap((line) => line.words)));
}

function areBeside(one: Line, other: Line): boolean {
  const common = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return common >= BESIDE * Math.min(one.height, other.height);
}

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

/** Minimum OCR confidence of a line, 0 to 1; a PDF's own words count as 1. */
export const sureness = ({ words }: Line): number => Math.min(...words.map(({ confidence = 1 }) => confidence));
