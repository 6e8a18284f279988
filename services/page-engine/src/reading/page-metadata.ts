import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import { saysNoCoverage } from '@symbio/splitter';
import type { PageText, Word } from '../pdf/page.js';
import type { FileNames } from '../pdf/file-names.js';
import { guessMapScale } from './map-scale.js';
import type { Guess, PageEvidence, PageType } from './page-evidence.js';
import type { FactReading } from './title-block/facts.js';
import { letteringReadings } from './title-block/lettering.js';

export type PrintedYearSource = 'surveyed' | 'copyright' | 'title_block' | 'revised' | 'publisher' | 'margin' | 'text';
/** Evidence for a year in names of page or document (see `named-year.ts`), strongest first. */
export type NamedYearSource =
  | 'bookmark'
  | 'page_label'
  | 'section'
  | 'file_name'
  | 'title'
  | 'pdf_title'
  | 'pdf_subject';
export type YearSource = PrintedYearSource | NamedYearSource;

export interface YearGuess extends Guess<number> {
  source: YearSource;
}

export interface PageMetadata {
  pageType: Guess<PageType>;
  year?: YearGuess;
  /** Normalized: `1:24,000` or `1 in = 50 ft`. */
  mapScale?: Guess<string>;
  /** Title block facts from lettering, without the year. */
  lettering?: FactReading[];
  /** Names from the file; not part of the page's text. */
  names?: FileNames;
}

/** Publication periods: Sanborn 1867 to 2007, USGS quadrangles since 1879, aerial surveys since the 1910s. */
export const PERIODS: Readonly<Partial<Record<PageType, [from: number, to: number]>>> = {
  sanborn_map: [1867, 2007],
  topographic_map: [1879, 2100],
  aerial_photo: [1910, 2100],
};

/** Legal paper in inches; larger sheets are not report pages. */
const PAPER = { short: 9, long: 14.5 };
const REPORT_WORDS = 120;
const REPORT_PICTURES = 0.3;
/** Scanned prose is read with confidence and has long lines; map labels do not. */
const PROSE = { confidence: 0.75, wordsPerLine: 4.5 };
/** Outer share of the page where publishers print edition and date. */
const MARGIN = 0.12;
/** Context in characters around a year. */
const NEAR = 60;

/** Derives metadata from PDF text or OCR by the same rules. */
export function readPageMetadata(page: PageEvidence, latestYear = new Date().getUTCFullYear()): PageMetadata {
  const pageType = guessPageType(page);
  const year = guessYear(page, pageType.value, latestYear);
  const isSheet = pageType.value !== 'text';
  const mapScale = isSheet ? guessMapScale(page.text) : undefined;
  const lettering = isSheet ? letteringReadings(page, pageType.value) : [];
  const { names } = page;
  return {
    pageType,
    ...(year && { year }),
    ...(mapScale && { mapScale }),
    ...(lettering.length > 0 && { lettering }),
    ...(names && { names }),
  };
}

/** The category decides, except for letters, keys and reports in the same file. */
export function guessPageType(page: PageEvidence): Guess<PageType> {
  const sides = [page.width / page.dpi, page.height / page.dpi].sort((a, b) => a - b);
  const paper = (sides[0] ?? 0) <= PAPER.short && (sides[1] ?? 0) <= PAPER.long;
  const reads = page.words.length >= REPORT_WORDS && page.pictureShare < REPORT_PICTURES;
  const sheet = sheetKindOf(page.category);
  if (paper && reads) return { value: 'text', confidence: sheet ? 0.8 : 0.95 };
  if (paper && isProse(page)) return { value: 'text', confidence: 0.7 };
  // instead of a sheet, a package has a page that names the year without one
  if (page.pictureShare < REPORT_PICTURES && saysNoCoverage(page.text)) return { value: 'text', confidence: 0.9 };
  if (!sheet)
    return { value: page.pictureShare < REPORT_PICTURES && page.words.length > 0 ? 'text' : 'other', confidence: 0.6 };
  // a picture page probably has the document's kind; a drawn page less often
  return { value: sheet, confidence: page.pictureShare >= REPORT_PICTURES ? 0.9 : 0.6 };
}

function isProse({ words, text }: PageText): boolean {
  const read = words.filter(({ confidence }) => confidence !== undefined);
  if (read.length < REPORT_WORDS) return false;
  const sure = read.reduce((sum, { confidence = 0 }) => sum + confidence, 0) / read.length;
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  return sure >= PROSE.confidence && read.length / lines >= PROSE.wordsPerLine;
}

/** Plausible sheet year that is not part of a longer number. Global, for `matchAll`. */
export const YEAR = /(?<!\d)(?:1[789]\d\d|20\d\d)(?!\d)/g;
/** Year with misread last two digits: 18g6, I9O1. */
const MISREAD = /(?<![\dA-Za-z])[1Il|][789][\dOoQDgqSsBZIl|]{2}(?![\dA-Za-z])/g;
const MEANT = new Map([...'OoQDgqSsBZIl|'].map((sign, index) => [sign, '0000995582111'[index] ?? sign]));
/** A misread year needs context words and scores less. */
const MISREAD_LOSS = 1;

