/** Joins texts of different sources by place, in reading order, each word once. */
import type { Area, PageText, PrintedWord, Word } from '../pdf/page.js';
import { rowsOf } from '../pdf/pdfium-text.js';
import { plausibilityOf } from './plausible-text.js';
import { tokensOf } from './tokens.js';
import type { TextSource } from './page-facts.js';

/** Share of a read word's box that own words cover, from which it is the same ink. */
const SAME_INK = 0.35;
/** The same for a word that reads the same. */
const SAME_WORD = 0.1;
/** Offset of middles on the same line, in heights. */
const SAME_LINE = 0.5;
/** Share of likely letters above which reading beats words that make no sense. */
const MAKES_SENSE = 0.5;

/** Between words of a field, in heights. */
const FIELD_GAP = 3;

type Line = Word[];

/** Text of the file, and its words that make no sense. */
export interface FileText extends PageText {
  doubtful: Word[];
}

export interface JoinedText extends PageText {
  source: TextSource;
}

/** Own words win over the same ones that were read; words that make no sense give way to those that do. */
export function joinTexts(own: FileText, read: PageText): JoinedText {
  const isBetter = plausibilityOf(read.words.map(({ text }) => text)).likely >= MAKES_SENSE;
  const [first = [], ...others] = isBetter || own.doubtful.length === 0 ? [own.words] : [own.words, own.doubtful];
  const words = [...first, ...others.flat()];
  if (words.length === 0) return { ...read, source: 'ocr' };
  const added = withoutSame(read.words, words);
  if (added.length === 0 && others.length === 0) return { text: own.text, words: own.words, source: 'pdf' };
  const lines = mergeLines(linesOf(words), linesOf(added));
  return { text: textOfLines(lines), words: lines.flat(), source: added.length > 0 ? 'both' : 'pdf' };
}

/** Own words in order, with filled-in and typed words between them. */
export function joinAdded(words: readonly PrintedWord[]): PrintedWord[][] {
  if (!words.some((word) => word.added)) return rowsOf(words);
  const quarter = mainQuarter(words);
  const originals = new Map(words.map((word) => [quarter === 0 ? word : uprightOf(word, quarter), word]));
  const upright = [...originals.keys()];
  const [own, added] = [upright.filter((word) => !word.added), upright.filter((word) => word.added)];
  const lines = mergeLines(rowsOf(own), rowsOf(added).flatMap(byGaps));
  return lines.map((line) => line.map((word) => originals.get(word) ?? word));
}

type Quarter = 0 | 90 | 180 | 270;

const quarterOf = ({ angle = 0 }: Word): Quarter => ((((Math.round(angle / 90) % 4) + 4) % 4) * 90) as Quarter;

/** Of most words: pages may be turned. */
function mainQuarter(words: readonly Word[]): Quarter {
  const counts = new Map<Quarter, number>();
  for (const word of words) counts.set(quarterOf(word), (counts.get(quarterOf(word)) ?? 0) + 1);
  const [most] = [...counts].sort(([, one], [, other]) => other - one);
  return most?.[0] ?? 0;
}

/** On the page turned back. */
function uprightOf<T extends Word>(word: T, quarter: Quarter): T {
  const { x, y, width, height } = word;
  const isTurned = quarter === 90 || quarter === 270;
  const left = { 0: x, 90: y, 180: -x - width, 270: -y - height }[quarter];
  const top = { 0: y, 90: -x - width, 180: -y - height, 270: x }[quarter];
  const [wide, high] = isTurned ? [height, width] : [width, height];
  const turned = quarterOf(word) === quarter ? 0 : 90;
  return { ...word, x: left, y: top, width: wide, height: high, turned };
}

export const textOfLines = (lines: readonly (readonly Word[])[]): string =>
  lines.map((line) => line.map(({ text }) => text).join(' ')).join('\n');

