import type { PageText, Word } from './pdfium.js';

/** A value read off a page and how sure we are of it, 0 to 1. */
export interface Guess<T> {
  value: T;
  confidence: number;
}

/** DATA-09 names the three kinds of sheets; `text` and `other` are the pages around them in the same files. */
export type PageType = 'sanborn_map' | 'topographic_map' | 'aerial_photo' | 'text' | 'other';

export interface PageMetadata {
  pageType: Guess<PageType>;
  year?: Guess<number>;
  /** As printed, in one notation: `1:24,000` or `1 in = 50 ft`. */
  mapScale?: Guess<string>;
}

export interface PageEvidence extends PageText {
  /** Category of the document (DATA-05), which a classifier or a person has set. */
  category: string;
  /** Size of the page's picture in pixels, the space of the words' boxes. */
  width: number;
  height: number;
  dpi: number;
  /** Share of the page covered by pictures, 0 to 1; 1 for a page that is one picture. */
  pictureShare: number;
}

const SHEET_TYPES: Readonly<Record<string, PageType>> = {
  sanborn_maps: 'sanborn_map',
  topographic_maps: 'topographic_map',
  aerial_imagery: 'aerial_photo',
};

/** When sheets of a kind were made: Sanborn 1867 to 2007, USGS quadrangles since 1879, aerial surveys since the 1910s. */
const PERIODS: Readonly<Partial<Record<PageType, [from: number, to: number]>>> = {
  sanborn_map: [1867, 2007],
  topographic_map: [1879, 2100],
  aerial_photo: [1910, 2100],
};

/** Legal paper in inches; a sheet that is larger is no report page. */
const PAPER = { short: 9, long: 14.5 };
const REPORT_WORDS = 120;
const REPORT_PICTURES = 0.3;
/** Outer share of the page where publishers print edition and date. */
const MARGIN = 0.12;
/** Characters around a year in which a word speaks for it. */
const NEAR = 60;

/** What a page says about itself. The same rules serve text out of the PDF and text out of OCR. */
export function readPageMetadata(page: PageEvidence, latestYear = new Date().getUTCFullYear()): PageMetadata {
  const pageType = guessPageType(page);
  const year = guessYear(page, pageType.value, latestYear);
  const mapScale =
    pageType.value === 'aerial_photo' || pageType.value === 'text' ? undefined : guessMapScale(page.text);
  return { pageType, ...(year && { year }), ...(mapScale && { mapScale }) };
}

/** The category decides, except for the cover letters, keys and reports bound into the same file. */
export function guessPageType(page: PageEvidence): Guess<PageType> {
  const sides = [page.width / page.dpi, page.height / page.dpi].sort((a, b) => a - b);
  const paper = (sides[0] ?? 0) <= PAPER.short && (sides[1] ?? 0) <= PAPER.long;
  const reads = page.words.length >= REPORT_WORDS && page.pictureShare < REPORT_PICTURES;
  const sheet = SHEET_TYPES[page.category];
  if (paper && reads) return { value: 'text', confidence: sheet ? 0.8 : 0.95 };
  if (!sheet)
    return { value: page.pictureShare < REPORT_PICTURES && page.words.length > 0 ? 'text' : 'other', confidence: 0.6 };
  // a page that is a picture is what the document is said to hold; a drawn one is so less often
  return { value: sheet, confidence: page.pictureShare >= REPORT_PICTURES ? 0.9 : 0.6 };
}

