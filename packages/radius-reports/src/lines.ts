/** Words of a page as lines of text. */
import type { Box, ReportWord } from './model.js';

export interface Line {
  /** Middle, after the slant of the page is removed. */
  middle: number;
  words: ReportWord[];
  text: string;
}

export interface PageLines {
  lines: Line[];
  /** Usual height of a word. */
  height: number;
}

/** Height of type by the width of its letters. */
const WIDTH_RATIO = 1.6;
/** Slants of a scan, as rise by run. */
const SLANTS = Array.from({ length: 25 }, (_, at) => (at - 12) / 1_500);

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[sorted.length >> 1] ?? 0;
}

export function boxOf(words: readonly Box[]): Box {
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  const right = Math.max(...words.map((word) => word.x + word.width));
  const bottom = Math.max(...words.map((word) => word.y + word.height));
  return { x, y, width: right - x, height: bottom - y };
}

/** Upper case with single spaces. */
export const upper = (text: string): string => text.toUpperCase().replaceAll(/\s+/g, ' ').trim();

/** Letters and digits that readers of scans confuse become equal. */
export const folded = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll('0', 'O')
    .replaceAll(/[1L]/g, 'I')
    .replaceAll('5', 'S')
    .replaceAll('8', 'B');

const middleOf = (word: Box): number => word.y + word.height / 2;

/** The slant that leaves the words on the fewest rows of pixels. */
function slantOf(words: readonly ReportWord[], height: number): number {
  const bin = height / 4;
  const sharpness = (slant: number): number => {
    const counts = new Map<number, number>();
    for (const word of words) {
      const at = Math.round((middleOf(word) - slant * word.x) / bin);
      counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    return [...counts.values()].reduce((sum, count) => sum + count * count, 0);
  };
  let [best, most] = [0, sharpness(0) * 1.02];
  for (const slant of SLANTS) {
    const value = sharpness(slant);
    if (value > most) [best, most] = [slant, value];
  }
  return best;
}

export function linesOf(words: readonly ReportWord[]): PageLines {
  // boxes are as high as the type or only as its letters: the width of letters says how large the type is
  const letters = words.map(({ text, width }) => width / text.length);
  const height = Math.max(median(words.map((word) => word.height)), WIDTH_RATIO * median(letters));
  const slant = words.length < 20 ? 0 : slantOf(words, height);
  const placed = words
    .map((word) => ({ word, middle: middleOf(word) - slant * word.x }))
    .sort((one, other) => one.middle - other.middle);
  const open: { middle: number; words: ReportWord[] }[] = [];
  for (const { word, middle } of placed) {
    const reach = 0.32 * Math.max(height, Math.min(word.height, 2 * height));
    const line = open.findLast((each) => Math.abs(each.middle - middle) < reach);
    if (line) {
      line.middle = (line.middle * line.words.length + middle) / (line.words.length + 1);
      line.words.push(word);
    } else open.push({ middle, words: [word] });
  }
  const lines = open
    .sort((one, other) => one.middle - other.middle)
    .map((line): Line => {
      const sorted = line.words.sort((one, other) => one.x - other.x);
      return { middle: line.middle, words: sorted, text: sorted.map(({ text }) => text).join(' ') };
    });
  return { lines, height };
}
