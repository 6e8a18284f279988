/** Splits a reading into words at spaces, punctuation and missed spaces. */
import type { Letter } from '../recognition/ctc.js';
import { DOMAIN_WORDS, OTHER_WORDS } from './domain-words.js';

/** A new word begins after these, given a word on one side. */
const PARTING = /[.,;:&+/()"=_]/;
/** Minimum letters for a separate word next to punctuation; initials stay with their name. */
const WORD = 3;
/** Minimum letters of a known word inside a run; shorter ones occur everywhere. */
const KNOWN = 3;
/** A lower-case letter before a capital ends a word, except after these prefixes (MacDonald). */
const PREFIX = /^(?:mc|mac|o'|de|la|le|van|von)$/i;

const isLetter = ({ character }: Letter): boolean => /[A-Za-z]/.test(character);
const textOf = (letters: readonly Letter[]): string => letters.map(({ character }) => character).join('');

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

const USES: ReadonlySet<string> = new Set(DOMAIN_WORDS);
const KNOWN_WORDS: ReadonlySet<string> = new Set([...DOMAIN_WORDS, ...OTHER_WORDS]);

/** Into the fewest known words (COALYARD). */
function knownParts(word: Letter[]): Letter[][] {
  const text = textOf(word)
    .toUpperCase()
    .replace(/[^A-Z]+$/, '');
  if (!/^[A-Z]+$/.test(text) || text.length < 2 * KNOWN || KNOWN_WORDS.has(text)) return [word];
  const cuts = cutsOf(text);
  if (!cuts || isName(text.slice(0, cuts[0]), text.slice(cuts.at(-1)))) return [word];
  return [...cuts, word.length].map((to, index) => word.slice(index === 0 ? 0 : cuts[index - 1], to));
}

/** Whether a land use after another word is part of a name (ROCKWELL). */
const isName = (first: string, last: string): boolean => !USES.has(first) && USES.has(last);

/** Ends of known words in a text, without the last; undefined if it has other parts. */
function cutsOf(text: string): number[] | undefined {
  /** Fewest cuts that split the first n letters into known words, indexed by n. */
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