/** Context words with weights: full before the year, half after. */
const SPEAKING: readonly { source: YearSource; words: RegExp; weight: number }[] = [
  {
    source: 'surveyed',
    words: /(?<!geological )survey(?:ed|or)?\b|flown|photograph(?:ed|y)?|date of photo/i,
    weight: 3,
  },
  {
    source: 'copyright',
    words: /cop[yv]r[il1]gh?t|©|\(c\)|\bpublish(?:ed|er)|edition|insurance maps? of/i,
    weight: 3,
  },
  {
    source: 'revised',
    words: /corrected|revised|revision|field check(?:ed)?|compiled/i,
    weight: 2,
  },
  {
    source: 'publisher',
    words: /sanborn|perris|bromley|hopkins|baist|geological survey|usgs|usda|co\.|company/i,
    weight: 1.5,
  },
];
/**
 * Stamps of a library, dealer or copyist: the copy's date is not the sheet's. Matched before the year, on its line or
 * the one above, or directly after.
 */
const COPY_BEFORE =
  /(?:re-?produc|re-?print|\bprinted|\bcop(?:y|ied)\b|cop(?:y|ies) made|scan(?:ned)?\b|digiti[sz]|microfilm|licen[cs]ed|receiv|accession|purchased|retriev|download|ordered|inquiry|certified|\bedr\b|environmental data|sanborn library|library of congress|historical information)[^\n]{0,40}$/i;
const COPY_AFTER =
  /^[^\n\d]{0,12}(?:\bedr\b|environmental data|environmental risk|sanborn library|library of congress|the sanborn library|google|esri|historical information)/i;
