import { sheetKindOf } from '@symbio/proto/document/vocabulary';
import type { PageText, Word } from '../pdf/page.js';
import type { FileNames } from '../pdf/file-names.js';
import { guessMapScale } from './map-scale.js';
import type { Guess, PageEvidence, PageType } from './page-evidence.js';
import type { FactReading } from './title-block/facts.js';
import { letteringReadings } from './title-block/lettering.js';

/** What spoke for a year: words of the page, */
export type PrintedYearSource = 'surveyed' | 'copyright' | 'title_block' | 'revised' | 'publisher' | 'margin' | 'text';
/** or what people and programs call the page or its document (see `named-year.ts`), the strongest first. */
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
  /** As printed, in one notation: `1:24,000` or `1 in = 50 ft`. */
  mapScale?: Guess<string>;
  /** What the lettering says of the title block, but for the year. */
  lettering?: FactReading[];
  /** What the file calls the page outside of it; nothing of it is a word of the page. */
  names?: FileNames;
}

/** When sheets of a kind were made: Sanborn 1867 to 2007, USGS quadrangles since 1879, aerial surveys since the 1910s. */
export const PERIODS: Readonly<Partial<Record<PageType, [from: number, to: number]>>> = {
  sanborn_map: [1867, 2007],
  topographic_map: [1879, 2100],
  aerial_photo: [1910, 2100],
};

/** Legal paper in inches; a sheet that is larger is no report page. */
const PAPER = { short: 9, long: 14.5 };
const REPORT_WORDS = 120;
const REPORT_PICTURES = 0.3;
/** A scanned letter is read clearly and runs in lines; a map's labels do neither. */
const PROSE = { confidence: 0.75, wordsPerLine: 4.5 };
/** Outer share of the page where publishers print edition and date. */
const MARGIN = 0.12;
/** Characters around a year in which a word speaks for it. */
const NEAR = 60;

/** What a page says about itself. The same rules serve text out of the PDF and text out of OCR. */
export function readPageMetadata(page: PageEvidence, latestYear = new Date().getUTCFullYear()): PageMetadata {
  const pageType = guessPageType(page);
  const year = guessYear(page, pageType.value, latestYear);
  const isMap = pageType.value !== 'aerial_photo' && pageType.value !== 'text';
  const mapScale = isMap ? guessMapScale(page.text) : undefined;
  const lettering = isMap ? letteringReadings(page, pageType.value) : [];
  const { names } = page;
  return {
    pageType,
    ...(year && { year }),
    ...(mapScale && { mapScale }),
    ...(lettering.length > 0 && { lettering }),
    ...(names && { names }),
  };
}

/** The category decides, except for the cover letters, keys and reports bound into the same file. */
export function guessPageType(page: PageEvidence): Guess<PageType> {
  const sides = [page.width / page.dpi, page.height / page.dpi].sort((a, b) => a - b);
  const paper = (sides[0] ?? 0) <= PAPER.short && (sides[1] ?? 0) <= PAPER.long;
  const reads = page.words.length >= REPORT_WORDS && page.pictureShare < REPORT_PICTURES;
  const sheet = sheetKindOf(page.category);
  if (paper && reads) return { value: 'text', confidence: sheet ? 0.8 : 0.95 };
  if (paper && isProse(page)) return { value: 'text', confidence: 0.7 };
  if (!sheet)
    return { value: page.pictureShare < REPORT_PICTURES && page.words.length > 0 ? 'text' : 'other', confidence: 0.6 };
  // a page that is a picture is what the document is said to hold; a drawn one is so less often
  return { value: sheet, confidence: page.pictureShare >= REPORT_PICTURES ? 0.9 : 0.6 };
}

/** Whether recognised words are a scanned page of text. */
function isProse({ words, text }: PageText): boolean {
  const read = words.filter(({ confidence }) => confidence !== undefined);
  if (read.length < REPORT_WORDS) return false;
  const sure = read.reduce((sum, { confidence = 0 }) => sum + confidence, 0) / read.length;
  const lines = text.split('\n').filter((line) => line.trim() !== '').length;
  return sure >= PROSE.confidence && read.length / lines >= PROSE.wordsPerLine;
}

/** A year in which a sheet can have been drawn, and no part of a longer number. For `matchAll`: it is global. */
export const YEAR = /(?<!\d)(?:1[789]\d\d|20\d\d)(?!\d)/g;
/** A year that recognition has misread in its last two places: 18g6, I9O1. */
const MISREAD = /(?<![\dA-Za-z])[1Il|][789][\dOoQDgqSsBZIl|]{2}(?![\dA-Za-z])/g;
const MEANT = new Map([...'OoQDgqSsBZIl|'].map((sign, index) => [sign, '0000995582111'[index] ?? sign]));
/** A misread year counts only where a word speaks for it, and less than a clear one. */
const MISREAD_LOSS = 1;

