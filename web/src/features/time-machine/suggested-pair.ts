import { isPageKind } from '@symbio/proto/document/vocabulary';
import type { StoredAlignment } from './alignments-api.js';
import type { TimeSheet } from './time-sheet.js';

/** A thousand sheets have half a million pairs. */
const MOST = 300;

/** Evidence for the same area. Different kinds can be compared after alignment. */
const WEIGHT = { city: 4, number: 4, volume: 2, name: 1, kind: 2 } as const;

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
  volume: string;
  words: ReadonlySet<string>;
}

const traitsOf = (sheet: TimeSheet): Traits => ({
  sheet,
  city: plain(sheet.page.title_block?.city?.value),
  number: plain(sheet.page.title_block?.sheet_number?.value),
  volume: plain(sheet.page.title_block?.volume?.value),
  words: wordsOf(sheet.documentTitle),
});

const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => [...a].filter((word) => b.has(word)).length;

/** Two neighbours of one year show no change: pairs of different years come first, those of one kind before others. */
function yearRank(a: Traits, b: Traits): number {
  const [one, other] = [a.sheet.year, b.sheet.year];
  const isElsewhere = a.city !== '' && b.city !== '' && a.city !== b.city;
  if (one === null || other === null || one === other || isElsewhere) return 0;
  return isSameKind(a, b) ? 2 : 1;
}

const isSameKind = (a: Traits, b: Traits): boolean =>
  a.sheet.page.metadata?.page_type === b.sheet.page.metadata?.page_type;

function likeness(a: Traits, b: Traits): number {
  const cities = a.city && b.city ? (a.city === b.city ? WEIGHT.city : -WEIGHT.city) : 0;
  const isSameCity = cities >= 0;
  const number = a.number && a.number === b.number && isSameCity ? WEIGHT.number : 0;
  const names = Math.min(overlap(a.words, b.words), 3) * WEIGHT.name;
  const volume = a.volume && a.volume === b.volume && isSameCity ? WEIGHT.volume : 0;
  const kind = isSameKind(a, b) ? WEIGHT.kind : 0;
  return cities + number + volume + names + kind;
}

const gap = (a: TimeSheet, b: TimeSheet): number =>
  a.year === null || b.year === null ? 0 : Math.abs(a.year - b.year);

/** Of a known kind, if at least two; else all. Forms among maps have no kind. */
export function comparable(sheets: readonly TimeSheet[]): readonly TimeSheet[] {
  const maps = sheets.filter(({ page }) => isPageKind(page.metadata?.page_type ?? ''));
  return maps.length > 1 ? maps : sheets;
}

interface Match {
  rank: number;
  score: number;
  /** between them */
  years: number;
}

const matchOf = (a: Traits, b: Traits): Match => ({
  rank: yearRank(a, b),
  score: likeness(a, b),
  years: gap(a.sheet, b.sheet),
});

/** Higher rank, then higher score, then larger difference in years, then earlier in order. */
const isBetter = (match: Match, best: Match | null): boolean =>
  best === null || (match.rank - best.rank || match.score - best.score || match.years - best.years) > 0;

/** Undefined if there is no other sheet. */
export function partnerOf(sheet: TimeSheet, sheets: readonly TimeSheet[]): TimeSheet | undefined {
  const own = traitsOf(sheet);
  let best: (Match & { sheet: TimeSheet }) | null = null;
  for (const other of comparable(sheets)) {
    if (other === sheet) continue;
    const match = matchOf(own, traitsOf(other));
    if (isBetter(match, best)) best = { ...match, sheet: other };
  }
  return best?.sheet ?? sheets.find((other) => other !== sheet);
}

/** Older sheet first. */
export function suggestedPair(sheets: readonly TimeSheet[]): [TimeSheet, TimeSheet] | null {
  const among = comparable(sheets).slice(0, MOST).map(traitsOf);
  let best: (Match & { pair: [TimeSheet, TimeSheet] }) | null = null;
  for (const [index, a] of among.entries()) {
    for (const b of among.slice(index + 1)) {
      const match = matchOf(a, b);
      if (isBetter(match, best)) best = { ...match, pair: [a.sheet, b.sheet] };
    }
  }
  return best?.pair ?? null;
}

/** First stored alignment between known sheets of different years, the older sheet first; null without one. */
export function alignedPair(
  alignments: readonly Pick<StoredAlignment, 'first_page_id' | 'second_page_id'>[],
  sheets: readonly TimeSheet[],
): [TimeSheet, TimeSheet] | null {
  const sheetOf = new Map(sheets.map((sheet) => [sheet.page.id, sheet]));
  for (const { first_page_id: firstId, second_page_id: secondId } of alignments) {
    const [first, second] = [sheetOf.get(firstId), sheetOf.get(secondId)];
    if (!first || !second || first.year === null || second.year === null || first.year === second.year) continue;
    return first.year < second.year ? [first, second] : [second, first];
  }
  return null;
}
