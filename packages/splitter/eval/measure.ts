import { LAYOUTS, type LayoutName } from '@symbio/fixtures/vendor-packages/layout';
import {
  vendorPackage,
  type Condition,
  type PackagedDocument,
  type VendorPackage,
} from '@symbio/fixtures/vendor-packages/vendor-package';
import { splitPackage, type ProposedDocument } from '../src/index.js';

/** Layouts that the rules were written with. The last one was never looked at. */
const SEEN = LAYOUTS.slice(0, 4);
const UNSEEN = LAYOUTS.slice(4);

export interface PackageSet {
  seeds: readonly number[];
  layouts: readonly LayoutName[];
}

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/** `tuning`: for changing the rules. The others are only counted. */
export const SETS = {
  tuning: { seeds: range(100, 3), layouts: SEEN },
  held_out: { seeds: range(500, 3), layouts: SEEN },
  unseen_layout: { seeds: range(900, 6), layouts: UNSEEN },
} as const satisfies Record<string, PackageSet>;

export interface Measured {
  found: number;
  wrong: number;
  missed: number;
  documents: number;
  /** Range and kind right. */
  exact: number;
  pages: number;
  kindRight: number;
  years: number;
  yearsFound: number;
  yearsSaid: number;
  noCoverage: number;
  noCoverageFound: number;
}

export const precision = ({ found, wrong }: Measured): number => found / (found + wrong || 1);
export const recall = ({ found, missed }: Measured): number => found / (found + missed || 1);

/** Boundaries without the first page, which always begins a document. */
export function measure(
  { seeds, layouts }: PackageSet,
  condition: Condition,
  report?: (line: string) => void,
): Measured {
  const sum: Measured = {
    ...{ found: 0, wrong: 0, missed: 0, documents: 0, exact: 0, pages: 0, kindRight: 0 },
    ...{ years: 0, yearsFound: 0, yearsSaid: 0 },
    ...{ noCoverage: 0, noCoverageFound: 0 },
  };
  for (const seed of seeds)
    for (const layout of layouts) {
      const made = vendorPackage(seed, layout, condition);
      const { documents: proposed } = splitPackage({ pages: made.pages, outline: [] });
      count(sum, made, proposed);
      if (report) differences(made, proposed).forEach((line) => report(`${condition} ${layout} ${seed}: ${line}`));
    }
  return sum;
}

const starts = (documents: readonly { from: number }[]): Set<number> =>
  new Set(documents.map(({ from }) => from).filter((from) => from > 1));

const without = (one: ReadonlySet<number>, other: ReadonlySet<number>): number[] =>
  [...one].filter((each) => !other.has(each));

function count(sum: Measured, { documents, pages }: VendorPackage, proposed: readonly ProposedDocument[]): void {
  const [truth, said] = [starts(documents), starts(proposed)];
  const missed = without(truth, said).length;
  const both = truth.size - missed;
  sum.found += both;
  sum.missed += missed;
  sum.wrong += said.size - both;
  sum.documents += documents.length;
  sum.pages += pages.length;
  for (const document of documents) {
    const { from, to, kind, years, noCoverageYears } = document;
    if (proposed.some((each) => each.from === from && each.to === to && each.kind === kind)) sum.exact++;
    const overlaps = proposed.filter((each) => each.from <= to && each.to >= from);
    for (const each of overlaps)
      if (each.kind === kind) sum.kindRight += Math.min(to, each.to) - Math.max(from, each.from) + 1;
    if (years.length === 0) continue;
    const own = overlaps.filter((each) => each.kind === kind);
    const saidYears = new Set(own.flatMap((each) => each.years));
    const saidMissing = new Set(own.flatMap((each) => each.noCoverageYears));
    sum.noCoverage += noCoverageYears.length;
    sum.noCoverageFound += noCoverageYears.filter((year) => saidMissing.has(year)).length;
    sum.years += years.length;
    sum.yearsSaid += saidYears.size;
    sum.yearsFound += years.filter((year) => saidYears.has(year)).length;
  }
}

function differences({ documents }: VendorPackage, proposed: readonly ProposedDocument[]): string[] {
  const [truth, said] = [starts(documents), starts(proposed)];
  const at = (list: readonly (PackagedDocument | ProposedDocument)[], from: number) =>
    list.find((each) => each.from === from);
  return [
    ...without(said, truth).map((from) => {
      const wrong = proposed.find((each) => each.from === from);
      return `wrong at ${from}: ${wrong?.kind} to ${wrong?.to}, ${wrong?.confidence.toFixed(2)} (${wrong?.why.join(', ')})`;
    }),
    ...without(truth, said).map((from) => `missed at ${from}: ${at(documents, from)?.kind}`),
  ];
}
