import { firstSample, otherSamples, STEEP } from './samples.js';
import type { Reading, Recognizer, Window } from './recognizer.js';
import { readLines } from './read-lines.js';
import { rereadUnknown } from './reread-unknown.js';
import type { Terms } from '../words/terms.js';
import { steepness, type TurnedBox } from '../turned-box.js';

/** Degrees from level from which slanted lettering may be upside down. */
const SLANTED = 20;
/** Confidence below which other directions are tried, for steep and other lettering. */
const UNSURE = { steep: 0.93, level: 0.85 };
/** Confidence below which a box has no letter in any direction. */
const SCRAP = 0.25;
/** By how much slanted lettering must be surer upside down, and numbers instead of letters. */
const FLIPPED = 0.15;
/** Minimum letters for the large recognizer: most lettering is house numbers. */
const WORTH = /[A-Za-z].*[A-Za-z]/;
const WORTH_CONFIDENCE = 0.3;

export async function readBoxes(
  window: Window,
  boxes: readonly TurnedBox[],
  quick: Recognizer,
  thorough: Recognizer,
  terms?: Terms,
): Promise<Reading[]> {
  const first = await readDirections(quick, window, boxes);
  const worth = first.filter(({ text, confidence }) => WORTH.test(text) && confidence > WORTH_CONFIDENCE);
  // in the direction chosen by the small recognizer
  const second = await thorough.read(
    window,
    worth.map(({ sample }) => sample),
  );
  const third = terms ? await rereadUnknown(window, second, thorough, terms) : second;
  const lines = terms ? await readLines(window, third, quick, thorough, terms) : third.map((reading) => [reading]);
  const better = new Map(lines.map((readings, index) => [second[index]?.sample.box, readings]));
  return first.flatMap((reading) => better.get(reading.sample.box) ?? [reading]);
}

async function readDirections(recognizer: Recognizer, window: Window, boxes: readonly TurnedBox[]): Promise<Reading[]> {
  const found = new Map<TurnedBox, Reading>();
  const samples = boxes.map((box) => firstSample(box, STEEP));
  for (const reading of await recognizer.read(window, samples)) found.set(reading.sample.box, reading);
  const others = [...found.values()]
    .filter(({ confidence }) => confidence >= SCRAP)
    .filter(({ sample, confidence }) => confidence < (steepness(sample.box) < STEEP ? UNSURE.level : UNSURE.steep))
    .flatMap(({ sample }) => otherSamples(sample, SLANTED));
  for (const reading of await recognizer.read(window, others)) {
    const before = found.get(reading.sample.box);
    const isFlipped = steepness(reading.sample.box) < STEEP && reading.sample.long > reading.sample.short;
    const isLess = before && WORTH.test(before.text) && !WORTH.test(reading.text);
    const surer = reading.confidence > (before?.confidence ?? 0) + (isFlipped || isLess ? FLIPPED : 0);
    // half the letters may be read with more confidence than all
    const asLong = reading.text.trim().length >= (before?.text.trim().length ?? 0) - 1;
    if (surer && asLong) found.set(reading.sample.box, reading);
  }
  return [...found.values()];
}