/** Words that speak for a year, with their weight; before the year they count in full, after it by half. */
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
 * What a library, a dealer or whoever made the copy stamped on it: when the copy was made says nothing about the sheet.
 * Before the year, on its line or the one above, or right behind it.
 */
const COPY_BEFORE =
  /(?:re-?produc|re-?print|\bprinted|\bcop(?:y|ied)\b|cop(?:y|ies) made|scan(?:ned)?\b|digiti[sz]|microfilm|licen[cs]ed|receiv|accession|purchased|retriev|download|ordered|inquiry|certified|\bedr\b|environmental data|sanborn library|library of congress|historical information)[^\n]{0,40}$/i;
const COPY_AFTER =
  /^[^\n\d]{0,12}(?:\bedr\b|environmental data|environmental risk|sanborn library|library of congress|the sanborn library|google|esri|historical information)/i;
/** Another number of this kind beside it makes a year a house number among house numbers. */
const NUMBERS_BEFORE = /(?<!\d)\d{2,4}[.,]?\s+$/;
const NUMBERS_AFTER = /^[.,]?\s+\d{2,4}(?!\d)/;
/** The name of a month right before the year, as in the title block of a sheet: JAN. 1896. */
const MONTH =
  /\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)(?:uary|ruary|ch|il|e|y|ust|tember|t|ober|ember)?[.,]?\s*(?:\d{1,2}[.,]?\s*)?$/i;
const MONTH_WEIGHT = 2.5;
/** A number followed by one of these measures or addresses something. */
const MEASURE = /^['"\s]*(?:ft|feet|st\b|street|ave|road|rd\b|lbs?|gal|sq|acres?|elev|%|:\s*\d)/i;
/** Around a word on the page, in heights of the word: how far its line reaches to either side, and the lines above. */
const BESIDE = { across: 14, above: 2.5, sameLine: 0.7 };
const LEAST_SPOKEN = 1.5;
/** One of the strongest words right before it. */
const SPEAKING_PLAINLY = 3;

const PREDECESSOR_LOSS = 1;

interface Mention {
  year: number;
  before: string;
  after: string;
  misread: boolean;
  /** It was read off a picture, */
  recognised: boolean;
  /** and this is how sure recognition was of it. */
  confidence: number;
}

interface Ranked {
  score: number;
  source: YearSource;
  confidence: number;
}

/** The year printed on the sheet, weighed by what stands near it; undefined when nothing speaks for any. */
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
    // repetition speaks for a year, but a street number on every block must not win by it
    return { year, ...found, score: found.score + (often > 1 && often <= 4 ? 0.3 : 0) };
  });
  // of several copyright lines the last one is the edition's: the others are its predecessors'
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
    // fire insurance maps are full of house numbers, and a wrong one is a number all the same
    if (type === 'sanborn_map' && (spoken < LEAST_SPOKEN || !inPeriod)) return null;
  }
  score += spoken - (misread ? MISREAD_LOSS : 0);
  if (margin) score += 1.5;
  if (period) score += inPeriod ? 0.5 : -2;
  return { score, source, confidence };
}

/** Years of running text, each with the words before and after it. */
function mentionsIn(text: string, recognised: boolean): Mention[] {
  const clear = [...text.matchAll(YEAR)].map((match) => ({ match, year: Number(match[0]), misread: false }));
  const unclear = [...text.matchAll(MISREAD)]
    .filter(([seen]) => !/^\d+$/.test(seen))
    .map((match) => ({ match, year: meantBy(match[0]), misread: true }));
  const found = [...clear, ...unclear].sort((a, b) => a.match.index - b.match.index);
  return found.map(({ match, year, misread }, index) => {
    // a word speaks for the year next to it, not for the one behind that
    const previousEnd = (found[index - 1]?.match.index ?? -4) + 4;
    const nextStart = found[index + 1]?.match.index ?? text.length;
    const before = text.slice(Math.max(previousEnd, match.index - NEAR), match.index);
    const after = text.slice(match.index + 4, Math.min(nextStart, match.index + 4 + NEAR));
    return { year, before, after, misread, recognised, confidence: misread ? 0.5 : 1 };
  });
}

/** Years of recognised words with what stands beside and above them: their order in the text says little. */
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

/** Where a word stands to another one, when it is near. Above counts as before. */
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
