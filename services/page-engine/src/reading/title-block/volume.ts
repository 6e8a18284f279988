/** What the sheets of a volume say of each other. Plain functions. */
import type { SheetFact } from '@symbio/proto/document/vocabulary';
import { CERTAIN, decideFacts, reading, round, sameValue, type FactReading, type SheetFacts } from './facts.js';
import { sheetNumberAfter } from './values.js';

/** A sheet of a volume with what was read of it, in the order of the volume. */
export interface VolumeSheet {
  /** What was read of the sheet itself: without what other sheets say. */
  readings: readonly FactReading[];
}

/** Facts that are the same on all sheets of a volume. */
const SHARED: readonly SheetFact[] = ['city', 'volume', 'scale'];
/** Sheets that have to say the same, and their share of all that say something. */
const AGREEING = { sheets: 2, share: 2 / 3 };
/** How sure the word of so many sheets is: 0.5 of two, 0.65 of three, 0.8 at most. */
const sharedConfidence = (sheets: number): number => Math.min(0.8, 0.2 + 0.15 * sheets);
/** How sure a sheet has to be of its volume to speak for the others alone. */
const SURE_ALONE = 0.5;
/** How sure a place in an unbroken sequence is. */
const IN_SEQUENCE = 0.7;

/**
 * What the other sheets say of each sheet, in the order of the sheets. City, volume and scale are one for a volume; sheets
 * between two of one year are of that year; a number between two that count the pages between them follows from them.
 * Beyond the first and the last number nothing is said: a volume begins and ends somewhere, and leaves sheets out.
 */
export function volumeReadings(sheets: readonly VolumeSheet[]): FactReading[][] {
  const own = sheets.map(({ readings }) => ofItself(decideFacts(readings)));
  return own.map((_, index) => {
    const others = own.map((facts, at) => (at === index ? undefined : facts));
    const found = [...SHARED.map((fact) => shared(fact, others)), yearAt(index, others), numberAt(index, others)];
    return found.filter((one) => one !== undefined);
  });
}

/** What a sheet says itself: a name of the whole file says the same of all of them, and is no second witness. */
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
  // sheets that are bound together are of one volume: one that says which will do, where none says another
  if (fact === 'volume' && only && said.length === 1 && only.confidence >= SURE_ALONE)
    return reading(fact, only.value, 'volume', '1 sheet', CERTAIN);
  if (!first || first.sheets < AGREEING.sheets || first.sheets / said.length < AGREEING.share) return undefined;
  const share = first.sheets / said.length;
  return reading(fact, first.value, 'volume', `${first.sheets} sheets`, round(sharedConfidence(first.sheets) * share));
}

/** The nearest sheet before or after a place that says something of a fact. */
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
