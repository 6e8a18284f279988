/** All letterings of the terms by the spellings of their first word, and the possible meanings of a read word. */
import { mistakesIn, shapeOf } from './letters.js';
import { ORDINARY } from './ordinary-words.js';
import { TERMS, type Term } from './terms.js';

const combinations = (words: Term['words']): string[] =>
  words.reduce<string[]>((heads, spellings) => heads.flatMap((head) => spellings.map((word) => head + word)), ['']);

/**
 * Allowed mistakes for an ordinary word of a phrase, one similar letter: GOAL YARD matches, BARN SHED does not match
 * BARK SHED.
 */
const ORDINARY_MISTAKES = 0.75;
function byLength(words: readonly string[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  for (const word of words) found.set(word.length, [...(found.get(word.length) ?? []), word]);
  return found;
}

/** Minimum letters of joined words, to distinguish them from a single word. */
const RUN_TOGETHER = 7;
/** Minimum letters of each half of a split word. */
const HALF = 3;

export interface Lettering {
  term: Term;
  words: Term['words'];
}

/** Terms indexed by the spellings of their words. */
export class Vocabulary {
  readonly #beginnings = new Map<string, Lettering[]>();
  readonly #byLength: ReadonlyMap<number, readonly string[]>;
  /** Single words of terms; joined words are compared directly. */
  readonly #spelled: ReadonlySet<string>;

  constructor(terms: readonly Term[]) {
    for (const term of terms) {
      const letterings: Lettering[] = [{ term, words: term.words }];
      const whole = term.words.length > 1 ? combinations(term.words).filter((one) => one.length >= RUN_TOGETHER) : [];
      if (whole.length > 0) letterings.push({ term, words: [whole] });
      for (const lettering of letterings)
        for (const spelling of lettering.words[0] ?? [])
          this.#beginnings.set(spelling, [...(this.#beginnings.get(spelling) ?? []), lettering]);
    }
    this.#spelled = new Set(terms.flatMap(({ words }) => words.flat()));
    this.#byLength = byLength([...this.#spelled]);
  }

  letteringsFrom(spelling: string): readonly Lettering[] {
    return this.#beginnings.get(spelling) ?? [];
  }

  /** Whether a term contains exactly this word. */
  isSpelled(letters: string): boolean {
    return this.#spelled.has(letters);
  }

  /** Possible spellings of a word, with the number of wrong letters. */
  meaningsOf(letters: string): ReadonlyMap<string, number> {
    if (this.#spelled.has(letters) || this.#beginnings.has(letters)) return new Map([[letters, 0]]);
    const found = new Map<string, number>();
    const isOrdinary = ORDINARY.has(letters);
    for (let length = letters.length - 3; length <= letters.length + 3; length++)
      for (const spelling of this.#byLength.get(length) ?? []) {
        const mistakes = mistakesIn(letters, spelling);
        if (mistakes !== undefined && (!isOrdinary || mistakes <= ORDINARY_MISTAKES)) found.set(spelling, mistakes);
      }
    return found;
  }
}

const SHEETS = new Vocabulary(TERMS);
const ORDINARY_BY_LENGTH = byLength([...ORDINARY].filter((word) => !SHEETS.isSpelled(word)));

/** By letter shape, with the start of the second. */
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

export const letteringsFrom = (spelling: string): readonly Lettering[] => SHEETS.letteringsFrom(spelling);

/** Whether a word may be the first half of a word read as two: "FOUN DRY". */
export const isHead = (letters: string): boolean => HEADS.has(letters);

/** Term of one exactly spelled word. */
export const termOf = (whole: string): Term | undefined =>
  BREAKABLE.has(whole)
    ? letteringsFrom(whole).find(({ words, term }) => words.length === 1 && term.words.length === 1)?.term
    : undefined;

/** Minimum letters of a word that may be read as two with mistakes, and of a half. */
const LONG_WORD = 8;
const LONG_HALF = 3;

/** Term of two meaningless pieces of a word, with the number of wrong letters: GASON TERS. */
export function termOfPieces(
  first: string,
  second: string,
  meanings: Meanings,
): { term: Term; mistakes: number } | undefined {
  const pieces = [first, second];
  if (pieces.some((piece) => piece.length < LONG_HALF || SHEETS.isSpelled(piece) || ORDINARY.has(piece)))
    return undefined;
  let best: { term: Term; mistakes: number } | undefined;
  for (const [spelling, mistakes] of meanings.of(first + second)) {
    const term = spelling.length >= LONG_WORD ? termOf(spelling) : undefined;
    if (term && mistakes < (best?.mistakes ?? Infinity)) best = { term, mistakes };
  }
  return best;
}

/** Where to split a meaningless word into two of one term: COALYARD, SOAPFAC, CORLSHEO. */
export function splitsOf(letters: string): number[] {
  if (letters.length < RUN_TOGETHER || SHEETS.isSpelled(letters)) return [];
  const at = JOINED.get(shapeOf(letters));
  return at === undefined ? [] : [at];
}

/** Possible meanings of a page's words; compares each with the vocabulary once. */
export class Meanings {
  readonly #known = new Map<string, ReadonlyMap<string, number>>();

  constructor(private readonly vocabulary = SHEETS) {}

  /** Possible spellings with the number of wrong letters. */
  of(letters: string): ReadonlyMap<string, number> {
    let known = this.#known.get(letters);
    if (!known) {
      known = this.vocabulary.meaningsOf(letters);
      this.#known.set(letters, known);
    }
    return known;
  }
}

/** Wrong letters against the nearest ordinary word: FRRMERS is closer to FARMERS than to TANNERS. */
export function nearestOrdinary(letters: string): number {
  let nearest = Infinity;
  for (let length = letters.length - 1; length <= letters.length + 1; length++)
    for (const word of ORDINARY_BY_LENGTH.get(length) ?? [])
      nearest = Math.min(nearest, mistakesIn(letters, word) ?? Infinity);
  return nearest;
}