const YEAR = /(?<!\d)(?:1[789]\d\d|20\d\d)(?!\d)/g;
/** Words that speak for a year, with their weight; before the year they count in full, after it by half. */
const SPEAKING: readonly [RegExp, number][] = [
  [/survey(?:ed|or)?\b|flown|photograph(?:ed|y)?|date of photo/i, 3],
  [/copyright|©|\(c\)|\bpublish(?:ed|er)|edition|insurance maps? of/i, 3],
  [/corrected|revised|revision|\breprint|field check(?:ed)?|compiled|\bprinted/i, 2],
  [/sanborn|perris|bromley|hopkins|baist|geological survey|usgs|usda|co\.|company/i, 1.5],
];
/** A number followed by one of these measures or addresses something. */
const MEASURE = /^['"\s]*(?:ft|feet|st\b|street|ave|road|rd\b|lbs?|gal|sq|acres?|elev|%|:\s*\d)/i;

/** The year printed on the sheet, weighed by what stands near it; undefined when nothing speaks for any. */
export function guessYear(
  page: Pick<PageEvidence, 'text' | 'words' | 'width' | 'height'>,
  type: PageType,
  latestYear: number,
): Guess<number> | undefined {
  const inMargin = new Set(page.words.filter((word) => isInMargin(word, page)).flatMap((word) => yearsIn(word.text)));
  const scores = new Map<number, number>();
  const seen = new Map<number, number>();
  const found = [...page.text.matchAll(YEAR)];
  for (const [index, match] of found.entries()) {
    const year = Number(match[0]);
    if (year > latestYear) continue;
    const times = (seen.get(year) ?? 0) + 1;
    seen.set(year, times);
    // a word speaks for the year next to it, not for the one behind that
    const previousEnd = (found[index - 1]?.index ?? -4) + 4;
    const nextStart = found[index + 1]?.index ?? page.text.length;
    const before = page.text.slice(Math.max(previousEnd, match.index - NEAR), match.index);
    const after = page.text.slice(match.index + 4, Math.min(nextStart, match.index + 4 + NEAR));
    let score = MEASURE.test(after) ? -1 : 0.5;
    for (const [words, weight] of SPEAKING) {
      if (words.test(before)) score += weight;
      else if (words.test(after)) score += weight / 2;
    }
    if (inMargin.has(year)) score += 1.5;
    const period = PERIODS[type];
    if (period) score += year >= period[0] && year <= period[1] ? 0.5 : -2;
    // repetition speaks for a year, but a street number on every block must not win by it
    scores.set(year, Math.max(scores.get(year) ?? -Infinity, score) + (times > 1 && times <= 4 ? 0.3 : 0));
  }
  const ranked = [...scores].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
  const [best, second] = ranked;
  if (!best || best[1] <= 0) return undefined;
  const rival = Math.max(0, second?.[1] ?? 0);
  return { value: best[0], confidence: round(best[1] / (best[1] + rival / 2 + 1.5)) };
}

const yearsIn = (text: string): number[] => [...text.matchAll(YEAR)].map(([year]) => Number(year));

function isInMargin(word: Word, page: { width: number; height: number }): boolean {
  const x = (word.x + word.width / 2) / page.width;
  const y = (word.y + word.height / 2) / page.height;
  return Math.min(x, y, 1 - x, 1 - y) < MARGIN;
}

const RATIO = /(?<![\d:])1\s?:\s?(\d{1,3}(?:[,. ]\d{3})+|\d{3,7})(?!\d)/;
const LENGTH_TO_INCH = /(\d{1,4})\s*(ft|feet|foot|miles?)\.?\s*(?:to|=)\s*(?:an|one|the|1)?\s*inch/i;
const INCH_TO_LENGTH = /(?:one|1|an)\s*inch\s*(?:=|equals|to|represents)\s*(\d{1,4})\s*(ft|feet|foot|miles?)/i;
/** Map series and plans lie between a site plan and a state map. */
const RATIOS = { least: 100, most: 10_000_000 };

/** The scale printed on a map; more certain with the word "scale" beside it. */
export function guessMapScale(text: string): Guess<string> | undefined {
  const confidence = (index: number): number =>
    /scale/i.test(text.slice(Math.max(0, index - NEAR), index)) ? 0.9 : 0.6;
  const ratio = RATIO.exec(text);
  const denominator = Number(ratio?.[1]?.replace(/\D/g, '') ?? 0);
  if (ratio && denominator >= RATIOS.least && denominator <= RATIOS.most) {
    return { value: `1:${denominator.toLocaleString('en-US')}`, confidence: confidence(ratio.index) };
  }
  const length = LENGTH_TO_INCH.exec(text) ?? INCH_TO_LENGTH.exec(text);
  if (!length) return undefined;
  const unit = length[2]?.toLowerCase().startsWith('mi') ? 'mi' : 'ft';
  return { value: `1 in = ${Number(length[1])} ${unit}`, confidence: confidence(length.index) };
}

const round = (value: number): number => Math.round(value * 100) / 100;
