import { boundaryAt, type Boundary } from './boundary.js';
import { KIND_RULES, KINDS } from './kinds.js';
import type { PackageSplit, PageYear, ProposedDocument, VendorFile } from './model.js';
import { signsOf, type PageSigns } from './page-signs.js';
import { withSheets } from './scanned-sheets.js';

/** Two documents of one kind in a row are rare. */
const SAME_KIND = -0.8;
/** Share of pages from which running words tell nothing. */
const EVERYWHERE = 0.5;

/** Finds the documents of a package. */
export function splitPackage({ pages, outline }: VendorFile): PackageSplit {
  const signs = withSheets(pages.map(signsOf));
  const top = new Set(outline.filter(({ level }) => level === 1).map(({ page }) => page));
  const beginnings = { outline: top, everywhere: runningEverywhere(signs) };
  const boundaries = signs.map((_, index): Boundary =>
    index === 0 ? { score: 0, why: ['first_page'] } : boundaryAt(signs, index, beginnings),
  );
  const scores = boundaries.map(({ score }) => score);
  const { starts, confidences } = bestPath(scores, signs.map(likelihoodsOf));
  const years = signs.flatMap((each, index) =>
    each.years.map((year) => ({ page: index + 1, year, isCovered: !each.saysNoCoverage })),
  );
  const documents = starts.map(({ index, kind }, at): ProposedDocument => {
    const [from, to] = [index + 1, starts[at + 1]?.index ?? pages.length];
    const why = boundaries[index]?.why ?? [];
    return {
      ...{ from, to, kind: KINDS[kind] ?? 'unknown' },
      ...yearsWithin(years, from, to),
      confidence: index === 0 ? 1 : (confidences[index] ?? 0),
      why: why.length > 0 ? why : ['kind'],
    };
  });
  return { documents, years };
}

/** Years of some pages; page numbers are inclusive. */
export function yearsWithin(
  years: readonly PageYear[],
  from: number,
  to: number,
): Pick<ProposedDocument, 'years' | 'noCoverageYears'> {
  const within = years.filter(({ page }) => page >= from && page <= to);
  const of = (isCovered: boolean) =>
    distinct(within.flatMap((each) => (each.isCovered === isCovered ? each.year : [])));
  return { years: of(true), noCoverageYears: of(false) };
}

const distinct = (years: readonly number[]): number[] => [...new Set(years)].sort((one, other) => one - other);

function runningEverywhere(pages: readonly PageSigns[]): Set<string> {
  const counts = new Map<string, number>();
  for (const { running } of pages) for (const word of running) counts.set(word, (counts.get(word) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > pages.length * EVERYWHERE).map(([word]) => word));
}

/** Log-likelihood of each of KINDS, up to a constant. */
function likelihoodsOf({ text, sheet, cover, wordCount, pictureShare, running }: PageSigns): number[] {
  const runningWords = [...running].sort().join(' ');
  const named = KIND_RULES.map(({ kind, title, page, sheet: own }) => {
    const cues = page ? (text.match(page)?.length ?? 0) : 0;
    let likelihood = cues > 0 ? Math.min(1.2, 0.5 + 0.1 * cues) : 0;
    if (cover?.kind === kind) likelihood += 2.5;
    if (title.test(runningWords)) likelihood += 1;
    if (own && pictureShare > 0.45) likelihood += own === sheet ? 0.9 : -0.2;
    if (!own && pictureShare > 0.45) likelihood -= 0.5;
    return likelihood;
  });
  const isUnlike = (wordCount > 20 || (wordCount === 0 && !sheet)) && named.every((each) => each <= 0);
  return [
    ...named,
    cover?.kind === 'other' ? 2.5 : -0.15,
    (isUnlike ? 0.25 : -0.05) + (cover?.kind === 'unknown' ? 0.5 : 0),
  ];
}

interface Path {
  starts: { index: number; kind: number }[];
  /** Of a boundary at each page. */
  confidences: number[];
}

/**
 * Viterbi over the kinds: staying in a document keeps its kind, a boundary has its score. A confidence compares the
 * best path with that boundary with the best one without.
 */
function bestPath(scores: readonly number[], likelihoods: readonly number[][]): Path {
  const forward = sweep(scores, likelihoods);
  // backwards, a boundary is between a page and the next one
  const backward = sweep([0, ...scores.slice(1).reverse()], likelihoods.toReversed()).best.reverse();
  const starts: Path['starts'] = [];
  let kind = highest(forward.best.at(-1) ?? []);
  for (let index = likelihoods.length - 1; index >= 0; index--) {
    const from = forward.from[index]?.[kind];
    if (from === undefined) continue;
    starts.unshift({ index, kind });
    kind = from;
  }
  const confidences = likelihoods.map((own, index) => {
    const [before, after] = [forward.best[index - 1], backward[index]];
    if (!before || !after) return 1;
    const apart = Math.max(...before.map((a, one) => a + Math.max(...after.map((b, other) => b + change(one, other)))));
    const together = Math.max(...own.map((_, each) => (before[each] ?? 0) + (after[each] ?? 0)));
    return 1 / (1 + Math.exp(together - apart - (scores[index] ?? 0)));
  });
  return { starts, confidences };
}

const change = (one: number, other: number): number => (one === other ? SAME_KIND : 0);

interface Sweep {
  /** Of the best path that ends at a page in a kind. */
  best: number[][];
  /** Kind before a boundary at that page; undefined without a boundary. */
  from: (number | undefined)[][];
}

function sweep(scores: readonly number[], likelihoods: readonly number[][]): Sweep {
  const made: Sweep = { best: [], from: [] };
  likelihoods.forEach((own, index) => {
    const before = made.best.at(-1);
    if (!before) {
      made.best.push([...own]);
      made.from.push(own.map((_, kind) => kind));
      return;
    }
    const from: (number | undefined)[] = [];
    const best = own.map((likelihood, kind) => {
      const previous = highest(before.map((value, each) => value + change(each, kind)));
      const cut = (before[previous] ?? 0) + change(previous, kind) + (scores[index] ?? 0);
      const stay = before[kind] ?? 0;
      from.push(cut > stay ? previous : undefined);
      return Math.max(cut, stay) + likelihood;
    });
    made.best.push(best);
    made.from.push(from);
  });
  return made;
}

const highest = (values: readonly number[]): number => values.indexOf(Math.max(...values));
