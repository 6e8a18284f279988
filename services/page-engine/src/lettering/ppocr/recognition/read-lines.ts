/** Reads boxes that the detector drew around two lines, such as COAL above YARD, line by line. */
import { isOblong, type TurnedBox } from '../turned-box.js';
import { editDistance } from '../words/edit-distance.js';
import { wordsOf, type PlacedWord } from '../words/placed-words.js';
import { isKnown, type Terms } from '../words/terms.js';
import type { Reading, Recognizer, Window } from './recognizer.js';
import type { Sample } from './samples.js';

/** Minimum height of two lines in pixels, and maximum aspect ratio of their box. */
const BLOCK = { short: 26, ratio: 4 };
/** Height of a box in widths of its letters, above which they seem to be of one line only. */
const NARROW = 2.7;
/** Height of a line, and distance of its middle from that of the block, as shares of the block's height. */
const LINE = { height: 0.58, aside: 0.23 };
/** What the small recognizer must read in each line, so that it is worth the large one. */
const LETTERS = /[A-Za-z].*[A-Za-z]/;
const LIKELY = 0.35;
/** Minimum confidence and letters of a known word in each line. */
const CERTAIN = 0.6;
const WORD = 3;

/** Two readings instead of one where both lines have a known word. */
export async function readLines(
  window: Window,
  readings: readonly Reading[],
  quick: Recognizer,
  thorough: Recognizer,
  terms: Terms,
): Promise<Reading[][]> {
  const halves = new Map<Sample, Reading>();
  for (const reading of readings.filter((one) => isBlock(one, terms)))
    for (const side of [-1, 1]) halves.set(lineOf(reading.sample, side), reading);
  /** Lines by block, if both are wanted. */
  const readPairs = async (
    recognizer: Recognizer,
    samples: readonly Sample[],
    isWanted: (line: Reading) => boolean,
  ) => {
    const lines = new Map<Reading | undefined, Reading[]>();
    for (const line of (await recognizer.read(window, samples)).filter(isWanted)) {
      const block = halves.get(line.sample);
      lines.set(block, [...(lines.get(block) ?? []), line]);
    }
    return new Map([...lines].filter(([, [one, other]]) => one && other && !isSame(one, other)));
  };
  const likely = [...(await readPairs(quick, [...halves.keys()], hasLetters)).values()].flat();
  const sure = await readPairs(
    thorough,
    likely.map(({ sample }) => sample),
    (line) => hasKnownWord(line, terms),
  );
  return readings.map((reading) => sure.get(reading) ?? [reading]);
}

function isBlock(reading: Reading, terms: Terms): boolean {
  const { box } = reading.sample;
  if (box.short < BLOCK.short || box.long > box.short * BLOCK.ratio || !isOblong(box)) return false;
  if (box.short * reading.letters.length > box.long * NARROW) return true;
  return !wordsOf(reading, terms).every(({ text }) => isKnown(text));
}

/** Whether both halves of a box are of one line. */
function isSame(...lines: readonly [Reading, Reading]): boolean {
  const [one, other] = lines.map(({ text }) => text.toUpperCase().replace(/[^A-Z]/g, '')) as [string, string];
  const most = Math.floor(Math.max(one.length, other.length) / 2);
  return one.includes(other) || other.includes(one) || editDistance(one, other, most) <= most;
}

export const hasLetters = ({ text, confidence }: Reading): boolean => LETTERS.test(text) && confidence >= LIKELY;

const hasKnownWord = (line: Reading, terms: Terms): boolean => wordsOf(line, terms).some(isSure);

/** Whether a word is no chance reading of something else. */
export const isSure = ({ text, confidence }: PlacedWord): boolean =>
  confidence >= CERTAIN && text.length >= WORD && isKnown(text);

function lineOf({ box, angle, long, short }: Sample, side: number): Sample {
  const by = side * short * LINE.aside;
  const line: TurnedBox = { ...box, x: box.x - by * Math.sin(angle), y: box.y + by * Math.cos(angle) };
  return { box: line, angle, long, short: short * LINE.height };
}
