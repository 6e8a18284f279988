/** Finds words of land uses on a page (FEAT-21): plain functions of its words and their boxes. */
import { setImmediate } from 'node:timers/promises';
import {
  around as boxAround,
  below,
  follows,
  mistakesIn,
  Neighbourhood,
  readingsOf,
  type Box,
  type LetteredWord,
  type Reading,
} from './reading.js';
import { STREET_WORDS, TERMS, type Term } from './terms.js';

/** A place on a page where a land use is lettered. */
export interface Spot {
  /** A value of the 44-value list. */
  landUse: string;
  /** The words as they were read: "GAS HOLDER". */
  text: string;
  /** The words as they are meant. */
  term: string;
  /** Around the words, in page pixels. */
  box: Box;
  /** 0 to 10, halves. */
  confidence: number;
}

/** Confidence that each misread letter costs, and words that the reader itself was unsure of. */
const MISREAD = 1.2;
const UNSURE_WORDS = 2;
/** Words over several lines may have nothing to do with each other. */
const OVER_LINES = 0.5;
const LEAST = 3;
/** Words of one site stand within this share of the page's longer side: one proposal for them. */
const SITE = 0.045;

/** Milliseconds of work after which whoever else waits for the process comes first. */
const SLICE_MS = 20;

interface PageSize {
  width: number;
  height: number;
}

/** Spots of a page, the surest first; of the words of one site the most telling ones. */
export const spotsOn = (words: readonly LetteredWord[], page: PageSize): Spot[] =>
  tellingOf([...candidates(readingsOf(words))].flat(), page);

/**
 * The same, in slices of a few milliseconds: a page has thousands of words, and the process has to answer meanwhile.
 * @param pause lets others do their work
 * @param sliceMs milliseconds of work between two pauses
 */
export async function spotsInSlices(
  words: readonly LetteredWord[],
  page: PageSize,
  pause: () => Promise<unknown> = () => setImmediate(),
  sliceMs = SLICE_MS,
): Promise<Spot[]> {
  const found: Candidate[] = [];
  let sliceEnd = performance.now() + sliceMs;
  for (const ofWord of candidates(readingsOf(words))) {
    found.push(...ofWord);
    if (performance.now() < sliceEnd) continue;
    await pause();
    sliceEnd = performance.now() + sliceMs;
  }
  return tellingOf(found, page);
}

function tellingOf(found: Candidate[], page: PageSize): Spot[] {
  found.sort((a, b) => b.spot.confidence - a.spot.confidence || b.used.length - a.used.length);
  const near = SITE * Math.max(page.width, page.height);
  const kept: Candidate[] = [];
  for (const one of found) {
    const taken = kept.some(
      (other) =>
        one.used.some(({ word }) => other.used.some((reading) => reading.word === word)) ||
        (one.spot.landUse === other.spot.landUse && distanceOf(one.spot.box, other.spot.box) < near),
    );
    if (!taken) kept.push(one);
  }
  return kept.map(({ spot }) => spot);
}

interface Candidate {
  spot: Spot;
  used: readonly Reading[];
}

/** A way a term may be lettered: its words one by one, or read as one word. */
interface Lettering {
  term: Term;
  words: Term['words'];
}

const combinations = (words: Term['words']): string[] =>
  words.reduce<string[]>((heads, spellings) => heads.flatMap((head) => spellings.map((word) => head + word)), ['']);

/** Letters from which words that were run together are told from a word of their own. */
const RUN_TOGETHER = 7;

/** Every lettering, by each spelling of its first word. */
const BEGINNINGS = new Map<string, Lettering[]>();
for (const term of TERMS) {
  const whole = combinations(term.words).filter((one) => one.length >= RUN_TOGETHER);
  const letterings: Lettering[] = [{ term, words: term.words }];
  if (term.words.length > 1 && whole.length > 0) letterings.push({ term, words: [whole] });
  for (const lettering of letterings)
    for (const spelling of lettering.words[0] ?? [])
      BEGINNINGS.set(spelling, [...(BEGINNINGS.get(spelling) ?? []), lettering]);
}
/** Words that OCR may break in two, whole. */
const BREAKABLE = new Set(
  TERMS.flatMap(({ words }) => (words.length === 1 ? (words[0] ?? []) : [])).filter((word) => word.length >= 6),
);

/** What the first half of a broken word may be. */
const HEADS = new Set([...BREAKABLE].flatMap((word) => [...word].map((_, at) => word.slice(0, at))));

/** How a term was found. */
interface Match {
  used: Reading[];
  mistakes: number;
  lines: number;
}

/** What may begin with each word, word by word. */
function* candidates(readings: readonly Reading[]): Generator<Candidate[]> {
  const around = new Neighbourhood(readings);
  const begun = new Map<string, { lettering: Lettering; mistakes: number }[]>();
  for (const first of readings) {
    const known = begun.get(first.letters) ?? beginningsOf(first.letters);
    begun.set(first.letters, known);
    const found = known.flatMap(({ lettering, mistakes }) => {
      const match = matchFrom(lettering, first, mistakes, around);
      return match ? [{ term: lettering.term, match }] : [];
    });
    yield [...found, ...brokenWords(first, around)].flatMap(({ term, match }) => {
      const confidence = confidenceOf(term, match);
      if (confidence < LEAST || isStreet(match.used, around)) return [];
      return [{ spot: spotOf(term, match.used, confidence), used: match.used }];
    });
  }
}

