/** Words of readings, each with its place. Plain functions. */
import type { Letter } from './ctc.js';
import { meanValue } from './ctc.js';
import { HEIGHT, widthOf, type Sample } from './levelling.js';
import type { Reading } from './recognizer.js';

/** A word where it stands, in pixels of the picture that was read. */
export interface PlacedWord {
  text: string;
  /** 0 to 1. */
  confidence: number;
  /** Its middle. */
  x: number;
  y: number;
  /** Its length in reading direction, and its height. */
  long: number;
  short: number;
  /** Clockwise from level, radians. */
  angle: number;
}

/** What is between spaces, in reading order. */
export function wordsOf({ sample, letters, stepsPerPixel }: Reading): PlacedWord[] {
  const words: Letter[][] = [[]];
  for (const letter of letters)
    if (letter.character === ' ') words.push([]);
    else words.at(-1)?.push(letter);
  return words.filter((word) => word.length > 0).map((word) => placeOf(sample, word, stepsPerPixel));
}

function placeOf(sample: Sample, word: readonly Letter[], stepsPerPixel: number): PlacedWord {
  const { box, angle, long, short } = sample;
  const wide = widthOf(sample);
  const places = word.map(({ step }) => (step + 0.5) / stepsPerPixel);
  const [first = 0, last = first] = [places[0], places.at(-1)];
  const step = word.length > 1 ? (last - first) / (word.length - 1) : HEIGHT / 2;
  const [from, to] = [first - step / 2, last + step / 2].map((at) => ((at - wide / 2) * long) / wide) as [
    number,
    number,
  ];
  const middle = (from + to) / 2;
  return {
    text: word.map(({ character }) => character).join(''),
    confidence: meanValue(word),
    x: box.x + middle * Math.cos(angle),
    y: box.y + middle * Math.sin(angle),
    long: to - from,
    short,
    angle,
  };
}
