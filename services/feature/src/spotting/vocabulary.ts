/** Every lettering of the terms, by the spellings of its first word; and what a word that was read may mean. */
import { mistakesIn, shapeOf } from './letters.js';
import { TERMS, type Term } from './terms.js';

const combinations = (words: Term['words']): string[] =>
  words.reduce<string[]>((heads, spellings) => heads.flatMap((head) => spellings.map((word) => head + word)), ['']);

/** Letters from which words that were run together are told from a word of their own. */
const RUN_TOGETHER = 7;
/** Letters of each half of a word that is taken apart. */
const HALF = 3;

/** A way a term may be lettered: its words one by one, or read as one word. */
export interface Lettering {
  term: Term;
  words: Term['words'];
}

const BEGINNINGS = new Map<string, Lettering[]>();
for (const term of TERMS) {
  const letterings: Lettering[] = [{ term, words: term.words }];
  const whole = term.words.length > 1 ? combinations(term.words).filter((one) => one.length >= RUN_TOGETHER) : [];
  if (whole.length > 0) letterings.push({ term, words: [whole] });
  for (const lettering of letterings)
    for (const spelling of lettering.words[0] ?? [])
      BEGINNINGS.set(spelling, [...(BEGINNINGS.get(spelling) ?? []), lettering]);
}

/** Single words of terms; what words run together make is compared as it is. */
const SPELLINGS: readonly string[] = [...new Set(TERMS.flatMap(({ words }) => words.flat()))];
const SPELLED = new Set(SPELLINGS);
const BY_LENGTH = new Map<number, string[]>();
for (const spelling of SPELLINGS) BY_LENGTH.set(spelling.length, [...(BY_LENGTH.get(spelling.length) ?? []), spelling]);
/** Two words of a term as one, by the shape of their letters: where the second begins. */
const JOINED = new Map<string, number>();
for (const { words } of TERMS)
  for (const [index, seconds] of words.slice(1).entries())
    for (const first of words[index] ?? [])
      for (const second of seconds)
        if (first.length >= HALF && second.length >= HALF) JOINED.set(shapeOf(first + second), first.length);
const BREAKABLE = new Set(
  TERMS.flatMap(({ words }) => (words.length === 1 ? (words[0] ?? []) : [])).filter(({ length }) => length >= 6),
);
const HEADS = new Set(
  [...BREAKABLE].flatMap((word) => Array.from({ length: word.length - 3 }, (_, i) => word.slice(0, i + 2))),
);

/** The letterings that begin with a spelling. */
export const letteringsFrom = (spelling: string): readonly Lettering[] => BEGINNINGS.get(spelling) ?? [];

/** Whether a word may be the first half of one that was read as two: "FOUN DRY". */
export const isHead = (letters: string): boolean => HEADS.has(letters);

/** The term that one word means, by its exact spelling. */
export const termOf = (whole: string): Term | undefined =>
  BREAKABLE.has(whole)
    ? letteringsFrom(whole).find(({ words, term }) => words.length === 1 && term.words.length === 1)?.term
    : undefined;

/** Where a word that means nothing as a whole is taken apart into two of one term: COALYARD, SOAPFAC, CORLSHEO. */
export function splitsOf(letters: string): number[] {
  if (letters.length < RUN_TOGETHER || SPELLED.has(letters)) return [];
  const at = JOINED.get(shapeOf(letters));
  return at === undefined ? [] : [at];
}

/** What the words of a page may mean: each is compared with the vocabulary once. */
export class Meanings {
  readonly #known = new Map<string, ReadonlyMap<string, number>>();

  /** Spellings with the letters that would be wrong. */
  of(letters: string): ReadonlyMap<string, number> {
    let known = this.#known.get(letters);
    if (!known) {
      known = meaningsOf(letters);
      this.#known.set(letters, known);
    }
    return known;
  }
}

function meaningsOf(letters: string): ReadonlyMap<string, number> {
  if (SPELLED.has(letters) || BEGINNINGS.has(letters)) return new Map([[letters, 0]]);
  const found = new Map<string, number>();
  for (let length = letters.length - 3; length <= letters.length + 3; length++)
    for (const spelling of BY_LENGTH.get(length) ?? []) {
      const mistakes = mistakesIn(letters, spelling);
      if (mistakes !== undefined) found.set(spelling, mistakes);
    }
  return found;
}
