import type { Word } from '../../src/pdf/page.js';
import { tokensOf } from '../../src/reading/tokens.js';

export const SURE = 0.8;

/** Word seen by a person on a sheet; empty for a place without text. */
export interface SeenPlace {
  x: number;
  y: number;
  word: string;
}

export const placesOf = (list: string): SeenPlace[] =>
  list.split('; ').map((entry) => {
    const match = /^(\d+),(\d+) (.+)$/.exec(entry);
    if (!match) throw new Error(`"${entry}" is no place with a word`);
    const [, x, y, word = ''] = match;
    return { x: Number(x), y: Number(y), word: word === '-' ? '' : word };
  });

export interface Sureness {
  /** Matches the printed word, ignoring case and surrounding punctuation. */
  right: number;
  part: number;
  wrong: number;
  unseen: Word[];
}

/** Correct share of the inspected sure words; parts do not count as correct. */
export const precisionOf = ({ right, part, wrong }: Pick<Sureness, 'right' | 'part' | 'wrong'>): number =>
  right / Math.max(1, right + part + wrong);

export function surenessOf(words: readonly Word[], places: readonly SeenPlace[]): Sureness {
  const counted: Sureness = { right: 0, part: 0, wrong: 0, unseen: [] };
  for (const word of words) {
    if ((word.confidence ?? 1) < SURE) continue;
    const place = nearest(word, places);
    if (place === undefined) counted.unseen.push(word);
    else counted[judge(word.text, place.word)]++;
  }
  return counted;
}

/** Place whose centre is inside the word's box. */
function nearest({ x, y, width, height }: Word, places: readonly SeenPlace[]): SeenPlace | undefined {
  const inside = places.filter(
    (place) => place.x >= x && place.x <= x + width && place.y >= y && place.y <= y + height,
  );
  const middle = (place: SeenPlace): number => Math.hypot(place.x - x - width / 2, place.y - y - height / 2);
  return inside.sort((one, other) => middle(one) - middle(other))[0];
}

/** Letters and digits only. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** Minimum letters of a word part; shorter matches are coincidence. */
const PIECE = 2;

function judge(read: string, printed: string): 'right' | 'part' | 'wrong' {
  const [one, other] = [plain(read), plain(printed)];
  if (one === other) return 'right';
  // a number missing a digit is a different number
  return one.length >= PIECE && /^\p{L}+$/u.test(one) && other.includes(one) ? 'part' : 'wrong';
}

export function recallOf(words: readonly Word[], list: string): { found: string[]; missed: string[] } {
  const tokens = new Set(words.flatMap(({ text }) => tokensOf(text)));
  const known = [...new Set(list.split(' '))];
  return { found: known.filter((word) => tokens.has(word)), missed: known.filter((word) => !tokens.has(word)) };
}
