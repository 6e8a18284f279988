/** Finds land use letterings on a page (FEAT-21): pure functions of its words and positions. */
import { calibrated } from './confidence.js';
import { mistakesIn } from './letters.js';
import { contextOf, isNoSite } from './context.js';
import { Capacities, notesOf, type Notes } from './notes.js';
import {
  boundingBox,
  below,
  distanceBetween,
  follows,
  lineOf,
  WordIndex,
  readingsOf,
  sameLetters,
  touches,
  type Box,
  type LetteredWord,
  type Reading,
} from './reading.js';
import { inSlices } from './slices.js';
import { GENERIC, type Term } from './terms.js';
import {
  isHead,
  letteringsFrom,
  Meanings,
  nearestOrdinary,
  splitsOf,
  termOf,
  termOfPieces,
  type Lettering,
} from './vocabulary.js';

export interface Spot {
  /** One of the 44 listed values. */
  landUse: string;
  /** Words as read: "GAS HOLDER". */
  text: string;
  /** Canonical words. */
  term: string;
  /** Page pixels. */
  box: Box;
  /** Words' rotated rectangle: centre, sides along and across in page pixels, angle in radians clockwise. */
  lettering: { x: number; y: number; length: number; height: number; angle: number };
  /** 0 to 10 in halves: 8 means eight of ten are right. */
  confidence: number;
  /** Uncalibrated score, 0 to 10. */
  score: number;
  /** Notes beside the words. */
  notes: Notes;
}

/** Score penalty for misread letters, as a share of the word, and for low OCR confidence. */
const MISREAD = 14;
const UNSURE_WORDS = 3;
/** Penalty for a misread word without confirming context. */
const ALONE = 0.8;
/** Score of an average term, and the weight of the deviation from it. */
const USUAL = 8;
const USUAL_TERM = 7;
const TELLING = 0.4;
/** Penalty for words over several lines, which may be unrelated. */
const OVER_LINES = 0.3;
/** Weight of each further word when readings of the same words compete. */
const MORE_WORDS = 0.8;
/** Bonus for a capacity or underground tank, which confirms the use. */
const NOTED = 0.7;
/** Minimum confidence of a proposal; below it most would be wrong. */
export const MIN_CONFIDENCE = 5;
/** Distance within which words are one site, as a share of the page's longer side: one proposal for them. */
const SITE = 0.025;
/** Distance of items from their common heading, as a share of the page's longer side. */
const HEADING = 0.08;
/** Maximum misread letters of a phrase, as a share of its letters. */
const MISTAKES = 0.22;
/** The same for a word without confirming neighbours. */
const MISTAKES_ALONE = 0.22;
/** The same for a single abbreviation. */
const MISTAKES_SHORT = 0.16;
const SHORT = 4;

interface PageSize {
  width: number;
  height: number;
}

/**
 * Spots of a page, most confident first; the most specific one of each site.
 * @param least minimum confidence
 */
export const spotsOn = (words: readonly LetteredWord[], page: PageSize, least = MIN_CONFIDENCE): Spot[] =>
  tellingOf([...candidates(words, page)].flat(), page, least);

/** The same in slices, see {@link inSlices}. */
export const spotsInSlices = async (
  words: readonly LetteredWord[],
  page: PageSize,
  pause?: () => Promise<unknown>,
  sliceMs?: number,
): Promise<Spot[]> => tellingOf(await inSlices(candidates(words, page), pause, sliceMs), page, MIN_CONFIDENCE);

interface Candidate {
  match: Match;
  score: number;
  notes: Notes;
}

interface Match {
  term: Term;
  used: readonly Reading[];
  /** Weighted number of wrong letters; similar ones count less. */
  mistakes: number;
  lines: number;
}

function tellingOf(found: readonly Candidate[], page: PageSize, least: number): Spot[] {
  const none = found.filter(({ match }) => match.term.landUse === undefined);
  const sites = found.filter(
    ({ match }) => match.term.landUse !== undefined && !none.some((one) => absorbs(one.match, match)),
  );
  sites.sort((a, b) => weightOf(b) - weightOf(a));
  const near = SITE * Math.max(page.width, page.height);
  const kept: { candidate: Candidate; spot: Spot; boxes: Box[] }[] = [];
  const headings: Candidate[] = [];
  const usesWordsOf = (one: Candidate, other: Candidate): boolean =>
    one.match.used.some((word) => other.match.used.some((used) => sameLetters(word, used)));
  for (const candidate of sites) {
    const spot = spotOf(candidate);
    if (!spot || spot.confidence < least) continue;
    const isSaid =
      headings.some((heading) => usesWordsOf(candidate, heading)) ||
      kept.some(
        (other) => usesWordsOf(candidate, other.candidate) || saysNoMore(candidate.match, other.candidate.match),
      );
    if (isSaid) continue;
    const site = kept.find(
      (other) =>
        other.spot.landUse === spot.landUse && other.boxes.some((box) => distanceBetween(box, spot.box) < near),
    );
    // letterings of one site are chained
    if (site) site.boxes.push(spot.box);
    else if (isHeading(candidate, spot, sites, page)) headings.push(candidate);
    else kept.push({ candidate, spot, boxes: [spot.box] });
  }
  return kept.map(({ spot }) => spot).sort((a, b) => b.confidence - a.confidence || b.score - a.score);
}

