import type { PageText, Word } from '../pdf/page.js';
import { textOf } from './areas.js';

/** Word as reported by an engine, in pixels of its input picture. */
export interface SeenWord {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** 0 to 1. */
  confidence: number;
  line: number;
}

/** Clockwise rotation of writing on the page, degrees. */
export type Turn = 0 | 90 | 270;

export interface FoundWord extends Word {
  confidence: number;
  turned: Turn;
  /** The same in degrees, -179 to 180. */
  angle: number;
  line: number;
}

/** Minimum confidence of an upright word; below it hatching or outlines are likelier. */
const UPRIGHT_CERTAIN = 0.35;
/** Minimum confidence of a vertical word, where noise is more common; a minimum length applies too. */
const TURNED_CERTAIN = 0.6;
const TURNED_LETTERS = 3;
/** Overlap share of the smaller box above which two words are the same ink. */
const SAME_INK = 0.3;

/** Two letters or digits, or a single digit. */
export const MEANINGFUL = /[\p{L}\p{N}].*[\p{L}\p{N}]|^\d$/u;
const LETTERS = /\p{L}/gu;
const YEAR_LIKE = /^\W*1[789]\d\d\W*$/;

/** Word in pixels of the picture that was read. */
export interface ReadWord extends SeenWord {
  turn: Turn;
}

/**
 * Merges readings into one list in page pixels, in order. Of two readings of the same ink the more confident one wins.
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

/** Converts to the same form as a PDF's own text. */
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

/** Whole pixels, clipped to the page. */
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

/** Overlap as a share of the smaller box. */
function overlap(one: Word, other: Word): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  if (width <= 0 || height <= 0) return 0;
  return (width * height) / Math.min(one.width * one.height, other.width * other.height);
}
