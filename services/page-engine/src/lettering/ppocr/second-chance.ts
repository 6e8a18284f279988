/**
 * Lettering whose words are not known is looked at once more, wider, since boxes often cut the first or last letter; what
 * runs along the sheet also from its other end.
 */
import { WIDER } from './bands.js';
import { STEEP, type Sample } from './levelling.js';
import { steepness } from './turned-box.js';
import type { Reading, Recognizer, Window } from './recognizer.js';
import { isKnown, type Terms } from './terms.js';
import { wordsOf } from './words-of.js';

/** What letters of a word that is not known count for, of those of a known one; and by how much a second reading is to be better. */
const UNKNOWN = 0.55;
const BETTER = 0.3;
/** Unsure words are left out later, and count for nothing. */
const CERTAIN = 0.5;
/** Letters of a word that is looked up: "of" and "Co." are never known. */
const WORD = 3;
/** Letters that make a piece worth it. */
const LETTERS = /[A-Za-z].*[A-Za-z]/;

/** The readings, those in whose place a second look has found more by their better ones. */
export async function readAgain(
  window: Window,
  readings: readonly Reading[],
  recognizer: Recognizer,
  terms: Terms,
): Promise<Reading[]> {
  const before = new Map<Sample, Reading>();
  for (const reading of readings) {
    const steep = steepness(reading.sample.box) >= STEEP && reading.sample.long > reading.sample.short;
    // the recognizer reads some of what is upside down, and letters less of it: as it was read, known or not
    if (isWorthIt(reading, steep ? undefined : terms)) before.set(wider(reading.sample), reading);
    if (steep && isWorthIt(reading, undefined)) before.set(turnedRound(wider(reading.sample)), reading);
  }
  const better = new Map<Reading, Reading>();
  for (const again of await recognizer.read(window, [...before.keys()])) {
    const first = before.get(again.sample);
    if (!first) continue;
    const least = worthOf(better.get(first) ?? first, terms) + (better.has(first) ? 0 : BETTER);
    if (worthOf(again, terms) > least) better.set(first, again);
  }
  return readings.map((reading) => better.get(reading) ?? reading);
}

const wider = ({ box, angle, long, short }: Sample): Sample => ({
  box: { ...box },
  angle,
  long: long + WIDER.long * short,
  short: short * WIDER.short,
});

const turnedRound = (sample: Sample): Sample => ({ ...sample, angle: sample.angle + Math.PI });

function isWorthIt(reading: Reading, terms: Terms | undefined): boolean {
  if (!LETTERS.test(reading.text) || reading.confidence < 0.3) return false;
  return wordsOf(reading, terms).some(({ text }) => lettersOf(text) >= WORD && !isKnown(text));
}

/** Letters that are read, by how sure they are and whether their words are known. */
const worthOf = (reading: Reading, terms: Terms): number =>
  wordsOf(reading, terms)
    .filter(({ confidence }) => confidence >= CERTAIN)
    .reduce((sum, { text, confidence }) => sum + lettersOf(text) * confidence * (isKnown(text) ? 1 : UNKNOWN), 0);

const lettersOf = (text: string): number => text.match(/[A-Za-z]/g)?.length ?? 0;