/** Of two readings of the same words, the one that explains more of them wins: PRINTING PRESS before PRINTING. */
const weightOf = ({ score, match }: Candidate): number => score + MORE_WORDS * (match.used.length - 1);

/** Whether a non-site match contains all of a term's words: "GAS MAINS" contains GAS, "LIGHTS: GAS" too. */
const absorbs = (none: Match, match: Match): boolean =>
  none.used.length >= match.used.length && match.used.some((one) => none.used.some((used) => sameLetters(one, used)));

/** "GAS LIGHT CO'S WORKS": WORKS after words that name the use is not another works. */
function saysNoMore(generic: Match, telling: Match): boolean {
  const [first] = generic.used;
  if (!first || !isGeneric(generic)) return false;
  return telling.used.some((one) => follows(one, first) || below(one, first)) || follows(lineOf(telling.used), first);
}

/** GAS HOLDERS beside two items lettered GAS HOLDER: a heading for them. */
function isHeading({ match }: Candidate, spot: Spot, sites: readonly Candidate[], page: PageSize): boolean {
  const things = spot.term.split(' ').at(-1) ?? '';
  if (!things.endsWith('S')) return false;
  const near = HEADING * Math.max(page.width, page.height);
  const single = sites.filter(
    (other) =>
      other.match.term.landUse === spot.landUse &&
      meantBy(other.match.term, other.match.used).endsWith(` ${things.slice(0, -1)}`) &&
      !other.match.used.some((one) => match.used.some((used) => sameLetters(one, used))) &&
      distanceBetween(boundingBox(other.match.used.map(({ word }) => word)), spot.box) < near,
  );
  return single.length >= 2;
}

const isGeneric = ({ term }: Match): boolean =>
  term.words.every((spellings) => spellings.some((spelling) => GENERIC.has(spelling)));

function* candidates(words: readonly LetteredWord[], page: PageSize): Generator<Candidate[]> {
  const readings = readingsOf(words, splitsOf);
  const near = new WordIndex(readings);
  const capacities = new Capacities(words);
  const meanings = new Meanings();
  for (const first of readings)
    yield [...matchesFrom(first, near, meanings)].flatMap((match) => {
      if (match.term.landUse === undefined) return [{ match, score: 0, notes: {} }];
      const context = contextOf(match.term, match.used, near, meanings, page);
      if (isNoSite(context)) return [];
      const notes = notesOf(match.term.landUse, match.used, near, capacities);
      return [{ match, score: scoreOf(match, notes), notes }];
    });
}

function* matchesFrom(first: Reading, near: WordIndex, meanings: Meanings): Generator<Match> {
  const least = new Map<Lettering, number>();
  for (const [spelling, mistakes] of meanings.of(first.letters))
    for (const lettering of letteringsFrom(spelling))
      // words both joined and misread are a different word
      if (mistakes === 0 || lettering.words.length === lettering.term.words.length)
        least.set(lettering, Math.min(mistakes, least.get(lettering) ?? Infinity));
  for (const [lettering, mistakes] of least) {
    const match = matchOf(lettering, first, mistakes, near, meanings);
    if (match && isMeant(match)) yield match;
  }
  yield* brokenWords(first, near);
  yield* pieces(first, near, meanings);
}

/** Whether the number of wrong letters is acceptable for the lettering's length. */
function isMeant({ used, mistakes, term }: Match): boolean {
  if (mistakes === 0) return true;
  if (used.length === 1 && nearestOrdinary(used[0]?.letters ?? '') < mistakes) return false;
  const letters = used.reduce((sum, one) => sum + one.letters.length, 0);
  const share = used.length > 1 ? MISTAKES : letters <= SHORT ? MISTAKES_SHORT : MISTAKES_ALONE;
  return mistakes <= (term.landUse === undefined ? share / 2 : share) * letters;
}

/** Words of a lettering in sequence, along the line or on the lines below. */
function matchOf(
  { words, term }: Lettering,
  first: Reading,
  mistakes: number,
  near: WordIndex,
  meanings: Meanings,
): Match | undefined {
  let match: Match = { term, used: [first], mistakes, lines: 1 };
  for (const spellings of words.slice(1)) {
    const next = nextWord(match.used, spellings, near, meanings);
    if (!next) return undefined;
    match = {
      term,
      used: [...match.used, next.reading],
      mistakes: match.mistakes + next.mistakes,
      lines: match.lines + LINES[next.place],
    };
  }
  return match;
}

