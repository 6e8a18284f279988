/** Notes beside a site's words: capacity, underground, disused. */
import { mistakesIn } from './letters.js';
import {
  below,
  follows,
  lineOf,
  WordIndex,
  readingOf,
  sameLetters,
  type LetteredWord,
  type Reading,
} from './reading.js';

/** Notes beside a site's words. */
export interface Notes {
  /** "CAP'Y 75,000 CUB. FT.", "40 CARS", as read; the word alone if its number was not read. */
  capacity?: string;
  /** UNDERGR'D, BURIED. */
  isBelowGround?: boolean;
  /** NOT USED, VACANT, FORMERLY, as read: a former use. */
  disused?: string;
}

/** Search radius for notes around a lettering, in letter heights. */
const NOTES = 6;
const BELOW_GROUND = /^(?:UNDERG\w*|UNDGRD?|UNDERGRO?U?N?D|BURIED)$/;
const DISUSED: readonly (readonly string[])[] = [
  ['NOT', 'USED'],
  ['NOT', 'IN', 'USE'],
  ['VACANT'],
  ['FORMERLY'],
  ['DISMANTLED'],
  ['ABANDONED'],
  ['DILAPIDATED'],
];
/** Uses that have capacities: beside another use, a capacity belongs to a neighbour. */
const HOLDING: ReadonlySet<string> = new Set(['gas_holder_site', 'fuel_storage', 'gas_station', 'auto_repair']);

/** Capacity labels, without full stops and apostrophes. */
const HEADS: ReadonlySet<string> = new Set(['CAPACITY', 'CAPACY', 'CAPCY', 'CAPY', 'CAPT', 'CAP']);
/** Counted units: with a number they are a capacity without a label. */
const COUNTED: ReadonlySet<string> = new Set(
  'CARS AUTOS AUTOMOBILES TRUCKS GAL GALS GALL GALLS GALLON GALLONS BBL BBLS BARRELS TONS DIAM DIAMETER'.split(' '),
);
/** Accompanying words: CU. FT. EACH. */
const WITH: ReadonlySet<string> = new Set('CU CUB CUBIC FT FEET EACH MILLION'.split(' '));
const LONG_WORDS = [...HEADS, ...COUNTED, ...WITH].filter(({ length }) => length >= 4);
/** Allowed mistakes, one similar letter: CARP. is a carpenter, and GAS is not GALS. */
const MISTAKES = 0.4;

/** Maximum words of a capacity. */
const LONGEST = 8;

type Token = 'head' | 'counted' | 'with' | 'number';
const ORDER: readonly Token[] = ['head', 'counted', 'with', 'number'];

