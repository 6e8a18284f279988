/** People's corrections, else the readings. Pure functions. */
import {
  CERTAIN,
  decideFacts,
  reading,
  yearReading,
  type FactReading,
  type SheetFacts,
} from '@symbio/page-engine/reading';
import { SHEET_FACTS, type FactSource, type SheetFact } from '@symbio/proto/document/vocabulary';
import type { FactCorrection, PageRow, StoredTitleBlock } from '../model.js';

export interface DisplayedFact {
  fact: SheetFact;
  /** Absent: marked as unknown. */
  value?: string | undefined;
  source: FactSource;
  detail: string;
  confidence: number;
  /** Overridden by the correction. */
  read?: FactReading | undefined;
  corrected?: FactCorrection | undefined;
}

type TitleBlockRow = Pick<
  PageRow,
  'titleBlock' | 'year' | 'yearSource' | 'yearConfidence' | 'mapScale' | 'mapScaleConfidence' | 'createdAt'
>;

type YearAndScale = Pick<PageRow, 'year' | 'mapScale'> & {
  [Key in 'yearConfidence' | 'mapScaleConfidence']?: number;
} & {
  yearSource?: string;
};

/** Of rows and worker reports that precede title blocks. The oldest have no confidence. */
export function readingsOfColumns({
  year,
  yearSource = '',
  yearConfidence = 0,
  mapScale,
  mapScaleConfidence = 0,
}: YearAndScale) {
  const found: FactReading[] = [];
  if (year !== undefined) found.push(yearReading(year, yearSource, yearConfidence || CERTAIN));
  if (mapScale !== undefined) found.push(reading('scale', mapScale, 'lettering', '', mapScaleConfidence || CERTAIN));
  return found;
}

/** Derived from year and scale in rows that precede title blocks. */
export const blockOf = (row: TitleBlockRow): StoredTitleBlock =>
  row.titleBlock ?? {
    readings: readingsOfColumns(row),
    volume: [],
    corrections: [],
    history: [],
    updatedAt: row.createdAt,
  };

/** Without corrections. */
export const factsRead = ({ readings, volume }: Pick<StoredTitleBlock, 'readings' | 'volume'>): SheetFacts =>
  decideFacts([...readings, ...volume]);

/** In vocabulary order. */
export function displayedFacts(block: StoredTitleBlock): DisplayedFact[] {
  const read = factsRead(block);
  return SHEET_FACTS.flatMap((fact): DisplayedFact[] => {
    const corrected = block.corrections.find((one) => one.fact === fact);
    const found = read[fact];
    if (corrected)
      return [{ fact, value: corrected.value, source: 'person', detail: '', confidence: 1, read: found, corrected }];
    return found ? [found] : [];
  });
}

/** Undefined if unknown. */
export const displayedValue = (block: StoredTitleBlock, fact: SheetFact): string | undefined =>
  displayedFacts(block).find((one) => one.fact === fact)?.value;

/** For labels, lists, exports and the time machine. */
export function columnsOf(block: StoredTitleBlock) {
  const facts = new Map(displayedFacts(block).map((one) => [one.fact, one]));
  const [year, scale] = [facts.get('year'), facts.get('scale')];
  const known = year?.value !== undefined;
  const ownWords = year?.source === 'volume' || year?.source === 'person' ? year.source : year?.detail;
  return {
    year: known ? Number(year.value) : undefined,
    yearConfidence: known ? year.confidence : 0,
    yearSource: (known ? (ownWords ?? '') : '') as PageRow['yearSource'],
    mapScale: scale?.value,
    mapScaleConfidence: scale?.value === undefined ? 0 : scale.confidence,
  };
}

/** Database preserves field order, which is irrelevant. */
const isSame = (one: FactReading, other: FactReading | undefined): boolean =>
  other !== undefined &&
  one.fact === other.fact &&
  one.value === other.value &&
  one.source === other.source &&
  one.detail === other.detail &&
  one.confidence === other.confidence;

export const areSameReadings = (some: readonly FactReading[], others: readonly FactReading[]): boolean =>
  some.length === others.length && some.every((one, index) => isSame(one, others[index]));

/** Returns the same object if nothing changes. */
export function withReadings(
  block: StoredTitleBlock,
  change: Partial<Pick<StoredTitleBlock, 'readings' | 'volume'>>,
  now: Date,
): StoredTitleBlock {
  const { readings = block.readings, volume = block.volume } = change;
  if (areSameReadings(readings, block.readings) && areSameReadings(volume, block.volume)) return block;
  const next = { ...block, readings: [...readings], volume: [...volume] };
  return isDisplayedSame(block, next) ? next : { ...next, updatedAt: now };
}

export function isDisplayedSame(one: StoredTitleBlock, other: StoredTitleBlock): boolean {
  const [some, others] = [displayedFacts(one), displayedFacts(other)];
  const isAs = (a: DisplayedFact, b: DisplayedFact | undefined) =>
    a.fact === b?.fact && a.value === b.value && a.source === b.source && a.confidence === b.confidence;
  return some.length === others.length && some.every((fact, index) => isAs(fact, others[index]));
}
