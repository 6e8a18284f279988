/** Judges whether text of a file is what people read on the page. */
import { DOMAIN_WORDS, OTHER_WORDS, PROSE_WORDS, SHORTENED_WORDS } from '../lettering/ppocr/words/domain-words.js';

const PLAIN = /^[A-Za-z]+$/;

/** Words as letters alone; numbers and signs say nothing. */
const lettersOf = (text: string): string =>
  PLAIN.test(text)
    ? text.toUpperCase()
    : text
        .normalize('NFKD')
        .toUpperCase()
        .replace(/[^\p{L}]/gu, '');

const WORDS = [...DOMAIN_WORDS, ...OTHER_WORDS, ...PROSE_WORDS].map(lettersOf);
/** Two letters or one, which fragments have as well. */
const SHORT = new Set('A AN AS AT BE BY IF IN IS IT NO OF ON OR SO TO WE ST AV CO FT DR RD NE NW SE SW'.split(' '));
const KNOWN: ReadonlySet<string> = new Set(
  [...WORDS, ...SHORTENED_WORDS.map(lettersOf)].filter((word) => word.length > 2),
);

/** Mean log-probability of a letter after the previous one; foreign words and names are above, scrambled ones below. */
const LEAST_LIKELY = -4;
const SMOOTHING = 0.1;
const LETTERS = 27;
const PAIRS = new Map<string, number>();
const FIRSTS = new Map<string, number>();
for (const word of WORDS) {
  if (word.length < 3) continue;
  for (const pair of pairsOf(word)) {
    PAIRS.set(pair, (PAIRS.get(pair) ?? 0) + 1);
    FIRSTS.set(pair.charAt(0), (FIRSTS.get(pair.charAt(0)) ?? 0) + 1);
  }
}

/** With the ends of the word. */
function pairsOf(word: string): string[] {
  const marked = `^${word}$`;
  return Array.from({ length: marked.length - 1 }, (_, at) => marked.slice(at, at + 2));
}

function likelihood(word: string): number {
  const marked = `^${word}$`;
  let sum = 0;
  for (let at = 0; at < marked.length - 1; at++) {
    const [both, first] = [PAIRS.get(marked.slice(at, at + 2)) ?? 0, FIRSTS.get(marked.charAt(at)) ?? 0];
    sum += Math.log((both + SMOOTHING) / (first + SMOOTHING * LETTERS));
  }
  return sum / (marked.length - 1);
}

/** Private-use, unassigned and replacement characters have no meaning. */
const MEANINGLESS = /[\p{Co}\p{Cn}\p{Cs}\uFFFD]/u;
/** Most words: tested first, as Unicode properties are slow. */
const ASCII = /^[\x20-\x7e]*$/;

/** Whether half of a word's characters have no meaning. */
export function isUnreadable(text: string): boolean {
  if (ASCII.test(text) || !MEANINGLESS.test(text)) return false;
  const signs = [...text];
  return signs.filter((sign) => MEANINGLESS.test(sign)).length * 2 >= signs.length;
}

const LATIN = /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}]+$/u;
/** Digit or a sign among letters: lN5, KE|R. */
const MIXED = /\p{L}[\d|]+\p{L}|^[\d|]+\p{L}{3}|\p{L}{3}[\d|]$/u;
/** Small letters before capitals: fI, lN. */
const CASED_WRONG = /^\p{Ll}{1,2}\p{Lu}|\p{Ll}\p{Lu}$/u;

/** Shares of all letters, 0 to 1. */
export interface Plausibility {
  letters: number;
  /** In words of the dictionary. */
  known: number;
  /** In words that look like words. */
  likely: number;
}

/** @param shortest letters of the words to judge: symbols of formulas have one or two */
export function plausibilityOf(texts: Iterable<string>, shortest = 1): Plausibility {
  const times = new Map<string, number>();
  for (const text of texts) times.set(text, (times.get(text) ?? 0) + 1);
  let [letters, known, likely] = [0, 0, 0];
  for (const [text, count] of times) {
    for (const part of PLAIN.test(text) ? [text] : text.split(SEPARATOR)) {
      const word = lettersOf(part);
      const weight = count * word.length;
      if (word.length < shortest) continue;
      letters += weight;
      const isWord = isKnown(part, word);
      if (isWord) known += weight;
      if (isWord || isLikely(part, word)) likely += weight;
    }
  }
  return { letters, known: letters && known / letters, likely: letters && likely / letters };
}

const SEPARATOR = /[^\p{L}\p{M}\p{N}'’|\uFFFD\p{Co}]+/u;

/** Other scripts than Latin cannot be judged. */
const isKnown = (part: string, word: string): boolean =>
  KNOWN.has(word) ||
  (word.length > 3 && word.endsWith('S') && KNOWN.has(word.slice(0, -1))) ||
  (!PLAIN.test(part) && !LATIN.test(part));

const isLikely = (part: string, word: string): boolean =>
  word.length < 3 ? SHORT.has(word) : !MIXED.test(part) && !CASED_WRONG.test(part) && likelihood(word) >= LEAST_LIKELY;

/** Letters for a judgement: of fragments, of words. */
const ENOUGH = { fragments: 12, words: 24 };
const SHORTEST_WORD = 3;
/** Share of characters without meaning from which the others of the font are wrong as well. */
const MEANINGLESS_SHARE = 0.3;
/** Words of a font that are judged. */
const SAMPLE = 400;

/** An OCR layer is worth keeping: it has words, not fragments. */
export function isGoodLayer(texts: Iterable<string>): boolean {
  const { letters, known, likely } = plausibilityOf(texts);
  return letters >= ENOUGH.fragments && known >= 0.15 && likely >= 0.6;
}

/** Printed letters of a font that make no words: its table is wrong. */
export function isScrambled(texts: readonly string[]): boolean {
  const sample = texts.slice(0, SAMPLE);
  const { letters, known, likely } = plausibilityOf(sample, SHORTEST_WORD);
  return letters >= ENOUGH.words && known < 0.05 && likely < 0.5;
}

/** Whether many characters of a font have no meaning. */
export function isUnmapped(texts: readonly string[]): boolean {
  if (!texts.some((text) => !ASCII.test(text) && MEANINGLESS.test(text))) return false;
  const signs = [...texts.join('')];
  return signs.filter((sign) => MEANINGLESS.test(sign)).length >= signs.length * MEANINGLESS_SHARE;
}