/** Roles of a word in a capacity: "75,000", "CAP'Y", "CU.FT." or "CAP'Y75,000"; undefined for other words. */
function tokensOf(text: string): readonly Token[] | undefined {
  const pieces = text
    .toUpperCase()
    .replace(/['’`]/g, '')
    .match(/\d[\d.,]*|[^\d\s.,:;()-]+/g);
  const tokens = (pieces ?? []).map(tokenOf);
  return tokens.length > 0 && tokens.every((one) => one !== undefined) ? tokens : undefined;
}

function tokenOf(piece: string): Token | undefined {
  if (/^\d/.test(piece)) return 'number';
  const [nearest = piece] = LONG_WORDS.filter((one) => (mistakesIn(piece, one) ?? Infinity) <= MISTAKES);
  if (HEADS.has(nearest)) return 'head';
  if (COUNTED.has(nearest)) return 'counted';
  return WITH.has(nearest) ? 'with' : undefined;
}

/** Capacity word with its position. */
interface Placed {
  reading: Reading;
  tokens: readonly Token[];
}

/** Page's capacity words, including numbers, none of which names a use. */
export class Capacities {
  readonly #near: WordIndex;
  readonly #tokens = new Map<LetteredWord, readonly Token[]>();

  /** @param words of one page */
  constructor(words: readonly LetteredWord[]) {
    const readings = words.flatMap((word) => {
      const tokens = tokensOf(word.text);
      const reading = tokens && readingOf(word);
      if (!reading) return [];
      this.#tokens.set(word, tokens);
      return [reading];
    });
    this.#near = new WordIndex(readings);
  }

  /** As read. */
  beside(line: Reading, used: readonly Reading[]): string | undefined {
    const away = ({ reading }: Placed): number => Math.hypot(reading.x - line.x, reading.y - line.y);
    const close = this.#within(line, used).sort((a, b) => away(a) - away(b));
    const seen = new Set<LetteredWord>();
    let best: Placed[] = [];
    for (const one of close) {
      if (isNumber(one) || seen.has(one.reading.word)) continue;
      const phrase = this.#phraseOf(one, used);
      for (const { reading } of phrase) seen.add(reading.word);
      if (isCapacity(phrase) && worth(phrase) > worth(best)) best = phrase;
    }
    return best.length > 0 ? textOf(best) : undefined;
  }

  /** Chains adjacent words, same-line ones before those above and below. */
  #phraseOf(first: Placed, used: readonly Reading[]): Placed[] {
    const phrase = [first];
    for (let isGrowing = true; isGrowing && phrase.length < LONGEST;) {
      const others = phrase
        .flatMap(({ reading }) => this.#placed(this.#near.near(reading), used))
        .filter((other) => !phrase.some((one) => one.reading === other.reading || isAnother(one, other)));
      const next =
        others.find((other) => phrase.some((one) => isBeside(one, other))) ??
        others.find((other) => phrase.some((one) => isAboveOrBelow(one, other)));
      isGrowing = next !== undefined;
      if (next) phrase.push(next);
    }
    return phrase;
  }

  #within(line: Reading, used: readonly Reading[]): Placed[] {
    return this.#placed(this.#near.within(line, line.length / 2 + NOTES * line.height), used);
  }

  #placed(readings: readonly Reading[], used: readonly Reading[]): Placed[] {
    return readings
      .filter((one) => !used.some(({ word }) => word === one.word))
      .map((reading) => ({ reading, tokens: this.#tokens.get(reading.word) ?? [] }));
  }
}

/** A second number or second CAP'Y belongs to another capacity. */
const isAnother = (one: Placed, other: Placed): boolean =>
  (['number', 'head'] as const).some((token) => one.tokens.includes(token) && other.tokens.includes(token));
const isNumber = ({ tokens }: Placed): boolean => tokens.every((token) => token === 'number');

const isBeside = (one: Placed, other: Placed): boolean =>
  follows(one.reading, other.reading) || follows(other.reading, one.reading);

/** A number above or below a word is that of the storeys. */
function isAboveOrBelow(one: Placed, other: Placed): boolean {
  const numbers = [one, other].filter(isNumber);
  if (numbers.some(({ reading }) => /^\D*\d\D*$/.test(reading.word.text))) return false;
  return below(one.reading, other.reading) || below(other.reading, one.reading);
}

const kindsOf = (phrase: readonly Placed[]): Set<Token> => new Set(phrase.flatMap(({ tokens }) => tokens));

function isCapacity(phrase: readonly Placed[]): boolean {
  const kinds = kindsOf(phrase);
  // a storey or house number is not a capacity
  return kinds.has('head') || (kinds.has('counted') && kinds.has('number'));
}

const worth = (phrase: readonly Placed[]): number =>
  ORDER.filter((token) => kindsOf(phrase).has(token)).length + Math.min(0.9, phrase.length / 10);

/** Words in reading order. */
function textOf(phrase: readonly Placed[]): string {
  const readings = phrase.map(({ reading }) => reading);
  const { angle, height } = lineOf(readings);
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const placed = readings.map((one) => ({ one, along: one.x * c + one.y * s, down: one.y * c - one.x * s }));
  placed.sort((a, b) => a.down - b.down);
  const lines: (typeof placed)[] = [];
  for (const word of placed) {
    const line = lines.at(-1);
    if (line?.[0] && word.down - line[0].down < 0.7 * height) line.push(word);
    else lines.push([word]);
  }
  return lines
    .flatMap((line) => line.sort((a, b) => a.along - b.along))
    .map(({ one }) => one.word.text)
    .join(' ');
}

/** Notes below and beside a lettering. */
export function notesOf(
  landUse: string | undefined,
  used: readonly Reading[],
  near: WordIndex,
  capacities: Capacities,
): Notes {
  const line = lineOf(used);
  const close = near
    .within(line, line.length / 2 + NOTES * line.height)
    .filter((one) => one.part === undefined && !used.some((own) => sameLetters(own, one)));
  const letters = new Set(close.map((one) => one.letters));
  const capacity = HOLDING.has(landUse ?? '') ? capacities.beside(line, used) : undefined;
  const disused = DISUSED.find((words) => words.every((word) => letters.has(word)));
  return {
    ...(capacity !== undefined && { capacity }),
    ...(close.some((one) => BELOW_GROUND.test(one.letters)) && { isBelowGround: true }),
    ...(disused && { disused: disused.join(' ').toLowerCase() }),
  };
}
