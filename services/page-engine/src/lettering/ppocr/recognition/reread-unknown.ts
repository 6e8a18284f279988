/**
 * Rereads lettering with unknown words from a wider box, as boxes often cut end letters, and steep lettering also in
 * the opposite direction.
 */
import { WIDER } from './bands.js';
import { STEEP, type Sample } from './samples.js';
import { steepness } from '../turned-box.js';
import type { Reading, Recognizer, Window } from './recognizer.js';
import { isKnown, type Terms } from '../words/terms.js';
import { wordsOf } from '../words/placed-words.js';

/**
 * Weight of letters in unknown words relative to known ones, and the factor by which a second reading must be better.
 */
const UNKNOWN = 0.55;
const BETTER = 0.3;
/** Less confident words are dropped later and do not count. */
const CERTAIN = 0.5;
/** Minimum letters of a word to look up. */
const WORD = 3;
/** Only pieces with two letters are read again. */
const LETTERS = /[A-Za-z].*[A-Za-z]/;

export async function rereadUnknown(
  window: Window,
  readings: readonly Reading[],
  recognizer: Recognizer,
  terms: Terms,
): Promise<Reading[]> {
  const before = new Map<Sample, Reading>();
  for (const reading of readings) {
    const steep = steepness(reading.sample.box) >= STEEP && reading.sample.long > reading.sample.short;
    // the recognizer reads some upside-down text, but less of its letters: read the same direction again, known or not
    if (isWorthIt(reading, steep ? undefined : terms)) before.set(wider(reading.sample), reading);
    if (steep && isWorthIt(reading, undefined)) before.set(upsideDown(wider(reading.sample)), reading);
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

const upsideDown = (sample: Sample): Sample => ({ ...sample, angle: sample.angle + Math.PI });

function isWorthIt(reading: Reading, terms: Terms | undefined): boolean {
  if (!LETTERS.test(reading.text) || reading.confidence < 0.3) return false;
  return wordsOf(reading, terms).some(({ text }) => lettersOf(text) >= WORD && !isKnown(text));
}

/** Confidence of the letters, weighted by whether their words are known. */
const worthOf = (reading: Reading, terms: Terms): number =>
  wordsOf(reading, terms)
    .filter(({ confidence }) => confidence >= CERTAIN)
    .reduce((sum, { text, confidence }) => sum + lettersOf(text) * confidence * (isKnown(text) ? 1 : UNKNOWN), 0);

const lettersOf = (text: string): number => text.match(/[A-Za-z]/g)?.length ?? 0;
