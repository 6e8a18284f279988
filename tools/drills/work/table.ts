import { markdownTable } from '../../lab/markdown-table.js';
import type { Back, FailureKind, Stretch } from './load.js';
import type { Tally } from './ledger.js';

/** One line of the report. */
export interface Outcome {
  name: string;
  /** Empty: passed. */
  problems: string[];
  /** Brief observation. */
  note: string;
  seconds: number;
  stretch?: Stretch;
  tallies?: Tally[];
  /** Recovery time in seconds by kind of request. */
  back?: Back[];
}

const sum = (tallies: readonly Tally[], pick: (tally: Tally) => number): number =>
  tallies.reduce((total, tally) => total + pick(tally), 0);

const count = ({ failures }: Stretch, kind: FailureKind): number =>
  failures.filter((failure) => failure.kind === kind).length;

/** The slowest recovery. */
export const slowest = (back: readonly Back[]): Back | undefined =>
  [...back].sort((a, b) => b.seconds - a.seconds).at(0);

/** Table cell; requests that never recovered are also listed as problems. */
const secondsOf = (back: Back | undefined): string =>
  back === undefined ? '' : Number.isFinite(back.seconds) ? back.seconds.toFixed(1) : 'never';

/** Refused: with Retry-After. Unanswered: no response in time. Wrong: any other unexpected response. */
const HEAD = [
  'Scenario',
  '',
  'Seconds',
  'Requests',
  'Refused',
  'Unanswered',
  'Wrong',
  'Resent',
  'p99 ms',
  'Back s',
  'Acknowledged',
  'There',
  'Lost',
  'Duplicates',
  'What',
];

/** A Markdown table, readable as plain text. */
export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, problems, note, seconds, stretch, tallies, back }) => [
    name,
    problems.length === 0 ? 'passed' : 'FAILED',
    seconds.toFixed(0),
    ...(stretch
      ? [
          stretch.requests,
          count(stretch, 'refused'),
          count(stretch, 'unanswered'),
          count(stretch, 'wrong'),
          stretch.resent,
          Math.round(stretch.p99),
        ].map(String)
      : ['', '', '', '', '', '']),
    back === undefined ? '' : secondsOf(slowest(back)),
    ...(tallies
      ? [
          sum(tallies, (tally) => tally.acknowledged),
          sum(tallies, (tally) => tally.there),
          sum(tallies, (tally) => tally.lost.length + tally.altered.length),
          sum(tallies, (tally) => tally.duplicates.length),
        ].map(String)
      : ['', '', '', '']),
    note,
  ]);
  return markdownTable([HEAD, ...rows]);
}

/** Sentences about lost, duplicated or altered writes. */
export function lossesOf(tallies: readonly Tally[]): string[] {
  return tallies.flatMap(({ kind, lost, altered, duplicates }) => [
    ...(lost.length > 0 ? [`${lost.length} acknowledged ${kind}s are not there: ${examples(lost)}`] : []),
    ...(altered.length > 0 ? [`${altered.length} ${kind}s have another content: ${examples(altered)}`] : []),
    ...(duplicates.length > 0 ? [`${duplicates.length} ${kind}s are there twice: ${examples(duplicates)}`] : []),
  ]);
}

/** Failures grouped by message, most frequent first. */
export function failuresOf({ failures }: Stretch): string[] {
  const counts = new Map<string, number>();
  for (const { operation, kind, reason } of failures) {
    // remove request ids for grouping
    const key = `${kind}, ${operation}: ${reason.replaceAll(/"request_id":"[^"]*"/g, '').slice(0, 160)}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([what, count]) => `${count} times ${what}`);
}

const SHOWN = 3;
const examples = (items: readonly { marker: string }[]): string =>
  items
    .slice(0, SHOWN)
    .map(({ marker }) => marker)
    .join(', ');
