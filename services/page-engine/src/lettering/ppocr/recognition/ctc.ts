import type { Alphabet } from '../model/alphabet.js';

/** Character probabilities per step, left to right. */
export interface Evidence {
  steps: number;
  /** Row-major: one row of alphabet length per step; the blank is first. */
  probabilities: Float32Array;
}

export interface Letter {
  character: string;
  step: number;
  /** Probability, 0 to 1. */
  value: number;
}

/** Copies one sample's part of the output; the runtime owns the output. */
export function evidenceOf({ data, dims }: { data: Float32Array; dims: readonly number[] }, number: number): Evidence {
  const [, steps = 0, all = 0] = dims;
  return { steps, probabilities: data.slice(number * steps * all, (number + 1) * steps * all) };
}

/** Greedy CTC: the likeliest character per step, repeats collapsed unless separated by a blank. */
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

/** Mean letter probability; 0 if empty. */
export const meanValue = (letters: readonly Letter[]): number =>
  letters.length === 0 ? 0 : letters.reduce((sum, { value }) => sum + value, 0) / letters.length;
