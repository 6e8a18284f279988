import type { Letter } from '../recognition/ctc.js';
import { meanValue } from '../recognition/ctc.js';
import { HEIGHT, widthOf, type Sample } from '../recognition/samples.js';
import type { Reading } from '../recognition/recognizer.js';
import { splitWords } from './split-words.js';
import { isSentence, isUse, type CorrectedWord, type Terms } from './terms.js';

/** Word and its position, in pixels of the picture that was read. */
export interface PlacedWord extends CorrectedWord {
  /** Centre. */
  x: number;
  y: number;
  /** Length in reading direction, and height. */
  long: number;
  short: number;
  /** Clockwise from level, radians. */
  angle: number;
}

/** Words of a reading in order, corrected to known words that are nearly as likely. */
export function wordsOf(reading: Reading, terms?: Terms): PlacedWord[] {
  const known = terms && corrected.get(reading);
  if (known) return known;
  const words = placedWords(reading, terms);
  if (terms) corrected.set(reading, words);
  return words;
}

/** A reading is asked for its words several times. */
const corrected = new WeakMap<Reading, PlacedWord[]>();

function placedWords({ sample, letters, stepsPerPixel, evidence }: Reading, terms?: Terms): PlacedWord[] {
  const words = splitWords(letters);
  const lookedUp = isSentence(words.map(textOf)) ? undefined : terms;
  const uses = new Set(words.filter((word) => isUse(textOf(word))));
  return words.map((word, index) => {
    const isBesideUse = uses.size > (uses.has(word) ? 1 : 0);
    const [from, to] = [boundary(words[index - 1], word, 0), boundary(word, words[index + 1], evidence.steps)];
    const taken = lookedUp?.take(word, evidence, from, to, isBesideUse) ?? {
      text: textOf(word),
      confidence: meanValue(word),
    };
    return { ...placeOf(sample, word, stepsPerPixel), ...taken };
  });
}

const textOf = (word: readonly Letter[]): string => word.map(({ character }) => character).join('');

/** The end if there is only one. */
function boundary(one: readonly Letter[] | undefined, other: readonly Letter[] | undefined, end: number): number {
  const [last, first] = [one?.at(-1)?.step, other?.[0]?.step];
  return last === undefined || first === undefined ? end : Math.ceil((last + first) / 2);
}

type Place = Omit<PlacedWord, keyof CorrectedWord>;

function placeOf(sample: Sample, word: readonly Letter[], stepsPerPixel: number): Place {
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
    x: box.x + middle * Math.cos(angle),
    y: box.y + middle * Math.sin(angle),
    long: to - from,
    short,
    angle,
  };
}
