/** Likelihood of a word for a piece of evidence: CTC's forward algorithm. */
import type { Alphabet } from '../model/alphabet.js';
import type { Evidence } from '../recognition/ctc.js';

/** Classes of a letter in both cases, keyed by capital. */
export type Classes = ReadonlyMap<string, readonly number[]>;

/** Class indices of each letter; case is ignored, as it has no meaning on maps. */
export function classesOf({ characters }: Alphabet): Classes {
  const classes = new Map<string, number[]>();
  for (const [index, character] of characters.entries()) {
    if (index === 0) continue;
    const key = character.toUpperCase();
    const list = classes.get(key);
    if (list) list.push(index);
    else classes.set(key, [index]);
  }
  return classes;
}

/** Floor for class probabilities: the network is overconfident. */
const LEAST = 1e-4;

/**
 * Log-likelihood (natural) that the steps from `from` (inclusive) to `to` (exclusive) read exactly this word.
 *
 * @param word capitals
 */
export function likelihoodOf(
  word: string,
  { probabilities, steps }: Evidence,
  from: number,
  to: number,
  classes: Classes,
  width: number,
): number {
  const letters = [...word].map((letter) => classes.get(letter) ?? []);
  // else a letter instead of the space beside a word would cost nothing
  const pause = [...BLANK, ...(classes.get(' ') ?? [])];
  const states = 2 * letters.length + 1;
  let before = new Float64Array(states).fill(-Infinity);
  let now = new Float64Array(states);
  for (let step = Math.max(0, from); step < Math.min(steps, to); step++) {
    const row = step * width;
    const share = (list: readonly number[]): number => {
      let sum = 0;
      for (const index of list) sum += probabilities[row + index] ?? 0;
      return Math.log(Math.max(LEAST, sum));
    };
    const blank = share(pause);
    now.fill(-Infinity);
    for (let state = 0; state < states; state++) {
      const letter = (state - 1) / 2;
      const isLetter = state % 2 === 1;
      const emission = isLetter ? share(letters[letter] ?? []) : blank;
      if (step === Math.max(0, from)) {
        if (state < 2) now[state] = emission;
        continue;
      }
      let sum = logSum(before[state] ?? -Infinity, state > 0 ? (before[state - 1] ?? -Infinity) : -Infinity);
      // the blank between two different letters is optional
      if (isLetter && letter > 0 && word[letter] !== word[letter - 1])
        sum = logSum(sum, before[state - 2] ?? -Infinity);
      now[state] = sum + emission;
    }
    [before, now] = [now, before];
  }
  return logSum(before[states - 1] ?? -Infinity, before[states - 2] ?? -Infinity);
}

const BLANK = [0];

function logSum(one: number, other: number): number {
  if (one === -Infinity) return other;
  if (other === -Infinity) return one;
  const most = Math.max(one, other);
  return most + Math.log(Math.exp(one - most) + Math.exp(other - most));
}
