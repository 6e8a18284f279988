/** What a title block says, and how readings of one fact are weighed against each other. Plain functions. */
import { SHEET_FACTS, type FactSource, type SheetFact } from '@symbio/proto/document/vocabulary';

/** One reading of a fact. Values are texts in the notation of `values.ts`. */
export interface FactReading {
  fact: SheetFact;
  value: string;
  source: FactSource;
  /** What exactly: for a year the sources of `page-metadata.ts`, for lettering the line that was read. */
  detail: string;
  /** 0 to 1. */
  confidence: number;
}

/** The fact that was settled on, for each that is known. */
export type SheetFacts = Partial<Record<SheetFact, FactReading>>;

/** A reading that is less certain than this is worse than none. */
export const CERTAIN = 0.4;
/** What was read off a picture has to be this certain to count more than names and the other sheets. */
export const SURE_LETTERING = 0.7;
/** The volume's other sheets count more than a name of the file, and than doubtful lettering, from here on. */
const SURE_VOLUME = 0.6;

/** Characters of a detail that are kept. */
const MAX_DETAIL = 80;

export const reading = (
  fact: SheetFact,
  value: string,
  source: FactSource,
  detail: string,
  confidence: number,
): FactReading => ({ fact, value, source, detail: detail.slice(0, MAX_DETAIL), confidence: round(confidence) });

export const round = (value: number): number => Math.round(value * 100) / 100;

/** Values that say the same, whatever their case. */
export const sameValue = (one: string, other: string): boolean =>
  one === other || one.toLowerCase() === other.toLowerCase();

/** The place of a reading among others of its fact, lowest first; within a place the more certain one stands. */
function place({ source, confidence }: FactReading): number {
  if (source === 'lettering') return confidence >= SURE_LETTERING ? 0 : 3;
  if (source === 'volume') return confidence >= SURE_VOLUME ? 1 : 4;
  return 2;
}

/**
 * The reading of each fact that stands. Sources that say the same make it more certain; of those that differ clear
 * lettering counts most, then what several other sheets say, then names, then doubtful lettering.
 */
export function decideFacts(readings: readonly FactReading[]): SheetFacts {
  const facts: SheetFacts = {};
  for (const fact of SHEET_FACTS) {
    const said = readings.filter((one) => one.fact === fact && one.confidence >= CERTAIN);
    const [first] = [...said].sort((a, b) => place(a) - place(b) || b.confidence - a.confidence);
    if (!first) continue;
    // what is printed on the sheet is what a person can check there
    const shown = said.find((one) => one.source === 'lettering' && sameValue(one.value, first.value)) ?? first;
    facts[fact] = { ...shown, confidence: jointly(first, said) };
  }
  return facts;
}

/** How certain a reading is with all that say the same: each source counts once, by its most certain word. */
function jointly(first: FactReading, said: readonly FactReading[]): number {
  const bySource = new Map<FactSource, number>();
  for (const { value, source, confidence } of said)
    if (sameValue(value, first.value)) bySource.set(source, Math.max(confidence, bySource.get(source) ?? 0));
  const doubt = [...bySource.values()].reduce((left, confidence) => left * (1 - confidence), 1);
  return round(1 - doubt);
}
