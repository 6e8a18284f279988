/** Words that were misread by a letter or two, as they are looked up and compared. Plain functions. */

/** Letters and digits of a word that is looked for as a misread one: shorter ones resemble everything. */
const SHORTEST = 3;
/** A longer one is lettering that ran together. */
const LONGEST = 24;
/** From so many letters on a query is looked up with two letters left out as well. */
const LONG = 6;

/**
 * Letters and digits that readers of old lettering take for each other: round ones, upright ones, and those of two
 * stems. Each is replaced by the first of its group.
 */
const ALIKE = ['ahkrnuv', 'i1jlt', 'oc0dgq', 'ef', 's5', 'b8', 'z2'];
const GROUP = new Map(ALIKE.flatMap((group) => [...group].map((letter) => [letter, group[0] ?? letter] as const)));

/** What an exchange of letters costs that are alike; of others 1. */
const ALIKE_COST = 0.5;

/** A word with all letters that are taken for each other made the same: storage and storhge are one. */
export const shapeOf = (token: string): string => [...token].map((letter) => GROUP.get(letter) ?? letter).join('');

/** Whether a token may be a misread word: numbers are not, one of them is as good as another. */
export const canBeMisread = (token: string): boolean =>
  token.length >= SHORTEST && token.length <= LONGEST && /\p{L}/u.test(token);

/** What a token is looked up by: its shape, and its shape without each of its letters. */
export const nearKeys = (token: string): string[] => (canBeMisread(token) ? [...withoutOne([shapeOf(token)])] : []);

/** What tokens near to a word have among their keys, or some of it. */
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

/** How far a token may be from a word to be taken for a misreading of it. */
export function reach(word: string): number {
  if (word.length <= 4) return ALIKE_COST;
  if (word.length === 5) return 1;
  return word.length <= 8 ? 1.5 : 2;
}

/**
 * Edit distance: a letter too much, too few or another one costs 1, one that is taken for the other half of it, two
 * neighbours the wrong way round 1.
 */
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

/** Those of some tokens that are near enough to a word to be misreadings of it, nearest first; never the word itself. */
export function nearest(word: string, tokens: Iterable<string>, most: number): string[] {
  const limit = reach(word);
  const near: { token: string; far: number }[] = [];
  for (const token of new Set(tokens)) {
    // the word with an ending is found as what it is: a longer word that begins so
    if (token.startsWith(word) || Math.abs(token.length - word.length) > limit) continue;
    const far = distance(word, token);
    if (far <= limit) near.push({ token, far });
  }
  near.sort((a, b) => a.far - b.far || (a.token < b.token ? -1 : 1));
  return near.slice(0, most).map(({ token }) => token);
}
