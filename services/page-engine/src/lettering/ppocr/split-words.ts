/** Words of what was read as one piece: at spaces, punctuation, and where a space was missed. Plain functions. */
import type { Letter } from './ctc.js';
import { FIELD_WORDS, OTHER_WORDS } from './field-words.js';

/** Behind these a new word begins where one stands on either side. */
const PARTING = /[.,;:&+/()"=_]/;
/** Letters of a part that make it a word of its own beside punctuation: initials stay with their name. */
const WORD = 3;
/** Letters of a known word that is found in a run of letters: shorter ones are in everything. */
const KNOWN = 3;
/** A small letter before a capital is the end of a word, but for MacDonald. */
const PREFIX = /^(?:mc|mac|o'|de|la|le|van|von)$/i;

const isLetter = ({ character }: Letter): boolean => /[A-Za-z]/.test(character);
const textOf = (letters: readonly Letter[]): string => letters.map(({ character }) => character).join('');

/** The words of a piece, in reading order. */
export function splitWords(letters: readonly Letter[]): Letter[][] {
  return spaced(letters)
    .flatMap(atPunctuation)
    .flatMap(atCapitals)
    .flatMap((word) => knownParts(word));
}

function spaced(letters: readonly Letter[]): Letter[][] {
  const words: Letter[][] = [[]];
  for (const letter of letters)
    if (letter.character === ' ') words.push([]);
    else words.at(-1)?.push(letter);
  return words.filter((word) => word.length > 0);
}

function atPunctuation(word: readonly Letter[]): Letter[][] {
  const parts: Letter[][] = [[]];
  for (const [index, letter] of word.entries()) {
    parts.at(-1)?.push(letter);
    const after = lettersFrom(word, index + 1);
    if (PARTING.test(letter.character) && after > 0 && (after >= WORD || lettersOf(parts.at(-1)) >= WORD))
      parts.push([]);
  }
  return parts.filter((part) => part.length > 0);
}

/** Letters in a row from a place on. */
function lettersFrom(word: readonly Letter[], from: number): number {
  let count = 0;
  for (const letter of word.slice(from)) {
    if (!isLetter(letter)) break;
    count++;
  }
  return count;
}

const lettersOf = (part: readonly Letter[] = []): number => part.filter(isLetter).length;

function atCapitals(word: readonly Letter[]): Letter[][] {
  const text = textOf(word);
  for (let at = 1; at < word.length; at++) {
    if (!/[a-z]/.test(text[at - 1] ?? '') || !/[A-Z]/.test(text[at] ?? '')) continue;
    const enough = at >= 2 && /^[A-Z][a-z]{2}/.test(text.slice(at));
    if (enough && !PREFIX.test(text.slice(0, at))) return [word.slice(0, at), ...atCapitals(word.slice(at))];
  }
  return [[...word]];
}

const KNOWN_WORDS: ReadonlySet<string> = new Set([...FIELD_WORDS, ...OTHER_WORDS]);

/** COALYARD is two words, since both are known and it is none; as few as possible. */
function knownParts(word: Letter[]): Letter[][] {
  const text = textOf(word)
    .toUpperCase()
    .replace(/[^A-Z]+$/, '');
  if (!/^[A-Z]+$/.test(text) || text.length < 2 * KNOWN || KNOWN_WORDS.has(text)) return [word];
  const cuts = cutsOf(text);
  if (!cuts) return [word];
  return [...cuts, word.length].map((to, index) => word.slice(index === 0 ? 0 : cuts[index - 1], to));
}

/** Where known words of a text end, but for the last; undefined when it is not made of known words. */
function cutsOf(text: string): number[] | undefined {
  /** The fewest cuts that divide the first letters into known words, by their number. */
  const best: (number[] | undefined)[] = [[]];
  for (let to = KNOWN; to <= text.length; to++)
    for (let from = 0; from <= to - KNOWN; from++) {
      const before = best[from];
      if (!before || !KNOWN_WORDS.has(text.slice(from, to))) continue;
      const cuts = from === 0 ? [] : [...before, from];
      const soFar = best[to];
      if (!soFar || cuts.length < soFar.length) best[to] = cuts;
    }
  return best[text.length];
}
