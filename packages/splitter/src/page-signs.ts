import { ANY_TITLE, GENERAL_TITLE, KIND_RULES } from './kinds.js';
import type { DocumentKind, PackagePage, PageWord } from './model.js';

/** What the rules compare of a page. */
export interface PageSigns {
  /** Points. */
  width: number;
  height: number;
  dpi: number;
  pictureShare: number;
  /** A picture of the whole page without text of the file. */
  isScan: boolean;
  sheet: PackagePage['kind'];
  wordCount: number;
  /** Lower case, words separated by a blank. */
  text: string;
  /** Large type, in the same form. */
  heading: string;
  /** Words of header and footer. */
  running: ReadonlySet<string>;
  fonts: ReadonlySet<string>;
  /** Printed page number, and the count of pages beside it. */
  number?: number;
  numberOf?: number;
  label?: string;
  cover?: { kind: DocumentKind; weight: number };
  years: number[];
  saysNoCoverage: boolean;
}

/** Shares of the page's height. */
const [HEADER, FOOTER] = [0.062, 0.93];
/** Height of capitals in points: that of 15 point type on a cover, of 11 point type in a heading. */
const [COVER_TYPE, HEADING_TYPE] = [10.5, 7.8];
const [FEWEST_COVER_WORDS, MOST_COVER_WORDS] = [3, 110];
const YEAR = /\b(?:18[6-9]\d|19\d\d|20[0-2]\d)\b/g;
const NO_COVERAGE = /unmapped property|no coverage|not available for|no maps? (?:found|available)/;
/** Whether a page states that nothing covers the property. */
export const saysNoCoverage = (text: string): boolean => NO_COVERAGE.test(text.toLowerCase().replace(/\s+/g, ' '));

/** On every sheet, whatever the document. */
const COMMON_RUNNING = new Set([
  'page',
  'certified',
  'map',
  'volume',
  'sheet',
  'minute',
  'inch',
  'feet',
  'flown',
  'scale',
]);

export function signsOf(page: PackagePage): PageSigns {
  const points = 72 / page.dpi;
  const text = joined(page.words);
  const tallest = page.words.reduce((most, { height }) => Math.max(most, height), 0) * points;
  const least = Math.max(HEADING_TYPE, tallest * 0.7);
  const heading = joined(page.words.filter(({ height }) => height * points >= least));
  const edge = page.words.filter(({ y, height }) => y + height < page.height * HEADER || y > page.height * FOOTER);
  const isCoverLike =
    page.words.length >= FEWEST_COVER_WORDS &&
    page.words.length <= MOST_COVER_WORDS &&
    page.pictureShare <= 0.25 &&
    tallest >= COVER_TYPE;
  const cover = isCoverLike ? coverOf(heading, page.words.length, tallest) : letterOf(page.words);
  return {
    width: page.width * points,
    height: page.height * points,
    dpi: page.dpi,
    pictureShare: page.pictureShare,
    isScan: page.pictureShare > 0.95 && page.fonts.length === 0,
    sheet: page.kind,
    wordCount: page.words.length,
    text,
    heading,
    running: new Set((joined(edge).match(/[a-z]{3,}/g) ?? []).filter((word) => !COMMON_RUNNING.has(word))),
    // a subset of a font has a prefix of six letters
    fonts: new Set(page.fonts.map((font) => font.replace(/^[A-Z]{6}\+/, ''))),
    ...printedNumber(edge),
    ...(page.label === undefined ? {} : { label: page.label }),
    ...(cover ? { cover } : {}),
    years: yearsOf(page, text, heading),
    saysNoCoverage: saysNoCoverage(text),
  };
}

const joined = (words: readonly PageWord[]): string => words.map(({ text }) => text.toLowerCase()).join(' ');

function coverOf(heading: string, words: number, tallest: number): PageSigns['cover'] {
  if (GENERAL_TITLE.test(heading)) return { kind: 'other', weight: 3.5 };
  const kinds = KIND_RULES.filter(({ title }) => title.test(heading));
  const kind = kinds[0]?.kind;
  if (kind && kinds.length === 1) return { kind, weight: tallest >= 13 ? 5 : 4 };
  return ANY_TITLE.test(heading) && words < 90 ? { kind: 'unknown', weight: 2 } : undefined;
}

const LETTER_HEAD = 40;

/** First page of a letter, by its subject or salutation. */
const letterOf = (words: readonly PageWord[]): PageSigns['cover'] =>
  /(?:^| )(?:re:|subject:|dear) /.test(joined(words.slice(0, LETTER_HEAD)))
    ? { kind: 'unknown', weight: 1.5 }
    : undefined;

/** "Page 3 of 12", "3", "B-3". */
function printedNumber(edge: readonly PageWord[]): Pick<PageSigns, 'number' | 'numberOf'> {
  const named = /\bpage (\d{1,4})(?: of (\d{1,4}))?\b/.exec(joined(edge));
  if (named) return { number: Number(named[1]), ...(named[2] ? { numberOf: Number(named[2]) } : {}) };
  const alone = edge.map(({ text }) => /^(?:[A-Z]-)?(\d{1,3})$/.exec(text)?.[1]).find((found) => found !== undefined);
  return alone === undefined ? {} : { number: Number(alone) };
}

/** Of a sheet: of its title block or the last lettered; of a page of text: those in its heading. */
function yearsOf({ year, pictureShare }: PackagePage, text: string, heading: string): number[] {
  if (year !== undefined) return [year];
  const isSheet = pictureShare > 0.4 || NO_COVERAGE.test(text);
  const found = (isSheet ? text : heading).match(YEAR)?.map(Number) ?? [];
  return isSheet ? found.slice(-1) : found;
}
