/**
 * Rereads lettering with unknown words from other boxes: wider, as boxes often cut end letters, tighter, as walls and
 * other lines are near, and longer, as walls cut words. Steep lettering is also read in the opposite direction.
 */
import { VIEWS, type View } from './bands.js';
import { STEEP, type Sample } from './samples.js';
import { steepness } from '../turned-box.js';
import type { Reading, Recognizer, Window } from './recognizer.js';
import { isKnown, type Terms } from '../words/terms.js';
import { wordsOf, type PlacedWord } from '../words/placed-words.js';

/**
 * Weight of letters in unknown words relative to known ones, and the factor by which a second reading must be better.
 */
const UNKNOWN = 0.55;
const BETTER = 0.3;
/** Less confident words are dropped later and do not count. */
const CERTAIN = 0.5;
/** Confidence of letters that no wall touches. */
const CLEAR = 0.97;
/** Minimum letters of a word to look up. */
const WORD = 3;
/** Part of a word: whole ones of two small letters are rare (of, in, on). */
const FRAGMENT = /^(?!of|in|on|to|at|or)[a-z]{2}\W*$/;
/** Number of a street, whose first digits a box may cut off. */
const ORDINAL = /^\d{0,3}(?:st|nd|rd|th)\W*$/i;
/** Only pieces with two letters are read again. */
const LETTERS = /[A-Za-z].*[A-Za-z]/;

export async function rereadUnknown(
  window: Window,
  readings: readonly Reading[],
  recognizer: Recognizer,
  terms: Terms,
): Promise<Reading[]> {
  const firsts = readings.map(({ sample }) => sample);
  let best = readings;
  for (const view of Object.values(VIEWS)) {
    const before = new Map<Sample, number>();
    for (const [index, reading] of best.entries()) {
      const first = firsts[index] ?? reading.sample;
      const seen = seenBy(view, { ...first, angle: reading.sample.angle });
      const steep = view === VIEWS.wider && steepness(first.box) >= STEEP && first.long > first.short;
      // the recognizer reads some upside-down text, but less of its letters: read the same direction again, known or not
      if (isWorthIt(reading, steep ? undefined : terms, view)) before.set(seen, index);
      if (steep && isWorthIt(reading, undefined, view)) before.set(upsideDown(seen), index);
    }
    const better = [...best];
    for (const again of await recognizer.read(window, [...before.keys()])) {
      const index = before.get(again.sample) ?? -1;
      const [was, now] = [best[index], better[index]];
      if (was && now && isBetter(again, now, terms, view, now === was ? BETTER : 0)) better[index] = again;
    }
    best = better;
  }
  return [...best];
}

const seenBy = ({ long, short }: View, sample: Sample): Sample => ({
  box: { ...sample.box },
  angle: sample.angle,
  long: sample.long + long * sample.short,
  short: sample.short * short,
});

const upsideDown = (sample: Sample): Sample => ({ ...sample, box: { ...sample.box }, angle: sample.angle + Math.PI });

function isBetter(again: Reading, before: Reading, terms: Terms, view: View, by: number): boolean {
  // a longer box has more letters in any case
  const [now, then] = [again, before].map((one) =>
    view === VIEWS.longer ? knownLetters(one, terms) : worthOf(one, terms),
  ) as [number, number];
  return now > then + by;
}

function isWorthIt(reading: Reading, terms: Terms | undefined, view: View): boolean {
  if (!LETTERS.test(reading.text) || reading.confidence < 0.3) return false;
  if (view === VIEWS.tighter && reading.confidence > CLEAR) return false;
  const words = wordsOf(reading, terms);
  const isUnknown = ({ text }: PlacedWord): boolean => lettersOf(text) >= WORD && !isKnown(text);
  if (view !== VIEWS.longer) return words.some(isUnknown);
  return [words[0], words.at(-1)].some(
    (word) => word && (isUnknown(word) || ORDINAL.test(word.text) || FRAGMENT.test(word.text)),
  );
}

const knownLetters = (reading: Reading, terms: Terms): number =>
  wordsOf(reading, terms)
    .filter(({ text, confidence }) => confidence >= CERTAIN && (isKnown(text) || ORDINAL.test(text)))
    .reduce((sum, { text }) => sum + text.length, 0);

/** Confidence of the letters, weighted by whether their words are known. */
const worthOf = (reading: Reading, terms: Terms): number =>
  wordsOf(reading, terms)
    .filter(({ confidence }) => confidence >= CERTAIN)
    .reduce((sum, { text, confidence }) => sum + lettersOf(text) * confidence * (isKnown(text) ? 1 : UNKNOWN), 0);

const lettersOf = (text: string): number => text.match(/[A-Za-z]/g)?.length ?? 0;