/** A row of fields is several lines; letters in the cells of one field are a line, from left to right. */
function byGaps<T extends Word>(row: readonly T[]): T[][] {
  const lines: T[][] = [];
  for (const word of row) {
    const last = lines.at(-1)?.at(-1);
    const gap = last ? Math.max(word.x - last.x - last.width, last.x - word.x - word.width) : 0;
    const follows = last && isBeside(last, word) && gap < FIELD_GAP * Math.max(last.height, word.height);
    if (follows) lines.at(-1)?.push(word);
    else lines.push([word]);
  }
  return lines.map((line) => (line.every(isLetter) ? line.sort((one, other) => one.x - other.x) : line));
}

const isLetter = ({ text }: Word): boolean => text.length === 1;

/** By the reader's line numbers, else by place. */
function linesOf(words: readonly Word[]): Line[] {
  const lines: Line[] = [];
  for (const word of words) {
    const last = lines.at(-1)?.at(-1);
    const follows =
      last &&
      (word.line !== undefined || last.line !== undefined
        ? word.line === last.line
        : isBeside(last, word) && word.x >= last.x);
    if (follows) lines.at(-1)?.push(word);
    else lines.push([word]);
  }
  return lines;
}

/** On one level line. */
function isBeside(one: Word, other: Word): boolean {
  if ((one.turned ?? 0) !== 0 || (other.turned ?? 0) !== 0) return false;
  const down = Math.abs(one.y + one.height / 2 - other.y - other.height / 2);
  return down <= SAME_LINE * Math.max(1, Math.min(one.height, other.height));
}

/** Both keep their order; the second's lines come before the first's that are below them, or within the same line. */
function mergeLines<T extends Word>(own: readonly T[][], added: readonly T[][]): T[][] {
  if (added.length === 0) return [...own];
  const rest = own.map((line) => [...line]);
  const after = rest.map((): T[][] => []);
  const before: T[][] = [];
  for (const line of [...added].sort((a, b) => topOf(a) - topOf(b))) {
    const within = line.length > 0 ? rest.find((one) => isSameLine(one, line)) : undefined;
    if (within) {
      within.push(...line);
      within.sort((a, b) => a.x - b.x);
      continue;
    }
    const above = nearestAbove(rest, line);
    (above === undefined ? before : (after[above] ?? before)).push(line);
  }
  return [...before, ...rest.flatMap((line, at) => [line, ...(after[at] ?? [])])];
}

/** Line's words fit between the others. */
function isSameLine(one: readonly Word[], line: readonly Word[]): boolean {
  const [first, last] = [line[0], line.at(-1)];
  if (!first || !last || !isBeside(first, last)) return false;
  const near = one.filter((word) => isBeside(word, first));
  if (near.length !== one.length) return false;
  const apart = near.every((word) => word.x + word.width <= first.x + 2 || word.x + 2 >= last.x + last.width);
  const gap = Math.min(...near.map((word) => Math.max(first.x - word.x - word.width, word.x - last.x - last.width)));
  return apart && gap < 12 * first.height;
}

const topOf = (line: readonly Word[]): number => Math.min(...line.map(({ y }) => y));

/** Last line that is above; the one nearest in height, the later of equal ones. */
function nearestAbove(lines: readonly (readonly Word[])[], line: readonly Word[]): number | undefined {
  const top = topOf(line);
  let best: { at: number; distance: number } | undefined;
  for (const [at, one] of lines.entries()) {
    const distance = top - topOf(one);
    if (distance >= 0 && (!best || distance <= best.distance)) best = { at, distance };
  }
  return best?.at;
}

function withoutSame(read: readonly Word[], own: readonly Word[]): Word[] {
  return read.filter((word) => {
    const near = own.filter((other) => overlap(word, other) > 0);
    const share = near.reduce((sum, other) => sum + overlap(word, other), 0) / Math.max(1, word.width * word.height);
    if (share >= SAME_INK) return false;
    const token = tokensOf(word.text).join('');
    return !near.some(
      (other) =>
        tokensOf(other.text).join('') === token &&
        overlap(word, other) >= SAME_WORD * Math.min(word.width * word.height, other.width * other.height),
    );
  });
}

/** Square pixels. */
function overlap(one: Area, other: Area): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}