/** The letterings that a word may begin; the same lettering only in its best reading. */
function beginningsOf(letters: string): { lettering: Lettering; mistakes: number }[] {
  const least = new Map<Lettering, number>();
  for (const [spelling, letterings] of BEGINNINGS) {
    const mistakes = mistakesIn(letters, spelling);
    if (mistakes === undefined) continue;
    for (const lettering of letterings)
      // words run together that are misread as well are some other word
      if (mistakes === 0 || lettering.words.length === lettering.term.words.length)
        least.set(lettering, Math.min(mistakes, least.get(lettering) ?? Infinity));
  }
  return [...least].map(([lettering, mistakes]) => ({ lettering, mistakes }));
}

/** The words of a lettering one after another, along the line or on the lines below. */
function matchFrom({ words }: Lettering, first: Reading, mistakes: number, around: Neighbourhood): Match | undefined {
  let match: Match = { used: [first], mistakes, lines: 1 };
  for (const spellings of words.slice(1)) {
    const next = nextWord(match.used, spellings, around);
    if (!next) return undefined;
    match = {
      used: [...match.used, next.reading],
      mistakes: match.mistakes + next.mistakes,
      lines: match.lines + (next.onNextLine ? 1 : 0),
    };
  }
  return match;
}

/** The next word of a lettering: behind the last one, or on the line below it or below the whole line so far. */
function nextWord(used: readonly Reading[], spellings: readonly string[], around: Neighbourhood) {
  const last = used.at(-1);
  if (!last) return undefined;
  const near = around.near(last);
  for (const onNextLine of [false, true]) {
    for (const reading of near) {
      if (used.some(({ word }) => word === reading.word)) continue;
      const stands = onNextLine ? below(last, reading) || below(lineOf(used), reading) : follows(last, reading);
      const mistakes = stands ? best(spellings, reading.letters) : undefined;
      if (mistakes !== undefined) return { reading, mistakes, onNextLine };
    }
  }
  return undefined;
}

/** The words of a lettering as if they were one. */
function lineOf(used: readonly Reading[]): Reading {
  const [first] = used;
  if (!first) throw new Error('a lettering has words');
  const along = Math.min(...used.map((one) => one.along));
  const end = Math.max(...used.map((one) => one.along + one.length));
  const down = Math.min(...used.map((one) => one.down));
  const bottom = Math.max(...used.map((one) => one.down + one.height));
  return { ...first, along, length: end - along, down, height: Math.min(bottom - down, first.height) };
}

/** A word that was read as two: "FOUN DRY". Only without any other mistake. */
function brokenWords(first: Reading, around: Neighbourhood): { term: Term; match: Match }[] {
  if (first.letters.length < 2 || !HEADS.has(first.letters)) return [];
  return [...around.near(first)].flatMap((second) => {
    const whole = first.letters + second.letters;
    if (second.letters.length < 2 || !BREAKABLE.has(whole) || !follows(first, second)) return [];
    return (BEGINNINGS.get(whole) ?? [])
      .filter(({ words, term }) => words.length === 1 && term.words.length === 1)
      .map(({ term }) => ({ term, match: { used: [first, second], mistakes: 1, lines: 1 } }));
  });
}

function best(spellings: readonly string[], letters: string): number | undefined {
  let least: number | undefined;
  for (const spelling of spellings) {
    const mistakes = mistakesIn(letters, spelling);
    if (mistakes !== undefined && (least === undefined || mistakes < least)) least = mistakes;
  }
  return least;
}

/** FOUNDRY ST., or GARAGE AVE.: the word behind the last one on its line makes it a street. */
function isStreet(used: readonly Reading[], around: Neighbourhood): boolean {
  const last = used.at(-1);
  if (!last) return false;
  return [...around.near(last)].some(
    (reading) =>
      STREET_WORDS.has(reading.letters) && !used.some(({ word }) => word === reading.word) && follows(last, reading),
  );
}

function confidenceOf({ confidence }: Term, { used, mistakes, lines }: Match): number {
  const sure = used.reduce((sum, { word }) => sum + word.confidence, 0) / used.length;
  const value = confidence - MISREAD * mistakes - UNSURE_WORDS * (1 - sure) - OVER_LINES * (lines - 1);
  return Math.max(0, Math.round(value * 2) / 2);
}

const spotOf = ({ landUse, words }: Term, used: readonly Reading[], confidence: number): Spot => ({
  landUse,
  text: used.map(({ word }) => word.text).join(' '),
  term: words.map(([word = '']) => word).join(' '),
  box: boxAround(used.map(({ word }) => word)),
  confidence,
});

function distanceOf(a: Box, b: Box): number {
  const across = Math.max(0, Math.max(a.x, b.x) - Math.min(a.x + a.width, b.x + b.width));
  const down = Math.max(0, Math.max(a.y, b.y) - Math.min(a.y + a.height, b.y + b.height));
  return Math.hypot(across, down);
}
