import { quarterOf, type Word } from '../../pdf/page.js';

export interface Lettered {
  words: readonly Word[];
  width: number;
  height: number;
}

/** Clockwise quarter turns of lettering. */
type Quarters = 1 | 2 | 3;
/** Minimum share of letters in another direction on a sideways sheet; upright sheets have some on streets. */
const SHARE = 0.4;
/** Minimum word length to judge direction. */
const LETTERS = 3;

/** Rotates the page so the dominant other direction is level; undefined if the lettering is mostly level. */
export function turnedUpright({ words, width, height }: Lettered): Lettered | undefined {
  const letters = [0, 0, 0, 0];
  for (const word of words) {
    const count = word.text.match(/\p{L}/gu)?.length ?? 0;
    if (count >= LETTERS) letters[quartersOf(word)] = (letters[quartersOf(word)] ?? 0) + count;
  }
  const all = letters.reduce((sum, count) => sum + count, 0);
  const most = ([1, 2, 3] as const).reduce((a, b) => ((letters[b] ?? 0) > (letters[a] ?? 0) ? b : a));
  if (all === 0 || (letters[most] ?? 0) < SHARE * all) return undefined;
  const isAcross = most !== 2;
  return {
    words: words.map((word) => turnedBack(word, most, width, height)),
    ...(isAcross ? { width: height, height: width } : { width, height }),
  };
}

const degreesOf = ({ angle, turned = 0 }: Word): number => angle ?? turned;
const quartersOf = (word: Word): number => ((Math.round(degreesOf(word) / 90) % 4) + 4) % 4;

function turnedBack(word: Word, quarters: Quarters, wide: number, high: number): Word {
  const { x, y, width, height } = word;
  const place = {
    1: { x: y, y: wide - x - width, width: height, height: width },
    2: { x: wide - x - width, y: high - y - height, width, height },
    3: { x: high - y - height, y: x, width: height, height: width },
  }[quarters];
  const degrees = degreesOf(word) - 90 * quarters;
  const angle = degrees - 360 * Math.ceil((degrees - 180) / 360);
  return { ...word, ...place, turned: quarterOf(angle), angle };
}
