/** What recognition finds on a page, brought into page pixels and cleared of what is no writing. Plain functions. */
import type { PageText, Word } from '../pipeline/pdfium.js';

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
  line: number;
}

/** One look at the page: it was brought upright by `turn` and made smaller or larger by `scale`. */
export interface Look {
  turn: Turn;
  /** Pixels of the picture that was looked at for one page pixel. */
  scale: number;
  words: readonly SeenWord[];
}

/** Below this an upright word is more often hatching or a building's outline than writing. */
const UPRIGHT_CERTAIN = 0.35;
/** A sheet looked at sideways is full of upright writing that is none: only clear words of some length count. */
const TURNED_CERTAIN = 0.6;
const TURNED_LETTERS = 3;
/** Share of the smaller box within the other above which two words are the same ink. */
const SAME_INK = 0.3;

const MEANINGFUL = /[\p{L}\p{N}].*[\p{L}\p{N}]|^\d$/u;
const LETTERS = /\p{L}/gu;
const YEAR_LIKE = /^\W*1[789]\d\d\W*$/;

/**
 * All looks at a page as one list in reading order, upright lines first, then the turned ones. Where two looks read
 * the same ink, the surer one counts.
 */
export function mergeLooks(looks: readonly Look[], page: { width: number; height: number }): FoundWord[] {
  const found = looks.flatMap((look) =>
    look.words.filter((word) => isWriting(word, look.turn)).map((word) => toPage(word, look, page)),
  );
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
    words: words.map(({ text, x, y, width, height, confidence, turned }) => {
      const sure = Math.round(confidence * 100) / 100;
      return { text, x, y, width, height, confidence: sure, turned };
    }),
  };
}

function isWriting({ text, confidence, width, height }: SeenWord, turn: Turn): boolean {
  if (!MEANINGFUL.test(text) || width < 1 || height < 1) return false;
  if (turn === 0) return confidence >= UPRIGHT_CERTAIN;
  const letters = text.match(LETTERS)?.length ?? 0;
  return confidence >= TURNED_CERTAIN && (letters >= TURNED_LETTERS || YEAR_LIKE.test(text));
}

/** A box of a turned picture where it is on the page, whole pixels, inside the page. */
function toPage(word: SeenWord, { turn, scale }: Look, page: { width: number; height: number }): FoundWord {
  const [x, y, width, height] = [word.x, word.y, word.width, word.height].map((value) => value / scale) as [
    number,
    number,
    number,
    number,
  ];
  // writing turned 90 degrees clockwise is upright in a picture turned 270 degrees, and the other way round
  const box =
    turn === 0
      ? { x, y, width, height }
      : turn === 90
        ? { x: page.width - y - height, y: x, width: height, height: width }
        : { x: y, y: page.height - x - width, width: height, height: width };
  const left = clamp(Math.round(box.x), page.width - 1);
  const top = clamp(Math.round(box.y), page.height - 1);
  return {
    text: word.text,
    x: left,
    y: top,
    width: Math.max(1, Math.min(Math.round(box.width), page.width - left)),
    height: Math.max(1, Math.min(Math.round(box.height), page.height - top)),
    confidence: word.confidence,
    turned: turn,
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
