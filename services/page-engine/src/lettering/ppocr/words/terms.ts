/** Corrects readings to known words that are nearly as likely. */
import type { Alphabet } from '../model/alphabet.js';
import type { Evidence, Letter } from '../recognition/ctc.js';
import { meanValue } from '../recognition/ctc.js';
import { COMMON_WORDS, DOMAIN_WORDS, OTHER_WORDS, PROSE_WORDS, SHORTENED_WORDS } from './domain-words.js';
import { editDistance } from './edit-distance.js';
import { classesOf, likelihoodOf, type Classes } from './term-score.js';

export interface ReadText {
  text: string;
  confidence: number;
}
export interface CorrectedWord extends ReadText {
  /** The reading itself, if the correction is doubtful. */
  read?: ReadText;
}

/** Minimum letters of a word to look up. */
const SHORTEST = 3;
/**
 * Maximum drop in log-likelihood for a known word, and the additions per letter beyond the third, as long words rarely
 * match by chance, and beside a land use, as names seldom are.
 */
const PRIOR = { base: 4, letter: 1, besideUse: 3 };
/** By how much common words are likelier: SHED before SHEET. */
const COMMON_PRIOR = 2;
/** Minimum confidence of a known word, except beside a land use: house numbers resemble FILE and ALE. */
const CERTAIN = 0.6;
/**
 * A correction is clear if it is this sure, or certain and beside a land use, if the word is common, or if it has so many
 * letters and is so much likelier than any other known word. Others count if the word is elsewhere on the page.
 */
const CLEAR = { confidence: 0.8, letters: 6, margin: 5 };
/** A reading of which each letter is this sure is a name rather than a known word that is so much less likely. */
const SURE = { letter: 0.996, behind: 5 };
/** Maximum share of letters in which a known word may differ. */
const DIFFERENT = 0.5;

/** Compound whose parts are words: GAS-LIGHT. */
const PARTS = /[A-Z]{3}-[A-Z]{3}/;
/** Reading that extends a known word is usually another word: MOULDG, LINED. */
const SHORTENED = 2;
/** Thresholds for a sentence: words, and prose words among them. */
const SENTENCE = { words: 4, prose: 2 };
const PARTICLES = [
  'A',
  'AN',
  'AND',
  'AS',
  'AT',
  'BE',
  'BY',
  'IF',
  'IN',
  'IS',
  'IT',
  'NO',
  'OF',
  'ON',
  'OR',
  'SO',
  'THE',
  'TO',
  'WE',
];

const WORDS: readonly string[] = [
  ...new Set([...DOMAIN_WORDS, ...OTHER_WORDS].map((word) => word.replaceAll("'", ''))),
];
/** Prose words and abbreviations are not corrected and never replace a reading. */
const KNOWN: ReadonlySet<string> = new Set([...WORDS, ...PROSE_WORDS, ...SHORTENED_WORDS]);
type ByLength = ReadonlyMap<number, readonly string[]>;
function byLength(words: readonly string[]): ByLength {
  const lists = new Map<number, string[]>();
  for (const word of words) lists.set(word.length, [...(lists.get(word.length) ?? []), word]);
  return lists;
}
const BY_LENGTH = byLength(WORDS);
/** Abbreviations without apostrophe, by length. */
const SHORT_BY_LENGTH = byLength(SHORTENED_WORDS.filter((word) => word.length > SHORTEST));

/** Whether a word is in the vocabulary, ignoring punctuation. */
export function isKnown(text: string): boolean {
  const plain = lettersOf(text);
  return plain.length >= SHORTEST && KNOWN.has(plain);
}

/** Capitals without punctuation. */
export const lettersOf = (text: string): string => text.toUpperCase().replace(/[^A-Z]/g, '');

const COMMON: ReadonlySet<string> = new Set(COMMON_WORDS);
const USES: ReadonlySet<string> = new Set(DOMAIN_WORDS);
export const isUse = (text: string): boolean => USES.has(lettersOf(text));

const IN_PROSE: ReadonlySet<string> = new Set([...PROSE_WORDS, ...PARTICLES]);

