/** What stands beside a lettering: names and negations that make it no site, and notes that say more of the site. */
import { below, follows, lineOf, sameLetters, type Neighbourhood, type Reading } from './reading.js';
import { NAMED, STREET_WORDS, type Term } from './terms.js';
import type { Meanings } from './vocabulary.js';

/** What is lettered beside a site's words. */
export interface Notes {
  /** "CAP'Y 75,000 CUB. FT.", "40 CARS", as it was read. */
  capacity?: string;
  /** UNDERGR'D, BURIED. */
  isBelowGround?: boolean;
  /** NOT USED, VACANT, FORMERLY, as it was read: the use is of an earlier time. */
  disused?: string;
}

/** How the words of a lettering are to be understood where they stand. */
export interface Context {
  /** FOUNDRY ST., QUARRY CHURCH: the words are somebody's or something's name. */
  isName: boolean;
  /** NO GASOLINE. */
  isNegated: boolean;
  /** Words that the term needs near it are not there. */
  isAlone: boolean;
  notes: Notes;
}

/** Whether the words are no site where they stand. */
export const isNoSite = ({ isName, isNegated, isAlone }: Context): boolean => isName || isNegated || isAlone;

/** Share of the page's longer side in which the other parts of a works stand. */
const WORKS = 0.16;
/** Letter heights around a lettering in which its notes stand. */
const NOTES = 6;
const NEGATIONS: ReadonlySet<string> = new Set(['NO', 'NOT', 'NON', 'WITHOUT']);
const BELOW_GROUND = /^(?:UNDERG\w*|UNDGRD?|UNDERGRO?U?N?D|BURIED)$/;
const CAPACITY = /^(?:CAPACITY|CAPACY|CAPY|CAPT|CAP|CARS|GALS?|GALLONS|DIAMETER|DIAM)$/;
/** Uses that something is held by: a capacity beside another use belongs to its neighbour. */
const HOLDING: ReadonlySet<string> = new Set(['gas_holder_site', 'fuel_storage', 'gas_station', 'auto_repair']);
const DISUSED: readonly (readonly string[])[] = [
  ['NOT', 'USED'],
  ['NOT', 'IN', 'USE'],
  ['VACANT'],
  ['FORMERLY'],
  ['DISMANTLED'],
  ['ABANDONED'],
  ['DILAPIDATED'],
];

/** @param page its longer side tells how far apart the parts of a works stand */
export function contextOf(
  term: Term,
  used: readonly Reading[],
  near: Neighbourhood,
  meanings: Meanings,
  page: { width: number; height: number },
): Context {
  const line = lineOf(used);
  const others = near.near(line).filter((one) => !used.some((own) => sameLetters(own, one)));
  const [first, last] = [used[0] ?? line, used.at(-1) ?? line];
  const behind = others.filter((one) => follows(last, one));
  const before = others.filter((one) => follows(one, first));
  return {
    isName:
      behind.some(({ letters }) => STREET_WORDS.has(letters) || NAMED.has(letters)) ||
      others.some((one) => NAMED.has(one.letters) && below(line, one)),
    isNegated: before.some(({ letters }) => NEGATIONS.has(letters)),
    isAlone: term.beside.length > 0 && !isBeside(term, used, line, near, meanings, page),
    notes: notesOf(term, line, used, near),
  };
}

function isBeside(
  { beside }: Term,
  used: readonly Reading[],
  line: Reading,
  near: Neighbourhood,
  meanings: Meanings,
  page: { width: number; height: number },
): boolean {
  return near
    .within(line, WORKS * Math.max(page.width, page.height))
    .some(
      (one) =>
        !used.some((own) => sameLetters(own, one)) &&
        [...meanings.of(one.letters).keys(), one.letters].some((spelling) => beside.includes(spelling)),
    );
}

/** The notes under and beside a lettering, in the order in which they are read. */
function notesOf({ landUse = '' }: Term, line: Reading, used: readonly Reading[], near: Neighbourhood): Notes {
  const close = near
    .within(line, line.length / 2 + NOTES * line.height)
    .filter((one) => one.part === undefined && !used.some((own) => sameLetters(own, one)));
  const letters = new Set(close.map((one) => one.letters));
  const capacity = HOLDING.has(landUse) ? close.find((one) => CAPACITY.test(one.letters)) : undefined;
  const disused = DISUSED.find((words) => words.every((word) => letters.has(word)));
  return {
    ...(capacity && { capacity: capacityOf(capacity, near) }),
    ...(close.some((one) => BELOW_GROUND.test(one.letters)) && { isBelowGround: true }),
    ...(disused && { disused: disused.join(' ').toLowerCase() }),
  };
}

/** The words of the capacity's own line. */
function capacityOf(word: Reading, near: Neighbourhood): string {
  const { line } = word.word;
  const words =
    line === undefined
      ? [word]
      : near.within(word, word.length * 4).filter((one) => one.part === undefined && one.word.line === line);
  return words
    .sort((a, b) => along(a, word) - along(b, word))
    .map((one) => one.word.text)
    .join(' ');
}

const along = (one: Reading, { angle }: Reading): number => one.x * Math.cos(angle) + one.y * Math.sin(angle);