/** Next word of a lettering: after the last one, on the line below it, or below the whole line so far. */
function nextWord(used: readonly Reading[], spellings: readonly string[], near: WordIndex, meanings: Meanings) {
  const last = used.at(-1);
  if (!last) return undefined;
  const close = near.near(last);
  for (const place of PLACES) {
    let best: { reading: Reading; mistakes: number; place: Place } | undefined;
    for (const reading of close) {
      const mistakes = leastOf(spellings, meanings.of(reading.letters));
      if (mistakes === undefined || mistakes >= (best?.mistakes ?? Infinity)) continue;
      if (used.some((one) => sameLetters(one, reading))) continue;
      if (place === 'askew' && mistakes > 0) continue;
      if (standsAt(place, used, last, reading)) best = { reading, mistakes, place };
    }
    if (best) return best;
  }
  return undefined;
}

type Place = 'behind' | 'below' | 'askew';
/** Line count of each position; misaligned words are penalized. */
const LINES: Readonly<Record<Place, number>> = { behind: 0, below: 1, askew: 4 };
const PLACES: readonly Place[] = ['behind', 'below', 'askew'];

function standsAt(place: Place, used: readonly Reading[], last: Reading, next: Reading): boolean {
  if (place === 'behind') return follows(last, next);
  if (place === 'below') return below(last, next) || below(lineOf(used), next);
  return touches(last, next);
}

function leastOf(spellings: readonly string[], meanings: ReadonlyMap<string, number>): number | undefined {
  let least: number | undefined;
  for (const spelling of spellings) {
    const mistakes = meanings.get(spelling);
    if (mistakes !== undefined && (least === undefined || mistakes < least)) least = mistakes;
  }
  return least;
}

/** A word read as two: "FOUN DRY". Only without other mistakes. */
function brokenWords(first: Reading, near: WordIndex): Match[] {
  if (!isHead(first.letters)) return [];
  return near.near(first).flatMap((second) => {
    const term = termOf(first.letters + second.letters);
    return term && second.letters.length >= 2 && follows(first, second)
      ? [{ term, used: [first, second], mistakes: 1, lines: 1 }]
      : [];
  });
}

/** Maximum gap between two pieces of a word, in letter heights. */
const PIECES_GAP = 0.9;
/** Penalty of the break, in letters. */
const BROKEN = 0.6;

/** A long word read as two meaningless pieces: GASON TERS. */
function* pieces(first: Reading, near: WordIndex, meanings: Meanings): Generator<Match> {
  for (const second of near.near(first)) {
    if (first.part !== undefined || second.part !== undefined || !follows(first, second)) continue;
    const apart = Math.hypot(second.x - first.x, second.y - first.y) - (first.length + second.length) / 2;
    const meant = apart <= PIECES_GAP * first.height && termOfPieces(first.letters, second.letters, meanings);
    if (!meant) continue;
    const match = { term: meant.term, used: [first, second], mistakes: meant.mistakes + BROKEN, lines: 1 };
    if (isMeant(match)) yield match;
  }
}

function scoreOf({ term, used, mistakes, lines }: Match, notes: Notes): number {
  const sure = used.reduce((sum, { word }) => sum + word.confidence, 0) / used.length;
  const letters = used.reduce((sum, one) => sum + one.letters.length, 0);
  const noted = notes.capacity !== undefined || notes.isBelowGround ? NOTED : 0;
  const alone = used.length === 1 && mistakes > 0 ? ALONE : 0;
  const meant = USUAL + TELLING * (term.confidence - USUAL_TERM) + noted;
  const misread = (MISREAD * mistakes) / letters + alone + UNSURE_WORDS * (1 - sure);
  return Math.max(0, Math.min(10, meant - misread - OVER_LINES * (lines - 1)));
}

function spotOf({ match: { term, used }, score, notes }: Candidate): Spot | undefined {
  if (term.landUse === undefined) return undefined;
  const { x, y, length, height, angle } = lineOf(used);
  return {
    landUse: term.landUse,
    text: textOf(used),
    term: meantBy(term, used),
    box: boundingBox(used.map(({ word }) => word)),
    lettering: { x, y, length, height, angle },
    confidence: calibrated(score),
    score,
    notes,
  };
}

/** Closest spelling of each word. */
function meantBy({ words }: Term, used: readonly Reading[]): string {
  return words
    .map((spellings, index) => {
      const read = words.length === used.length ? (used[index]?.letters ?? '') : '';
      const cost = (spelling: string): number => mistakesIn(read, spelling) ?? Infinity;
      return spellings.reduce((best, one) => (cost(one) < cost(best) ? one : best));
    })
    .join(' ');
}

/** Words as read, each once even if it was split. */
/** The words as they were read, without what joins them to the words beside, as "&" in "Japanning & Printing". */
const textOf = (used: readonly Reading[]): string =>
  [...new Set(used.map(({ word }) => word))]
    .map(({ text }) => text)
    .join(' ')
    .replace(/^[&,;:\-\s]+|[&,;:\-\s]+$/g, '');
