/** What a recognizer's output says. Plain functions. */
import type { Alphabet } from './alphabet.js';

/** How likely each character is at each step from left to right. */
export interface Evidence {
  steps: number;
  /** A row of the alphabet's length for each step; the blank comes first. */
  probabilities: Float32Array;
}

export interface Letter {
  character: string;
  /** Step at which it is read. */
  step: number;
  /** How likely it is, 0 to 1. */
  value: number;
}

/** The part of a model's output that is about one of its samples: a copy, as the output is the runtime's own. */
export function evidenceOf({ data, dims }: { data: Float32Array; dims: readonly number[] }, number: number): Evidence {
  const [, steps = 0, all = 0] = dims;
  return { steps, probabilities: data.slice(number * steps * all, (number + 1) * steps * all) };
}

/** The most likely character of each step; a repeated one without a blank between is one letter. */
export function readGreedily({ steps, probabilities }: Evidence, { characters }: Alphabet): Letter[] {
  const letters: Letter[] = [];
  let last = 0;
  for (let step = 0; step < steps; step++) {
    const row = step * characters.length;
    let most = 0;
    for (let index = 1; index < characters.length; index++)
      if ((probabilities[row + index] ?? 0) > (probabilities[row + most] ?? 0)) most = index;
    const value = probabilities[row + most] ?? 0;
    const letter = letters.at(-1);
    if (most !== 0 && most !== last) letters.push({ character: characters[most] ?? '', step, value });
    else if (most !== 0 && letter) letter.value = Math.max(letter.value, value);
    last = most;
  }
  return letters;
}

/** Mean of how likely letters are; 0 without any. */
export const meanValue = (letters: readonly Letter[]): number =>
  letters.length === 0 ? 0 : letters.reduce((sum, { value }) => sum + value, 0) / letters.length;
