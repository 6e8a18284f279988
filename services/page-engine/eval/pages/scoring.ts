/** Compares what was read on a sheet with what a reader sees on it. Plain functions. */
import type { Word } from '../../src/pdf/page.js';
import { tokensOf } from '../../src/reading/tokens.js';

/** Words from which on their reading counts as sure. */
export const SURE = 0.8;

/** A word somebody has seen on a sheet; empty where nothing is written. */
export interface SeenPlace {
  x: number;
  y: number;
  word: string;
}

/** `x,y word; x,y word; ...`, `-` for no word. */
export const placesOf = (list: string): SeenPlace[] =>
  list.split('; ').map((entry) => {
    const match = /^(\d+),(\d+) (.+)$/.exec(entry);
    if (!match) throw new Error(`"${entry}" is no place with a word`);
    const [, x, y, word = ''] = match;
    return { x: Number(x), y: Number(y), word: word === '-' ? '' : word };
  });

/** Of the words that recognition was sure of. */
export interface Sureness {
  /** Read as they are printed, whatever their case and what stands around them, */
  right: number;
  /** or a piece of the word that is printed, */
  part: number;
  wrong: number;
  /** Where nobody has looked yet. */
  unseen: Word[];
}

/** Share that is right of the sure words that were looked at; pieces of words are not right. */
export const precisionOf = ({ right, part, wrong }: Pick<Sureness, 'right' | 'part' | 'wrong'>): number =>
  right / Math.max(1, right + part + wrong);

/** How true the sure words of a sheet are. */
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

/** The place whose middle lies in the word's box. */
function nearest({ x, y, width, height }: Word, places: readonly SeenPlace[]): SeenPlace | undefined {
  const inside = places.filter(
    (place) => place.x >= x && place.x <= x + width && place.y >= y && place.y <= y + height,
  );
  const middle = (place: SeenPlace): number => Math.hypot(place.x - x - width / 2, place.y - y - height / 2);
  return inside.sort((one, other) => middle(one) - middle(other))[0];
}

/** Letters and figures alone. */
const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
/** Letters from which a piece of a word is told from an accident. */
const PIECE = 2;

function judge(read: string, printed: string): 'right' | 'part' | 'wrong' {
  const [one, other] = [plain(read), plain(printed)];
  if (one === other) return 'right';
  // a number that lacks a figure is another number
  return one.length >= PIECE && /^\p{L}+$/u.test(one) && other.includes(one) ? 'part' : 'wrong';
}

/** The words of a list that were read, each as a whole, and those that were not. */
export function recallOf(words: readonly Word[], list: string): { found: string[]; missed: string[] } {
  const tokens = new Set(words.flatMap(({ text }) => tokensOf(text)));
  const known = [...new Set(list.split(' '))];
  return { found: known.filter((word) => tokens.has(word)), missed: known.filter((word) => !tokens.has(word)) };
}
