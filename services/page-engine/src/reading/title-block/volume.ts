import type { SheetFact } from '@symbio/proto/document/vocabulary';
import { CERTAIN, decideFacts, reading, round, sameValue, type FactReading, type SheetFacts } from './facts.js';
import { sheetNumberAfter } from './values.js';

export interface VolumeSheet {
  readings: readonly FactReading[];
}

const SHARED: readonly SheetFact[] = ['city', 'volume', 'scale'];
const AGREEING = { sheets: 2, share: 2 / 3 };
/** Confidence by agreeing sheets: 0.5 for two, 0.65 for three, at most 0.8. */
const sharedConfidence = (sheets: number): number => Math.min(0.8, 0.2 + 0.15 * sheets);
/** Minimum confidence of a single sheet naming the volume. */
const SURE_ALONE = 0.5;
/** Confidence of a position in an unbroken sequence. */
const IN_SEQUENCE = 0.7;

/**
 * Readings from the other sheets, in sheet order. City, volume and scale are shared; sheets between two of the same
 * year have that year; numbers are interpolated where they match the page count. No extrapolation: volumes omit sheets.
 */
export function volumeReadings(sheets: readonly VolumeSheet[]): FactReading[][] {
  const own = sheets.map(({ readings }) => ofItself(decideFacts(readings)));
  return own.map((_, index) => {
    const others = own.map((facts, at) => (at === index ? undefined : facts));
    const found = [...SHARED.map((fact) => shared(fact, others)), yearAt(index, others), numberAt(index, others)];
    return found.filter((one) => one !== undefined);
  });
}

/** Excludes file names: they are the same for all sheets and no independent evidence. */
const ofItself = (facts: SheetFacts): SheetFacts =>
  Object.fromEntries(
    Object.entries(facts).filter(([, { source }]) => source === 'lettering' || source === 'page_label'),
  );

type Others = readonly (SheetFacts | undefined)[];

function shared(fact: SheetFact, others: Others): FactReading | undefined {
  const said = others.flatMap((facts) => facts?.[fact] ?? []);
  const counted = said.map(({ value }) => ({
    value,
    sheets: said.filter((one) => sameValue(one.value, value)).length,
  }));
  const first = counted.reduce<{ value: string; sheets: number } | undefined>(
    (most, one) => (most && most.sheets >= one.sheets ? most : one),
    undefined,
  );
  const [only] = said;
  // bound sheets share a volume: one statement suffices if none contradicts
  if (fact === 'volume' && only && said.length === 1 && only.confidence >= SURE_ALONE)
    return reading(fact, only.value, 'volume', '1 sheet', CERTAIN);
  if (!first || first.sheets < AGREEING.sheets || first.sheets / said.length < AGREEING.share) return undefined;
  const share = first.sheets / said.length;
  return reading(fact, first.value, 'volume', `${first.sheets} sheets`, round(sharedConfidence(first.sheets) * share));
}

function nearest(fact: SheetFact, index: number, step: -1 | 1, others: Others) {
  for (let at = index + step; at >= 0 && at < others.length; at += step) {
    const found = others[at]?.[fact];
    if (found) return { at, ...found };
  }
  return undefined;
}

function yearAt(index: number, others: Others): FactReading | undefined {
  const all = new Set(others.flatMap((facts) => facts?.year?.value ?? []));
  const sayers = others.filter((facts) => facts?.year).length;
  const [only] = all;
  if (only !== undefined && all.size === 1 && sayers >= AGREEING.sheets)
    return reading('year', only, 'volume', `${sayers} sheets`, sharedConfidence(sayers));
  const [before, after] = [nearest('year', index, -1, others), nearest('year', index, 1, others)];
  if (!before || !after || before.value !== after.value) return undefined;
  return reading('year', before.value, 'volume', 'the sheets before and after', IN_SEQUENCE);
}

function numberAt(index: number, others: Others): FactReading | undefined {
  const before = nearest('sheet_number', index, -1, others);
  const after = nearest('sheet_number', index, 1, others);
  if (!before || !after || sheetNumberAfter(before.value, after.at - before.at) !== after.value) return undefined;
  const value = sheetNumberAfter(before.value, index - before.at);
  const detail = `sheets ${before.value} and ${after.value}`;
  return value === undefined ? undefined : reading('sheet_number', value, 'volume', detail, IN_SEQUENCE);
}
