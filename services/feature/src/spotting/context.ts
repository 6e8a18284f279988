/** Context of a lettering: names and negations that exclude a site, and other parts of the same works. */
import { below, follows, lineOf, sameLetters, type WordIndex, type Reading } from './reading.js';
import { NAMED, STREET_WORDS, type Term } from './terms.js';
import type { Meanings } from './vocabulary.js';

export interface Context {
  /** FOUNDRY ST., QUARRY CHURCH: the words are a proper name. */
  isName: boolean;
  /** NO GASOLINE. */
  isNegated: boolean;
  /** A required nearby word is missing. */
  isAlone: boolean;
}

export const isNoSite = ({ isName, isNegated, isAlone }: Context): boolean => isName || isNegated || isAlone;

/** Maximum distance between the parts of a works, as a share of the page's longer side. */
const WORKS = 0.16;
const NEGATIONS: ReadonlySet<string> = new Set(['NO', 'NOT', 'NON', 'WITHOUT']);

/** @param page its longer side scales the distance between parts of a works */
export function contextOf(
  term: Term,
  used: readonly Reading[],
  near: WordIndex,
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
  };
}

function isBeside(
  { beside }: Term,
  used: readonly Reading[],
  line: Reading,
  near: WordIndex,
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
