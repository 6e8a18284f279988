/** Words misread by a letter or two. Pure functions. */
import { isKnown } from '@symbio/page-engine/reading';

/** Shorter words resemble everything. */
const SHORTEST = 3;
/** Longer tokens are joined lettering. */
const LONGEST = 24;
/** Longer queries are also looked up without two letters. */
const LONG = 6;

/** Characters confused in old lettering, each replaced by the first of its group. */
const ALIKE = ['ahkrnuv', 'i1jlt', 'oc0dgq', 'ef', 's5', 'b8', 'z2'];
const GROUP = new Map(ALIKE.flatMap((group) => [...group].map((letter) => [letter, group[0] ?? letter] as const)));

/** Other substitutions cost 1. */
const ALIKE_COST = 0.5;

/** Letter that is read as two, or two as one. */
const PAIRS: readonly (readonly [one: string, two: string])[] = [
  ['m', 'rn'],
  ['m', 'ni'],
  ['m', 'in'],
  ['w', 'vv'],
  ['d', 'cl'],
  ['h', 'li'],
  ['h', 'ii'],
  ['n', 'ri'],
  ['n', 'ii'],
  ['u', 'ii'],
  ['u', 'li'],
  ['k', 'lc'],
  ['b', 'lo'],
];
const PAIR = new Set(PAIRS.map(([one, two]) => one + two));

/** Outlines of buildings beside a word that are read as its first or last letter. */
const STROKES = /[il1jt]/;

/** Storage and storhge have the same shape. */
export const shapeOf = (token: string): string => [...token].map((letter) => GROUP.get(letter) ?? letter).join('');

/** Not numbers: any number resembles any other. */
export const canBeMisread = (token: string): boolean =>
  token.length >= SHORTEST && token.length <= LONGEST && /\p{L}/u.test(token) && !token.includes('&');

/** Shape, and the shape without each letter. */
export const nearKeys = (token: string): string[] => (canBeMisread(token) ? [...withoutOne([shapeOf(token)])] : []);

/** Near token shares some. */
export function keysToLookUp(word: string): string[] {
  if (!canBeMisread(word)) return [];
  const keys = withoutOne([shapeOf(word)]);
  const all = word.length >= LONG ? withoutOne(keys) : keys;
  for (const other of exchanged(word)) all.add(shapeOf(other));
  return [...all];
}

/** Word with one letter written as two, or two as one. */
function exchanged(word: string): string[] {
  const found: string[] = [];
  for (const [one, two] of PAIRS)
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const)
      for (let at = word.indexOf(from); at >= 0; at = word.indexOf(from, at + 1))
        found.push(word.slice(0, at) + to + word.slice(at + from.length));
  return found;
}

function withoutOne(words: Iterable<string>): Set<string> {
  const shorter = new Set(words);
  for (const word of words) {
    if (word.length < SHORTEST) continue;
    for (let at = 0; at < word.length; at++) shorter.add(word.slice(0, at) + word.slice(at + 1));
  }
  return shorter;
}

/** @param isWord the token is itself a word, which is rarely a misread one */
export function reach(word: string, isWord = true): number {
  if (word.length <= 3) return ALIKE_COST;
  const least = word.length === 4 ? 0.5 : word.length === 5 ? 1 : word.length <= 8 ? 1.5 : 2;
  return isWord ? least : least + 0.5;
}

/**
 * Edit distance with transpositions from a word to its reading; substituting similar letters, letters read as two or as
 * one, and strokes read before or after the word cost half.
 */
export function distance(word: string, token: string): number {
  const width = token.length + 1;
  let before: number[] = [];
  let last = Array.from({ length: width }, (_, at) => (at > 0 && STROKES.test(token[0] ?? '') ? at - ALIKE_COST : at));
  for (let i = 1; i <= word.length; i++) {
    const row = [i];
    for (let j = 1; j < width; j++) {
      const [one, other] = [word[i - 1] ?? '', token[j - 1] ?? ''];
      const [oneBefore, otherBefore] = [word[i - 2] ?? '', token[j - 2] ?? ''];
      const exchange = one === other ? 0 : shapeOf(one) === shapeOf(other) ? ALIKE_COST : 1;
      const isStroke = i === word.length && j === token.length && STROKES.test(other);
      let least = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + (isStroke ? ALIKE_COST : 1),
        (last[j - 1] ?? 0) + exchange,
      );
      if (i > 1 && j > 1 && one === otherBefore && oneBefore === other)
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      if (j > 1 && PAIR.has(one + otherBefore + other)) least = Math.min(least, (last[j - 2] ?? 0) + ALIKE_COST);
      if (i > 1 && PAIR.has(other + oneBefore + one)) least = Math.min(least, (before[j - 1] ?? 0) + ALIKE_COST);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[token.length] ?? 0;
}

/** Nearest first, without the word itself. */
export function nearest(word: string, tokens: Iterable<string>, most: number): string[] {
  const near: { token: string; far: number }[] = [];
  for (const token of new Set(tokens)) {
    // a prefix match already
    if (token.startsWith(word)) continue;
    const limit = reach(word, isKnown(token));
    if (Math.abs(token.length - word.length) > 2 * limit) continue;
    const far = distance(word, token);
    if (far <= limit) near.push({ token, far });
  }
  near.sort((a, b) => a.far - b.far || (a.token < b.token ? -1 : 1));
  return near.slice(0, most).map(({ token }) => token);
}