/** Whether words form a sentence of a letter or note, which is not corrected. */
export function isSentence(words: readonly string[]): boolean {
  const prose = words.filter((word) => IN_PROSE.has(lettersOf(word)));
  return words.length >= SENTENCE.words && prose.length >= SENTENCE.prose;
}

export class Terms {
  readonly #classes: Classes;
  readonly #width: number;

  constructor(alphabet: Alphabet) {
    this.#classes = classesOf(alphabet);
    this.#width = alphabet.characters.length;
  }

  /**
   * Returns the known word nearly as likely as the reading, else the reading. Keeps surrounding characters and case.
   *
   * @param isBesideUse a word of the same line names a land use
   */
  take(word: readonly Letter[], evidence: Evidence, from: number, to: number, isBesideUse = false): CorrectedWord {
    const text = word.map(({ character }) => character).join('');
    const read = { text, confidence: meanValue(word) };
    const [, before = '', core = '', after = ''] = /^([^A-Za-z0-9]*)(.*?)([^A-Za-z0-9]*)$/.exec(text) ?? [];
    const upper = core.toUpperCase();
    if (core.length < SHORTEST || isKnown(core) || isKnown(core.replace(/s$/i, ''))) return read;
    if (PARTS.test(upper) || !/[A-Z]{2}/.test(upper)) return read;
    const first = word[before.length]?.step ?? from;
    const start = before.length > 0 ? Math.round(((word[before.length - 1]?.step ?? from) + first) / 2) : from;
    const last = word[word.length - after.length - 1]?.step ?? to - 1;
    const end = after.length > 0 ? Math.round((last + (word[word.length - after.length]?.step ?? to)) / 2) : to;
    const scoreOf = (one: string): number => likelihoodOf(one, evidence, start, end, this.#classes, this.#width);
    const own = scoreOf(upper);
    const isLong = upper.length > SHORTEST;
    const prior = PRIOR.base + (isBesideUse ? PRIOR.besideUse : 0);
    let best: { term: string; behind: number } | undefined;
    let second = Infinity;
    for (const term of candidatesFor(upper, BY_LENGTH)) {
      const behind = own - scoreOf(term) - (isLong && COMMON.has(term) ? COMMON_PRIOR : 0);
      const allowed = upper.startsWith(term) ? SHORTENED : prior + PRIOR.letter * (term.length - SHORTEST);
      if (behind > allowed || (best && behind >= best.behind)) second = Math.min(second, behind);
      else [best, second] = [{ term, behind }, best?.behind ?? second];
    }
    const behind = best?.behind ?? 0;
    // a misread CARPTR is not CARPET
    if (!best || candidatesFor(upper, SHORT_BY_LENGTH).some((short) => own - scoreOf(short) <= behind)) return read;
    const confidence = read.confidence * Math.exp(-Math.max(0, behind) / (4 * best.term.length));
    if (confidence < CERTAIN && !isBesideUse) return read;
    const isClear = best.term.length >= CLEAR.letters && second - behind >= CLEAR.margin;
    const isSure = behind > SURE.behind && word.every(({ value }) => value >= SURE.letter);
    const isUnclear = confidence < (isBesideUse ? CERTAIN : CLEAR.confidence) && !isClear && !COMMON.has(best.term);
    return { text: `${before}${casedAs(best.term, core)}${after}`, confidence, ...((isSure || isUnclear) && { read }) };
  }
}

function candidatesFor(upper: string, words: ByLength): string[] {
  const found: string[] = [];
  for (let length = Math.max(SHORTEST, upper.length - 2); length <= upper.length + 2; length++)
    for (const term of words.get(length) ?? []) {
      const most = Math.max(1, Math.floor(Math.max(length, upper.length) * DIFFERENT));
      if (editDistance(upper, term, most) <= most) found.push(term);
    }
  return found;
}

function casedAs(term: string, read: string): string {
  const small = read.match(/[a-z]/g)?.length ?? 0;
  const capital = read.match(/[A-Z]/g)?.length ?? 0;
  if (small <= capital) return term;
  const lower = term.toLowerCase();
  return /^[a-z]/.test(read) ? lower : `${term[0] ?? ''}${lower.slice(1)}`;
}
