import { wordsOf, type PlacedWord } from '../words/placed-words.js';
import { isUse, lettersOf, type Terms } from '../words/terms.js';
import type { TurnedBox } from '../turned-box.js';
import { hasLetters, isSure } from './read-lines.js';
import type { Recognizer, Window } from './recognizer.js';
import { rereadUnknown } from './reread-unknown.js';
import { firstSample, STEEP } from './samples.js';

/** Minimum confidence of letters. */
const CERTAIN = 0.5;
/** Minimum letters of a word: shorter ones are read in anything. */
const WORD = 4;

/** Words of boxes that are rarely lettering: only those that are typical of maps. */
export async function readMissed(
  window: Window,
  boxes: readonly TurnedBox[],
  quick: Recognizer,
  thorough: Recognizer,
  terms?: Terms,
): Promise<PlacedWord[][]> {
  const first = await quick.read(
    window,
    boxes.map((box) => firstSample(box, STEEP)),
  );
  const likely = first.filter(hasLetters).map(({ sample }) => sample);
  const second = (await thorough.read(window, likely)).filter(({ confidence }) => confidence >= CERTAIN);
  const third = terms ? await rereadUnknown(window, second, thorough, terms) : second;
  return third.map((reading) => wordsOf(reading, terms).filter(isMeant));
}

const isMeant = (word: PlacedWord): boolean => isSure(word) && lettersOf(word.text).length >= WORD && isUse(word.text);
