/** What recognition finds on a page, brought into page pixels and cleared of what is no writing. Plain functions. */
import type { PageText, Word } from '../pdf/page.js';

/** A word as an engine reports it, in pixels of the picture it was given. */
export interface SeenWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0 to 1. */
  confidence: number;
  /** Words of one line have the same number; lines are numbered in reading order. */
  line: number;
}

/** Degrees clockwise by which writing is turned on the page. */
export type Turn = 0 | 90 | 270;

/** A word in page pixels with what is known about how it was read. */
export interface FoundWord extends Word {
  confidence: number;
  turned: Turn;
  /** The same in degrees, -179 to 180. */
  angle: number;
  line: number;
}

/** Below this an upright word is more often hatching or a building's outline than writing. */
const UPRIGHT_CERTAIN = 0.35;
/** Much of what runs up or down a sheet is no writing: only clear words of some length count. */
const TURNED_CERTAIN = 0.6;
const TURNED_LETTERS = 3;
/** Share of the smaller box within the other above which two words are the same ink. */
const SAME_INK = 0.3;

/** A word has two letters or digits, or is one digit. */
export const MEANINGFUL = /[\p{L}\p{N}].*[\p{L}\p{N}]|^\d$/u;
const LETTERS = /\p{L}/gu;
const YEAR_LIKE = /^\W*1[789]\d\d\W*$/;

/** A word in pixels of the picture that was read. */
export interface ReadWord extends SeenWord {
  turn: Turn;
}

/**
 * What was read as one list of words in page pixels, in the order it came. Where the same ink was read in two
 * directions, the surer reading counts.
 *
 * @param scale pixels of the picture that was read for one page pixel
 */
export function mergeReadings(
  words: readonly ReadWord[],
  scale: number,
  page: { width: number; height: number },
): FoundWord[] {
  const found = words.filter((word) => isWriting(word)).map((word) => toPage(word, scale, page));
  const bySureness = [...found].sort((a, b) => b.confidence - a.confidence);
  const kept: FoundWord[] = [];
  for (const word of bySureness)
    if (!kept.some((other) => other.turned !== word.turned && overlap(word, other) > SAME_INK)) kept.push(word);
  const counts = new Set(kept);
  return found.filter((word) => counts.has(word));
}

/** Words as running text: a blank within a line, a line break between lines. */
export function textOf(words: readonly FoundWord[]): string {
  let text = '';
  let previous: FoundWord | undefined;
  for (const word of words) {
    const sameLine = previous?.line === word.line && previous.turned === word.turned;
    text += `${previous ? (sameLine ? ' ' : '\n') : ''}${word.text}`;
    previous = word;
  }
  return text;
}

/** What the rest of the pipeline takes: text and words as a PDF's own would be. */
export function toPageText(words: readonly FoundWord[]): PageText {
  return {
    text: textOf(words),
    words: words.map(({ text, x, y, width, height, confidence, turned, angle, line }) => {
      const sure = Math.round(confidence * 100) / 100;
      return { text, x, y, width, height, confidence: sure, turned, ...(angle !== 0 && { angle }), line };
    }),
  };
}

function isWriting({ text, confidence, width, height, turn }: ReadWord): boolean {
  if (!MEANINGFUL.test(text) || width < 1 || height < 1) return false;
  if (turn === 0) return confidence >= UPRIGHT_CERTAIN;
  const letters = text.match(LETTERS)?.length ?? 0;
  return confidence >= TURNED_CERTAIN && (letters >= TURNED_LETTERS || YEAR_LIKE.test(text));
}

/** Whole pixels, inside the page. */
function toPage(word: ReadWord, scale: number, page: { width: number; height: number }): FoundWord {
  const left = clamp(Math.round(word.x / scale), page.width - 1);
  const top = clamp(Math.round(word.y / scale), page.height - 1);
  return {
    text: word.text,
    x: left,
    y: top,
    width: Math.max(1, Math.min(Math.round(word.width / scale), page.width - left)),
    height: Math.max(1, Math.min(Math.round(word.height / scale), page.height - top)),
    confidence: word.confidence,
    turned: word.turn,
    angle: word.turn === 270 ? -90 : word.turn,
    line: word.line,
  };
}

const clamp = (value: number, most: number): number => Math.max(0, Math.min(value, most));

/** Share of the smaller of two boxes that lies in the other. */
function overlap(one: Word, other: Word): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(one.width * one.height, other.width * other.height);
}
