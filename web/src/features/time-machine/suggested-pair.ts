import { isPageKind } from '@symbio/proto/document/vocabulary';
import type { TimeSheet } from './time-sheet.js';

/** A thousand sheets have half a million pairs. */
const MOST = 300;

/** Evidence for the same area. Different kinds can be compared after alignment. */
const WEIGHT = { city: 4, number: 4, name: 1, kind: 2, year: 1 } as const;

const COMMON = new Set(
  'map maps sheet sheets page pages vol volume year sanborn insurance fire aerial aerials photo photograph topographic topo quad survey scan copy pdf the and for new old'.split(
    ' ',
  ),
);

const plain = (text: string | null | undefined): string =>
  (text ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

const wordsOf = (text: string): Set<string> =>
  new Set(
    plain(text)
      .split(' ')
      .filter((word) => word.length > 2 && !/^\d+$/.test(word) && !COMMON.has(word)),
  );

interface Traits {
  sheet: TimeSheet;
  city: string;
  number: string;
  words: ReadonlySet<string>;
}

const traitsOf = (sheet: TimeSheet): Traits => ({
  sheet,
  city: plain(sheet.page.title_block?.city?.value),
  number: plain(sheet.page.title_block?.sheet_number?.value),
  words: wordsOf(sheet.documentTitle),
});

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((word) => b.has(word)).length;

/** Different cities count against it. */
function likeness(a: Traits, b: Traits): number {
  const cities = a.city && b.city ? (a.city === b.city ? WEIGHT.city : -WEIGHT.city) : 0;
  const isSameCity = cities >= 0;
  const number = a.number && a.number === b.number && isSameCity ? WEIGHT.number : 0;
  const names = Math.min(overlap(a.words, b.words), 3) * WEIGHT.name;
  const kind = a.sheet.page.metadata?.page_type === b.sheet.page.metadata?.page_type ? WEIGHT.kind : 0;
  const year = a.sheet.year !== null && b.sheet.year !== null && a.sheet.year !== b.sheet.year ? WEIGHT.year : 0;
  return cities + number + names + kind + year;
}

const gap = (a: TimeSheet, b: TimeSheet): number =>
  a.year === null || b.year === null ? 0 : Math.abs(a.year - b.year);

/** Of a known kind, if at least two; else all. Forms among maps have no kind. */
export function comparable(sheets: readonly TimeSheet[]): readonly TimeSheet[] {
  const maps = sheets.filter(({ page }) => isPageKind(page.metadata?.page_type ?? ''));
  return maps.length > 1 ? maps : sheets;
}

/** Higher score, then larger difference in years, then earlier in order. */
const isBetter = (score: number, years: number, best: { score: number; years: number } | null): boolean =>
  best === null || score > best.score || (score === best.score && years > best.years);

/** Undefined if there is no other sheet. */
export function partnerOf(sheet: TimeSheet, sheets: readonly TimeSheet[]): TimeSheet | undefined {
  const own = traitsOf(sheet);
  let best: { sheet: TimeSheet; score: number; years: number } | null = null;
  for (const other of comparable(sheets)) {
    if (other === sheet) continue;
    const [score, years] = [likeness(own, traitsOf(other)), gap(sheet, other)];
    if (isBetter(score, years, best)) best = { sheet: other, score, years };
  }
  return best?.sheet ?? sheets.find((other) => other !== sheet);
}

/** The older sheet first. */
export function suggestedPair(sheets: readonly TimeSheet[]): [TimeSheet, TimeSheet] | null {
  const among = comparable(sheets).slice(0, MOST).map(traitsOf);
  let best: { pair: [TimeSheet, TimeSheet]; score: number; years: number } | null = null;
  for (const [index, a] of among.entries()) {
    for (const b of among.slice(index + 1)) {
      const [score, years] = [likeness(a, b), gap(a.sheet, b.sheet)];
      if (isBetter(score, years, best)) best = { pair: [a.sheet, b.sheet], score, years };
    }
  }
  return best?.pair ?? null;
}
