import type { ReportLayout } from '@symbio/fixtures/radius-reports/layouts';
import {
  radiusReportPages,
  scannedReport,
  wordsOfReport,
  type MadeReport,
} from '@symbio/fixtures/radius-reports/report';
import { readRadiusReport, type RadiusReport, type ReportRow } from '../src/index.js';

export const CONDITIONS = ['clean', 'scanned'] as const;
export type Condition = (typeof CONDITIONS)[number];

const range = (from: number, count: number): number[] => Array.from({ length: count }, (_, index) => from + index);

/** `tuning`: for changing the rules. The others are only counted. */
export const SETS = {
  tuning: { seeds: range(100, 3), layouts: ['mapped', 'keyed', 'located', 'ledger'] },
  held_out: { seeds: range(500, 3), layouts: ['mapped', 'keyed', 'located', 'ledger'] },
  unseen_layout: { seeds: range(900, 3), layouts: ['sections', 'centred'] },
} as const satisfies Record<string, { seeds: readonly number[]; layouts: readonly ReportLayout[] }>;

/** Rows are pairs of a site and a list. */
export interface Measured {
  truth: number;
  read: number;
  found: number;
  /** Of those found: with a wrong name, distance or direction. */
  wrongField: number;
  wrongWithoutDoubt: number;
  orphans: number;
  orphansRead: number;
  orphansFound: number;
  reports: number;
  agree: number;
  /** Their totals agree, although a row is missing or invented. */
  agreeWrongly: number;
}

export const precision = ({ found, read }: Measured): number => found / (read || 1);
export const recall = ({ found, truth }: Measured): number => found / (truth || 1);

const LOOKALIKES: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', L: 'I', '5': 'S', '8': 'B' };
const plain = (text: string): string =>
  text
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replaceAll(/[01L58]/g, (char) => LOOKALIKES[char] ?? char);

interface Pair {
  key: string;
  name: string;
  feet: number | undefined;
  direction: string;
  hasDoubt: boolean;
}

const pairsOf = (
  rows: readonly (Pick<ReportRow, 'mapId' | 'lists' | 'name' | 'direction'> & { feet?: number; doubts?: string[] })[],
): Pair[] =>
  rows.flatMap(({ mapId, lists, name, feet, direction, doubts = [] }) =>
    (lists.length > 0 ? lists : ['']).map((list) => ({
      ...{ key: `${plain(mapId)}|${plain(list)}`, name: plain(name), feet, direction, hasDoubt: doubts.length > 0 },
    })),
  );

/** Miles with two decimals are 26 feet wide. */
const TOLERANCE_FEET = 27;
const isEqual = (one: Pair, other: Pair): boolean =>
  one.name === other.name &&
  one.direction === other.direction &&
  one.feet !== undefined &&
  Math.abs(one.feet - (other.feet ?? 0)) <= TOLERANCE_FEET;

function count(sum: Measured, made: MadeReport, report: RadiusReport, print?: (line: string) => void): void {
  const truth = new Map(pairsOf(made.sites).map((pair) => [pair.key, pair]));
  const size = truth.size;
  const pairs = pairsOf(report.rows);
  let found = 0;
  for (const pair of pairs) {
    const right = truth.get(pair.key);
    truth.delete(pair.key);
    if (!right) {
      print?.(`invented ${JSON.stringify(pair)}`);
      continue;
    }
    found++;
    if (isEqual(pair, right)) continue;
    sum.wrongField++;
    if (!pair.hasDoubt) sum.wrongWithoutDoubt++;
    print?.(`wrong ${JSON.stringify(pair)} for ${JSON.stringify(right)}`);
  }
  for (const key of truth.keys()) print?.(`missed ${key}`);
  report.differences.forEach(({ sentence }) => print?.(sentence));
  sum.truth += size;
  sum.read += pairs.length;
  sum.found += found;
  sum.reports++;
  if (report.check === 'agree') sum.agree++;
  if (report.check === 'agree' && (found < size || pairs.length > size)) sum.agreeWrongly++;
  const orphans = new Set(made.orphans.map(({ name, lists }) => plain(`${name} ${lists.join(' ')}`)));
  sum.orphans += made.orphans.length;
  sum.orphansRead += report.orphans.length;
  sum.orphansFound += report.orphans.filter(({ name, lists }) =>
    orphans.has(plain(`${name} ${lists.join(' ')}`)),
  ).length;
}

export function measure(
  layout: ReportLayout,
  seeds: readonly number[],
  condition: Condition,
  print?: (line: string) => void,
): Measured {
  const sum: Measured = {
    ...{
      truth: 0,
      read: 0,
      found: 0,
      wrongField: 0,
      wrongWithoutDoubt: 0,
      orphans: 0,
      orphansRead: 0,
      orphansFound: 0,
    },
    ...{ reports: 0, agree: 0, agreeWrongly: 0 },
  };
  for (const seed of seeds) {
    const made = radiusReportPages(seed, layout);
    const pages = condition === 'clean' ? wordsOfReport(made) : scannedReport(made, seed);
    const report = readRadiusReport(pages.map((words, at) => ({ number: at + 1, words })));
    count(sum, made, report, print && ((line) => print(`${layout} ${seed} ${condition}: ${line}`)));
  }
  return sum;
}
