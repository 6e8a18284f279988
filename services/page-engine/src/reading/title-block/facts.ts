import { SHEET_FACTS, type FactSource, type SheetFact } from '@symbio/proto/document/vocabulary';

export interface FactReading {
  fact: SheetFact;
  value: string;
  source: FactSource;
  /** Detail: for years the source of `page-metadata.ts`, for lettering the line. */
  detail: string;
  /** 0 to 1. */
  confidence: number;
}

export type SheetFacts = Partial<Record<SheetFact, FactReading>>;

/** Minimum confidence; a less certain reading is worse than none. */
export const CERTAIN = 0.4;
/** Confidence from which lettering outranks names and other sheets. */
export const SURE_LETTERING = 0.7;
/** Confidence from which the volume's other sheets outrank a file name and doubtful lettering. */
const SURE_VOLUME = 0.6;

/** Characters. */
const MAX_DETAIL = 80;

export const reading = (
  fact: SheetFact,
  value: string,
  source: FactSource,
  detail: string,
  confidence: number,
): FactReading => ({ fact, value, source, detail: detail.slice(0, MAX_DETAIL), confidence: round(confidence) });

export const round = (value: number): number => Math.round(value * 100) / 100;

export const sameValue = (one: string, other: string): boolean =>
  one === other || one.toLowerCase() === other.toLowerCase();

/** Rank of a reading, lowest first; ties go to the more certain one. */
function place({ source, confidence }: FactReading): number {
  if (source === 'lettering') return confidence >= SURE_LETTERING ? 0 : 3;
  if (source === 'volume') return confidence >= SURE_VOLUME ? 1 : 4;
  return 2;
}

/**
 * Resolves each fact. Agreeing sources raise confidence; among conflicting ones clear lettering wins, then several
 * other sheets, names, doubtful lettering.
 */
export function decideFacts(readings: readonly FactReading[]): SheetFacts {
  const facts: SheetFacts = {};
  for (const fact of SHEET_FACTS) {
    const said = readings.filter((one) => one.fact === fact && one.confidence >= CERTAIN);
    const [first] = [...said].sort((a, b) => place(a) - place(b) || b.confidence - a.confidence);
    if (!first) continue;
    // prefer printed evidence, which a person can verify on the sheet
    const shown = said.find((one) => one.source === 'lettering' && sameValue(one.value, first.value)) ?? first;
    facts[fact] = { ...shown, confidence: jointly(first, said) };
  }
  return facts;
}

/** Joint confidence of agreeing readings: each source counts once, by its most confident one. */
function jointly(first: FactReading, said: readonly FactReading[]): number {
  const bySource = new Map<FactSource, number>();
  for (const { value, source, confidence } of said)
    if (sameValue(value, first.value)) bySource.set(source, Math.max(confidence, bySource.get(source) ?? 0));
  const doubt = [...bySource.values()].reduce((left, confidence) => left * (1 - confidence), 1);
  return round(1 - doubt);
}
