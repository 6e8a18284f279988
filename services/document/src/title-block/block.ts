/** What a page's title block says to people: a person's word where there is one, else what was read. Plain functions. */
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

/** One fact as people see it. */
export interface ShownFact {
  fact: SheetFact;
  /** Absent: a person says that it is not known. */
  value?: string | undefined;
  source: FactSource;
  detail: string;
  confidence: number;
  /** What was read, where a person's word stands instead. */
  read?: FactReading | undefined;
  corrected?: FactCorrection | undefined;
}

type Titled = Pick<
  PageRow,
  'titleBlock' | 'year' | 'yearSource' | 'yearConfidence' | 'mapScale' | 'mapScaleConfidence' | 'createdAt'
>;

type Told = Pick<PageRow, 'year' | 'mapScale'> & { [Key in 'yearConfidence' | 'mapScaleConfidence']?: number } & {
  yearSource?: string;
};

/**
 * The readings behind year and scale alone: of rows, and in reports of workers, from before the others were kept. The oldest
 * do not say how certain they are.
 */
export function readingsOfColumns({
  year,
  yearSource = '',
  yearConfidence = 0,
  mapScale,
  mapScaleConfidence = 0,
}: Told) {
  const found: FactReading[] = [];
  if (year !== undefined) found.push(yearReading(year, yearSource, yearConfidence || CERTAIN));
  if (mapScale !== undefined) found.push(reading('scale', mapScale, 'lettering', '', mapScaleConfidence || CERTAIN));
  return found;
}

/** The title block of a page; of one that was read before there were any, made of its year and scale. */
export const blockOf = (row: Titled): StoredTitleBlock =>
  row.titleBlock ?? {
    readings: readingsOfColumns(row),
    volume: [],
    corrections: [],
    history: [],
    updatedAt: row.createdAt,
  };

/** What was read of each fact, whatever people say. */
export const factsRead = ({ readings, volume }: Pick<StoredTitleBlock, 'readings' | 'volume'>): SheetFacts =>
  decideFacts([...readings, ...volume]);

/** The facts that are known, and those that a person has said something about, in the order of the vocabulary. */
export function shownFacts(block: StoredTitleBlock): ShownFact[] {
  const read = factsRead(block);
  return SHEET_FACTS.flatMap((fact): ShownFact[] => {
    const corrected = block.corrections.find((one) => one.fact === fact);
    const found = read[fact];
    if (corrected)
      return [{ fact, value: corrected.value, source: 'person', detail: '', confidence: 1, read: found, corrected }];
    return found ? [found] : [];
  });
}

/** What people see of one fact; undefined for what is not known. */
export const shownValue = (block: StoredTitleBlock, fact: SheetFact): string | undefined =>
  shownFacts(block).find((one) => one.fact === fact)?.value;

/** Year and scale as the page's own fields have them: labels, lists, exports and the time machine read those. */
export function columnsOf(block: StoredTitleBlock) {
  const facts = new Map(shownFacts(block).map((one) => [one.fact, one]));
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

/** Whether two readings are the same; the order of their fields, which the database keeps, is nobody's business. */
const isSame = (one: FactReading, other: FactReading | undefined): boolean =>
  other !== undefined &&
  one.fact === other.fact &&
  one.value === other.value &&
  one.source === other.source &&
  one.detail === other.detail &&
  one.confidence === other.confidence;

export const sameReadings = (some: readonly FactReading[], others: readonly FactReading[]): boolean =>
  some.length === others.length && some.every((one, index) => isSame(one, others[index]));

/** A block with other readings; the same object when nothing is different. */
export function withReadings(
  block: StoredTitleBlock,
  change: Partial<Pick<StoredTitleBlock, 'readings' | 'volume'>>,
  now: Date,
): StoredTitleBlock {
  const { readings = block.readings, volume = block.volume } = change;
  if (sameReadings(readings, block.readings) && sameReadings(volume, block.volume)) return block;
  const next = { ...block, readings: [...readings], volume: [...volume] };
  return looksSame(block, next) ? next : { ...next, updatedAt: now };
}

/** Whether people see no difference. */
export function looksSame(one: StoredTitleBlock, other: StoredTitleBlock): boolean {
  const [some, others] = [shownFacts(one), shownFacts(other)];
  const isAs = (a: ShownFact, b: ShownFact | undefined) =>
    a.fact === b?.fact && a.value === b.value && a.source === b.source && a.confidence === b.confidence;
  return some.length === others.length && some.every((fact, index) => isAs(fact, others[index]));
}
