/**
 * What boxes say: read quickly by the small recognizer, by the large one where there are letters, and by it once more where
 * its words are not known.
 */
import { firstSample, otherSamples, STEEP } from './levelling.js';
import type { Reading, Recognizer, Window } from './recognizer.js';
import { readAgain } from './second-chance.js';
import type { Terms } from './terms.js';
import { steepness, type TurnedBox } from './turned-box.js';

/** Degrees from level from which slanted lettering may be upside down. */
const SLANTED = 20;
/** What is read less surely is tried in other directions: steep lettering, and all other. */
const UNSURE = { steep: 0.93, level: 0.85 };
/** Two letters or more make a reading worth a second look: most of what is lettered are house numbers. */
const WORTH = /[A-Za-z].*[A-Za-z]/;
const WORTH_CONFIDENCE = 0.3;

/** The readings of boxes, each the surest one of its directions. */
export async function readBoxes(
  window: Window,
  boxes: readonly TurnedBox[],
  quick: Recognizer,
  thorough: Recognizer,
  terms?: Terms,
): Promise<Reading[]> {
  const first = await readDirections(quick, window, boxes);
  const worth = first.filter(({ text, confidence }) => WORTH.test(text) && confidence > WORTH_CONFIDENCE);
  // the way round that the quick one found
  const second = await thorough.read(
    window,
    worth.map(({ sample }) => sample),
  );
  const third = terms ? await readAgain(window, second, thorough, terms) : second;
  const better = new Map(third.map((reading, index) => [second[index]?.sample.box, reading]));
  return first.map((reading) => better.get(reading.sample.box) ?? reading);
}

async function readDirections(recognizer: Recognizer, window: Window, boxes: readonly TurnedBox[]): Promise<Reading[]> {
  const found = new Map<TurnedBox, Reading>();
  const samples = boxes.map((box) => firstSample(box, STEEP));
  for (const reading of await recognizer.read(window, samples)) found.set(reading.sample.box, reading);
  const others = [...found.values()]
    .filter(({ sample, confidence }) => confidence < (steepness(sample.box) < STEEP ? UNSURE.level : UNSURE.steep))
    .flatMap(({ sample }) => otherSamples(sample, SLANTED));
  for (const reading of await recognizer.read(window, others)) {
    const before = found.get(reading.sample.box);
    const surer = reading.confidence > (before?.confidence ?? 0);
    // half of the letters may well be read more surely than all of them
    const asLong = reading.text.trim().length >= (before?.text.trim().length ?? 0) - 1;
    if (surer && asLong) found.set(reading.sample.box, reading);
  }
  return [...found.values()];
}
