/** Tokens of a page in reading order, and those that marks or blanks divide: "U.S.T.", "10,000", "K E R O S E N E". */
import { mergedLetters, spacedLetter, unitsOf, type SpacedLetter } from '@symbio/page-engine/reading';
import type { StoredWord } from '../model.js';

/** Between letters of a word that is set apart, in multiples of their size. */
const MAX_LETTER_GAP = 6;
/** Between words that are set apart, in multiples of the gap between letters. */
const WORD_GAP = 1.6;
const MAX_SIZE_RATIO = 1.7;

/** Tokens of a page that are indexed, merged ones included: each is a key of two indexes. */
export const MAX_PAGE_TOKENS = 15_000;

export interface PageToken {
  token: string;
  word: number;
}

/** Also written as one token. */
export interface MergedToken {
  token: string;
  /** Index of its first token. */
  at: number;
  length: number;
}

export interface PageTokens {
  tokens: PageToken[];
  merged: MergedToken[];
  /** Whether tokens at the end of the page were left out. */
  isCut: boolean;
}

export function pageTokens(words: readonly StoredWord[]): PageTokens {
  const tokens: PageToken[] = [];
  const merged: MergedToken[] = [];
  const begins: number[] = [];
  let isCut = false;
  for (const [word, { text }] of words.entries()) {
    begins.push(tokens.length);
    if (isCut) continue;
    for (const unit of unitsOf(text)) {
      isCut = tokens.length + merged.length + unit.tokens.length + 1 > MAX_PAGE_TOKENS;
      if (isCut) break;
      if (unit.merged !== undefined) merged.push({ token: unit.merged, at: tokens.length, length: unit.tokens.length });
      tokens.push(...unit.tokens.map((token) => ({ token, word })));
    }
  }
  for (const { token, from, to } of spacedWords(words)) {
    const at = begins[from] ?? 0;
    const length = (begins[to] ?? tokens.length) - at;
    if (length === 0) continue;
    if (tokens.length + merged.length >= MAX_PAGE_TOKENS) isCut = true;
    else merged.push({ token, at, length });
  }
  return { tokens, merged: merged.sort((a, b) => a.at - b.at), isCut };
}

interface Letter {
  index: number;
  word: StoredWord;
  letter: SpacedLetter;
}

interface SpacedWord {
  token: string;
  /** Words, `to` excluded. */
  from: number;
  to: number;
}

function spacedWords(words: readonly StoredWord[]): SpacedWord[] {
  const found: SpacedWord[] = [];
  let run: Letter[] = [];
  const end = (): void => {
    found.push(...dividedRun(run).flatMap(spacedWord));
    run = [];
  };
  for (const [index, word] of words.entries()) {
    const letter = word.text.length > MAX_LETTER_TEXT ? undefined : spacedLetter(word.text);
    const last = run.at(-1);
    if (!letter || (last && !areNeighbours(last.word, word))) end();
    if (letter) run.push({ index, word, letter });
  }
  end();
  return found;
}

const MAX_LETTER_TEXT = 4;

/** Letters alone: an "&" at either end belongs to another word. */
function spacedWord(run: readonly Letter[]): SpacedWord[] {
  const from = run.findIndex(({ letter }) => letter.letter !== '');
  const to = run.findLastIndex(({ letter }) => letter.letter !== '');
  const letters = run.slice(Math.max(0, from), to + 1);
  const token = mergedLetters(letters.map(({ letter }) => letter));
  const [first, last] = [letters[0], letters.at(-1)];
  return token === undefined || !first || !last ? [] : [{ token, from: first.index, to: last.index + 1 }];
}

const sizeOf = ({ width, height, turned }: StoredWord): number => (turned === 0 ? height : width);
const middleOf = ({ x, y, width, height }: StoredWord) => ({ x: x + width / 2, y: y + height / 2 });

function stepBetween(a: StoredWord, b: StoredWord): number {
  const [one, other] = [middleOf(a), middleOf(b)];
  return Math.hypot(other.x - one.x, other.y - one.y);
}

/** Between their edges, along the longer direction. */
function gapBetween(a: StoredWord, b: StoredWord): number {
  const [one, other] = [middleOf(a), middleOf(b)];
  const isAcross = Math.abs(other.x - one.x) >= Math.abs(other.y - one.y);
  return stepBetween(a, b) - (isAcross ? a.width + b.width : a.height + b.height) / 2;
}

function areNeighbours(a: StoredWord, b: StoredWord): boolean {
  if (a.turned !== b.turned) return false;
  const [one, other] = [sizeOf(a), sizeOf(b)];
  const [large, small] = [Math.max(one, other), Math.min(one, other)];
  // "&", "." and slanted letters have other heights than capitals
  if (large > MAX_SIZE_RATIO * Math.max(1, small)) return false;
  return gapBetween(a, b) <= MAX_LETTER_GAP * large;
}

/** At gaps that are wider than those between letters. */
function dividedRun(run: readonly Letter[]): Letter[][] {
  const [first] = run;
  if (!first) return [];
  const pairs = run.slice(1).map((letter, at) => ({
    gap: gapBetween(run[at]?.word ?? letter.word, letter.word),
    step: stepBetween(run[at]?.word ?? letter.word, letter.word),
  }));
  const usual = (of: 'gap' | 'step'): number =>
    pairs.map((pair) => pair[of]).sort((a, b) => a - b)[pairs.length >> 1] ?? 0;
  const [gap, step] = [Math.max(1, usual('gap')), usual('step')];
  const divided: Letter[][] = [[first]];
  for (const [at, pair] of pairs.entries()) {
    const letter = run[at + 1];
    if (!letter) continue;
    // letters of different widths: both must be wider
    const isWide = pair.gap > WORD_GAP * gap && pair.step > 1.25 * step;
    if (isWide) divided.push([letter]);
    else divided.at(-1)?.push(letter);
  }
  return divided;
}
