/** Words misread by a letter or two. Pure functions. */

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

/** Storage and storhge have the same shape. */
export const shapeOf = (token: string): string => [...token].map((letter) => GROUP.get(letter) ?? letter).join('');

/** Not numbers: any number resembles any other. */
export const canBeMisread = (token: string): boolean =>
  token.length >= SHORTEST && token.length <= LONGEST && /\p{L}/u.test(token) && !token.includes('&');

/** The shape, and the shape without each letter. */
export const nearKeys = (token: string): string[] => (canBeMisread(token) ? [...withoutOne([shapeOf(token)])] : []);

/** A near token shares some. */
export function keysToLookUp(word: string): string[] {
  if (!canBeMisread(word)) return [];
  const keys = withoutOne([shapeOf(word)]);
  return [...(word.length >= LONG ? withoutOne(keys) : keys)];
}

function withoutOne(words: Iterable<string>): Set<string> {
  const shorter = new Set(words);
  for (const word of words) {
    if (word.length < SHORTEST) continue;
    for (let at = 0; at < word.length; at++) shorter.add(word.slice(0, at) + word.slice(at + 1));
  }
  return shorter;
}

export function reach(word: string): number {
  if (word.length <= 4) return ALIKE_COST;
  if (word.length === 5) return 1;
  return word.length <= 8 ? 1.5 : 2;
}

/** Edit distance with transpositions; substituting similar letters costs half. */
export function distance(a: string, b: string): number {
  const width = b.length + 1;
  let before: number[] = [];
  let last = Array.from({ length: width }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j < width; j++) {
      const [one, other] = [a[i - 1] ?? '', b[j - 1] ?? ''];
      const exchange = one === other ? 0 : shapeOf(one) === shapeOf(other) ? ALIKE_COST : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + exchange);
      if (i > 1 && j > 1 && one === b[j - 2] && a[i - 2] === other) least = Math.min(least, (before[j - 2] ?? 0) + 1);
      row.push(least);
    }
    [before, last] = [last, row];
  }
  return last[b.length] ?? 0;
}

/** Nearest first, without the word itself. */
export function nearest(word: string, tokens: Iterable<string>, most: number): string[] {
  const limit = reach(word);
  const near: { token: string; far: number }[] = [];
  for (const token of new Set(tokens)) {
    // a prefix match already
    if (token.startsWith(word) || Math.abs(token.length - word.length) > limit) continue;
    const far = distance(word, token);
    if (far <= limit) near.push({ token, far });
  }
  near.sort((a, b) => a.far - b.far || (a.token < b.token ? -1 : 1));
  return near.slice(0, most).map(({ token }) => token);
}
