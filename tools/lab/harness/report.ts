import fs from 'node:fs';
import os from 'node:os';
import { repoRoot } from '../../dev/paths.js';
import { markdownTable } from '../markdown-table.js';
import { run } from './command.js';
import type { Tally } from './ledger.js';
import type { FailureKind, Recovery, Stretch } from './load.js';
import { countsOf } from './statistics.js';

export interface Outcome {
  name: string;
  problems: string[];
  /** Brief observation. */
  note: string;
  seconds: number;
  stretch?: Stretch;
  tallies?: Tally[];
  recoveries?: Recovery[] | undefined;
}

const HEAD = [
  ...['Scenario', '', 'Seconds', 'Requests', 'Refused', 'Unanswered', 'Wrong', 'Resent', 'p99 ms', 'Back s'],
  ...['Acknowledged', 'There', 'Lost', 'Duplicates', 'What'],
];

export const slowest = (recoveries: readonly Recovery[]): Recovery | undefined =>
  [...recoveries].sort((a, b) => b.seconds - a.seconds).at(0);

/** Requests that never recovered are also listed as problems. */
function recoveryCell(recoveries: readonly Recovery[] | undefined): string {
  const last = slowest(recoveries ?? []);
  return last === undefined ? '' : Number.isFinite(last.seconds) ? last.seconds.toFixed(1) : 'never';
}

function stretchCells(stretch: Stretch | undefined): (string | number)[] {
  if (!stretch) return Array<string>(6).fill('');
  const count = (kind: FailureKind): number => stretch.failures.filter((failure) => failure.kind === kind).length;
  const { requests, resent, p99 } = stretch;
  return [requests, count('refused'), count('unanswered'), count('wrong'), resent, Math.round(p99)];
}

function tallyCells(tallies: readonly Tally[] | undefined): (string | number)[] {
  if (!tallies) return Array<string>(4).fill('');
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0);
  return [
    sum(({ acknowledged }) => acknowledged),
    sum(({ there }) => there),
    sum(({ lost, altered }) => lost.length + altered.length),
    sum(({ duplicates }) => duplicates.length),
  ];
}

/** A Markdown table, readable as plain text. */
export function outcomeTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map(({ name, problems, note, seconds, stretch, tallies, recoveries }) =>
    [
      ...[name, problems.length === 0 ? 'passed' : 'FAILED', seconds.toFixed(0), ...stretchCells(stretch)],
      ...[recoveryCell(recoveries), ...tallyCells(tallies), note],
    ].map(String),
  );
  return markdownTable([HEAD, ...rows]);
}

/** @returns the exit code */
export function verdictOf(outcomes: readonly Outcome[], more = ''): number {
  const bad = outcomes.filter(({ problems }) => problems.length > 0);
  for (const { name, problems } of bad) for (const problem of problems) console.log(`${name}: ${problem}`);
  console.log(`${outcomes.length - bad.length} passed, ${bad.length} failed${more}`);
  return bad.length === 0 ? 0 : 1;
}

/** Failures grouped by message, most frequent first. */
export const failuresOf = ({ failures }: Stretch): string[] =>
  countsOf(
    failures.map(
      ({ operation, kind, reason }) =>
        // without request ids, for grouping
        `${kind}, ${operation}: ${reason.replaceAll(/"request_id":"[^"]*"/g, '').slice(0, 160)}`,
    ),
  ).map(([failure, count]) => `${count} times ${failure}`);

/** `word 3, other 1`, the most frequent first. */
export const counted = (words: Iterable<string>): string =>
  countsOf(words)
    .map(([word, count]) => `${word} ${count}`)
    .join(', ');

/** Date, commit and machine in one line. */
export async function circumstances(): Promise<string> {
  const processors = os.cpus();
  const commit = await run('git', ['rev-parse', '--short', 'HEAD'], { cwd: repoRoot }).catch(() => 'unknown');
  const machine = `${processors.length} x ${processors[0]?.model ?? 'unknown processor'}, ${Math.round(os.totalmem() / 1e9)} GB`;
  const load = `load average ${os.loadavg()[0]?.toFixed(1)}`;
  return `${new Date().toISOString().slice(0, 10)}, commit ${commit.trim()}, ${machine}, Node ${process.version}, ${load}`;
}

const END = '<!-- end of what is written -->';

/**
 * Replaces the report between its marks.
 * @throws Error for a page without marks
 */
export function withReport(page: string, report: string, command: string): string {
  const begin = `<!-- written by ${command} -->`;
  const from = page.indexOf(begin);
  const to = page.indexOf(END, from);
  if (from === -1 || to === -1) throw new Error(`the page lacks the lines ${begin} and ${END}`);
  return `${page.slice(0, from + begin.length)}\n\n${report}\n\n${page.slice(to)}`;
}

export function publish(report: string, command: string, page: string | undefined): void {
  console.log(`\n${report}`);
  if (page !== undefined) fs.writeFileSync(page, withReport(fs.readFileSync(page, 'utf8'), report, command));
}