/** A neighbouring number marks house numbers. */
const NUMBERS_BEFORE = /(?<!\d)\d{2,4}[.,]?\s+$/;
const NUMBERS_AFTER = /^[.,]?\s+\d{2,4}(?!\d)/;
/** A month directly before the year, as in title blocks: JAN. 1896. */
const MONTH =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|t|ober|ember)?[.,]?\s*(?:\d{1,2}[.,]?\s*)?$/i;
const MONTH_WEIGHT = 2.5;
/** Units and address words after a number. */
const MEASURE = /^['"\s]*(?:ft|feet|st\b|street|ave|road|rd\b|lbs?|gal|sq|acres?|elev|%|:\s*\d)/i;
/** Neighbourhood of a word in word heights: sideways on its line, and above. */
const BESIDE = { across: 14, above: 2.5, sameLine: 0.7 };
const LEAST_SPOKEN = 1.5;
/** Strong word directly before. */
const SPEAKING_PLAINLY = 3;

const PREDECESSOR_LOSS = 1;

interface Mention {
  year: number;
  before: string;
  after: string;
  misread: boolean;
  recognised: boolean;
  confidence: number;
}

interface Ranked {
  score: number;
  source: YearSource;
  confidence: number;
}

/** Scored by context; undefined without evidence. */
export function guessYear(
  page: Pick<PageEvidence, 'text' | 'words' | 'width' | 'height'>,
  type: PageType,
  latestYear: number,
): YearGuess | undefined {
  const inMargin = new Set(page.words.filter((word) => isInMargin(word, page)).flatMap((word) => yearsIn(word.text)));
  const recognised = page.words.some(({ confidence }) => confidence !== undefined);
  const printed = mentionsIn(page.text, recognised);
  const times = new Map<number, number>();
  for (const { year, misread } of printed) if (!misread) times.set(year, (times.get(year) ?? 0) + 1);
  const best = new Map<number, Ranked>();
  for (const mention of [...printed, ...mentionsBeside(page.words)]) {
    if (mention.year > latestYear) continue;
    const found = weigh(mention, type, inMargin.has(mention.year));
    if (found && found.score > (best.get(mention.year)?.score ?? -Infinity)) best.set(mention.year, found);
  }
  const ranked = [...best].map(([year, found]) => {
    const often = times.get(year) ?? 0;
    // repetition is evidence, but frequent numbers are street numbers
    return { year, ...found, score: found.score + (often > 1 && often <= 4 ? 0.3 : 0) };
  });
  // of several copyright lines the last is this edition's
  const claimed = ranked.filter(({ source }) => source === 'copyright');
  const latest = Math.max(...claimed.map(({ year }) => year));
  for (const one of claimed) if (one.year < latest) one.score -= PREDECESSOR_LOSS;
  ranked.sort((a, b) => b.score - a.score || a.year - b.year);
  const [first, second] = ranked;
  if (!first || first.score <= 0) return undefined;
  const rival = Math.max(0, second?.score ?? 0);
  const certain = first.score / (first.score + rival / 2 + 1.5);
  return { value: first.year, confidence: round(certain * (0.7 + 0.3 * first.confidence)), source: first.source };
}

function weigh(mention: Mention, type: PageType, margin: boolean): Ranked | null {
  const { year, before, after, misread, recognised, confidence } = mention;
  if (COPY_BEFORE.test(before) || COPY_AFTER.test(after)) return null;
  let score = MEASURE.test(after) ? -1 : 0.5;
  let spoken = 0;
  let source: YearSource = margin ? 'margin' : 'text';
  let strongest = 0;
  const speak = (weight: number, by: YearSource): void => {
    spoken += weight;
    if (weight > strongest) [strongest, source] = [weight, by];
  };
  for (const { source: by, words, weight } of SPEAKING) {
    if (words.test(before)) speak(weight, by);
    else if (words.test(after)) speak(weight / 2, by);
  }
  if (MONTH.test(before)) speak(MONTH_WEIGHT, 'title_block');
  if (misread && spoken < LEAST_SPOKEN) return null;
  const period = PERIODS[type];
  const inPeriod = !period || (year >= period[0] && year <= period[1]);
  if (recognised) {
    const amongNumbers = NUMBERS_BEFORE.test(before) || NUMBERS_AFTER.test(after);
    if (amongNumbers && spoken < SPEAKING_PLAINLY) return null;
    // fire insurance maps are full of house numbers, and a wrong year is worse than none
    if (type === 'sanborn_map' && (spoken < LEAST_SPOKEN || !inPeriod)) return null;
  }
  score += spoken - (misread ? MISREAD_LOSS : 0);
  if (margin) score += 1.5;
  if (period) score += inPeriod ? 0.5 : -2;
  return { score, source, confidence };
}

function mentionsIn(text: string, recognised: boolean): Mention[] {
  const clear = [...text.matchAll(YEAR)].map((match) => ({ match, year: Number(match[0]), misread: false }));
  const unclear = [...text.matchAll(MISREAD)]
    .filter(([seen]) => !/^\d+$/.test(seen))
    .map((match) => ({ match, year: meantBy(match[0]), misread: true }));
  const found = [...clear, ...unclear].sort((a, b) => a.match.index - b.match.index);
  return found.map(({ match, year, misread }, index) => {
    // a word applies only to the nearest year
    const previousEnd = (found[index - 1]?.match.index ?? -4) + 4;
    const nextStart = found[index + 1]?.match.index ?? text.length;
    const before = text.slice(Math.max(previousEnd, match.index - NEAR), match.index);
    const after = text.slice(match.index + 4, Math.min(nextStart, match.index + 4 + NEAR));
    return { year, before, after, misread, recognised, confidence: misread ? 0.5 : 1 };
  });
}

/** Years among OCR words with neighbours beside and above: text order is unreliable. */
function mentionsBeside(words: readonly Word[]): Mention[] {
  const mentions: Mention[] = [];
  for (const word of words) {
    if (word.confidence === undefined || (word.turned ?? 0) !== 0) continue;
    for (const { year, misread } of mentionsIn(word.text, true)) {
      const before: Word[] = [];
      const after: Word[] = [];
      for (const other of words) {
        if (other === word) continue;
        const side = besides(other, word);
        if (side === 'before') before.push(other);
        if (side === 'after') after.push(other);
      }
      const joined = (some: Word[]): string => some.map(({ text }) => text).join(' ');
      before.sort((a, b) => (Math.abs(a.y - b.y) > word.height ? a.y - b.y : a.x - b.x));
      after.sort((a, b) => a.x - b.x);
      mentions.push({
        year,
        before: `${joined(before)} `,
        after: ` ${joined(after)}`,
        misread,
        recognised: true,
        confidence: word.confidence,
      });
    }
  }
  return mentions;
}

/** Relative position of a nearby word; above counts as before. */
function besides(other: Word, word: Word): 'before' | 'after' | undefined {
  const across = other.x + other.width / 2 - (word.x + word.width / 2);
  const down = other.y + other.height / 2 - (word.y + word.height / 2);
  if (Math.abs(across) > BESIDE.across * word.height) return undefined;
  if (Math.abs(down) <= BESIDE.sameLine * word.height) return across < 0 ? 'before' : 'after';
  return down < 0 && -down <= BESIDE.above * word.height ? 'before' : undefined;
}

const meantBy = (seen: string): number => Number([...seen].map((sign) => MEANT.get(sign) ?? sign).join(''));

const yearsIn = (text: string): number[] => [...text.matchAll(YEAR)].map(([year]) => Number(year));

function isInMargin(word: Word, page: { width: number; height: number }): boolean {
  const x = (word.x + word.width / 2) / page.width;
  const y = (word.y + word.height / 2) / page.height;
  return Math.min(x, y, 1 - x, 1 - y) < MARGIN;
}

const round = (value: number): number => Math.round(value * 100) / 100;
