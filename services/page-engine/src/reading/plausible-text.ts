/** Judges whether text of a file is what people read on the page. */
import { DOMAIN_WORDS, OTHER_WORDS, PROSE_WORDS, SHORTENED_WORDS } from '../lettering/ppocr/words/domain-words.js';

/** Words as letters alone; numbers and signs say nothing. */
const lettersOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toUpperCase()
    .replace(/[^\p{L}]/gu, '');

const WORDS = [...DOMAIN_WORDS, ...OTHER_WORDS, ...PROSE_WORDS].map(lettersOf);
/** Two letters or one, which fragments have as well. */
const SHORT = new Set('A AN AS AT BE BY IF IN IS IT NO OF ON OR SO TO WE ST AV CO FT DR RD NE NW SE SW'.split(' '));
const KNOWN: ReadonlySet<string> = new Set([...WORDS, ...SHORTENED_WORDS.map(lettersOf)].filter((word) => word.length > 2));

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
  const pairs = pairsOf(word);
  const sum = pairs.reduce((total, pair) => {
    const [both, first] = [PAIRS.get(pair) ?? 0, FIRSTS.get(pair.charAt(0)) ?? 0];
    return total + Math.log((both + SMOOTHING) / (first + SMOOTHING * LETTERS));
  }, 0);
  return sum / pairs.length;
}

/** Private-use, unassigned and replacement characters have no meaning. */
const MEANINGLESS = /[\p{Co}\p{Cn}\p{Cs}\uFFFD]/u;

/** Whether half of a word's characters have no meaning. */
export function isUnreadable(text: string): boolean {
  const signs = [...text];
  return signs.filter((sign) => MEANINGLESS.test(sign)).length * 2 >= signs.length;
}

const LATIN = /^[\p{Script=Latin}\p{M}\p{N}\p{P}\p{S}]+$/u;
/** A digit or a sign among letters: lN5, KE|R. */
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

export function plausibilityOf(texts: Iterable<string>): Plausibility {
  let [letters, known, likely] = [0, 0, 0];
  for (const text of texts) {
    for (const part of text.split(/[^\p{L}\p{M}\p{N}'’|\uFFFD\p{Co}]+/u)) {
      const word = lettersOf(part);
      if (word.length === 0) continue;
      letters += word.length;
      // other scripts cannot be judged
      if (!LATIN.test(part)) {
        likely += word.length;
        known += word.length;
        continue;
      }
      if (MIXED.test(part)) continue;
      if (KNOWN.has(word) || (word.length > 3 && word.endsWith('S') && KNOWN.has(word.slice(0, -1)))) {
        known += word.length;
        likely += word.length;
      } else if (word.length < 3 ? SHORT.has(word) : !CASED_WRONG.test(part) && likelihood(word) >= LEAST_LIKELY)
        likely += word.length;
    }
  }
  return { letters, known: letters && known / letters, likely: letters && likely / letters };
}

/** Letters for a judgement. */
const ENOUGH = 12;

/** An OCR layer is worth keeping: it has words, not fragments. */
export function isGoodLayer(texts: Iterable<string>): boolean {
  const { letters, known, likely } = plausibilityOf(texts);
  return letters >= ENOUGH && known >= 0.15 && likely >= 0.6;
}

/** Printed letters that make no words: the font's table is wrong. */
export function isScrambled(texts: Iterable<string>): boolean {
  const { letters, known, likely } = plausibilityOf(texts);
  return letters >= ENOUGH && known < 0.05 && likely < 0.5;
}
