import type { PlacedWord } from './placed-words.js';
import { lettersOf } from './terms.js';

/** Minimum confidence of a word that confirms others. */
const CERTAIN = 0.7;

/** Takes back doubtful corrections to words that are nowhere else on the page. */
export function withoutDoubts(pieces: readonly PlacedWord[][]): PlacedWord[][] {
  const sure = new Set(pieces.flatMap((piece) => piece.filter(isSure).map(({ text }) => stemOf(text))));
  return pieces.map((piece) =>
    piece.map((word) => (word.read && !sure.has(stemOf(word.text)) ? { ...word, ...word.read } : word)),
  );
}

const isSure = ({ confidence, read }: PlacedWord): boolean => confidence >= CERTAIN && !read;

/** The same for a word and its plural. */
const stemOf = (text: string): string => lettersOf(text).replace(/S$/, '');
