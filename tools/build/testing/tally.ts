import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';

export interface Outcome {
  name: string;
  passed: number;
  failed: number;
  skipped: number;
  seconds: number;
  /** Failures, as a person needs to see them. */
  problems: string[];
}

/** Parts of jest's `--json` report that are counted. */
export interface JestReport {
  success: boolean;
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    startTime: number;
    endTime: number;
    assertionResults: {
      status: string;
      fullName: string;
      failureMessages?: string[] | null;
    }[];
  }[];
}

type Counted = Pick<Outcome, 'passed' | 'failed' | 'skipped' | 'problems'>;

type TestFile = JestReport['testResults'][number];

const failuresOf = ({ assertionResults }: TestFile) => assertionResults.filter(({ status }) => status === 'failed');

const hasCrashed = (file: TestFile): boolean => file.status === 'failed' && failuresOf(file).length === 0;

/** Failures of a test file, as a person needs to see them. */
export const problemsOf = (file: TestFile): string[] => [
  ...(hasCrashed(file) ? [`${file.name} could not run\n${file.message}`] : []),
  ...failuresOf(file).map(
    ({ fullName, failureMessages }) => `${file.name}\n${fullName}\n${(failureMessages ?? []).join('\n')}`,
  ),
];

/**
 * Counts a jest run. Only tests that ran and passed count as passed: a file that could not be loaded, a run without a
 * report, one that failed without naming a test, and one without tests are failures.
 * @param mayBeEmpty whether a run without tests passes
 */
export function tallyJest(report: JestReport | undefined, exitCode: number, mayBeEmpty = false): Counted {
  if (report === undefined) {
    return {
      passed: 0,
      failed: 1,
      skipped: 0,
      problems: [`jest ended with code ${exitCode} before it had a result`],
    };
  }
  const problems = report.testResults.flatMap(problemsOf);
  let failed = report.numFailedTests + report.testResults.filter(hasCrashed).length;
  if (failed === 0 && report.numPassedTests === 0 && !mayBeEmpty) {
    failed = 1;
    problems.push('no test ran');
  }
  if (failed === 0 && (exitCode !== 0 || !report.success)) {
    failed = 1;
    problems.push(`every test passed, but jest ended with code ${exitCode}`);
  }
  return {
    passed: report.numPassedTests,
    failed,
    skipped: report.numPendingTests + report.numTodoTests,
    problems,
  };
}

/** Files of a run with a failure, or that could not be loaded. */
export function failedFiles(report: JestReport): string[] {
  return report.testResults.filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/** The report of a run whose failed files were run again: the second results replace the first. */
export function withRerun(first: JestReport, second: JestReport): JestReport {
  const again = new Set(second.testResults.map(({ name }) => name));
  const replaced = first.testResults.filter(({ name }) => again.has(name)).flatMap((file) => file.assertionResults);
  const count = (...states: string[]): number => replaced.filter(({ status }) => states.includes(status)).length;
  const testResults = [...first.testResults.filter(({ name }) => !again.has(name)), ...second.testResults];
  return {
    success: second.success && testResults.every(({ status }) => status !== 'failed'),
    numPassedTests: first.numPassedTests - count('passed') + second.numPassedTests,
    numFailedTests: first.numFailedTests - count('failed') + second.numFailedTests,
    numPendingTests: first.numPendingTests - count('pending') + second.numPendingTests,
    numTodoTests: first.numTodoTests - count('todo') + second.numTodoTests,
    testResults,
  };
}

/** A static check counts as one test. */
export function tallyCheck(exitCode: number, output: string): Counted {
  return exitCode === 0
    ? { passed: 1, failed: 0, skipped: 0, problems: [] }
    : {
        passed: 0,
        failed: 1,
        skipped: 0,
        problems: [output.trim() || `it ended with code ${exitCode} and no word`],
      };
}

export function table(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((o) => [
    o.name,
    String(o.passed),
    String(o.failed),
    String(o.skipped),
    `${o.seconds.toFixed(1)} s`,
  ]);
  const all = [['', 'passed', 'failed', 'skipped', 'time'], ...rows];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const line = (row: string[]): string =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0))).join('   ');
  return all.map(line).join('\n');
}

/** The last line of a run, for build servers. */
export function verdict(outcomes: readonly Outcome[]): string {
  const sum = (pick: (outcome: Outcome) => number): number => outcomes.reduce((total, o) => total + pick(o), 0);
  return `${sum((o) => o.passed)} passed, ${sum((o) => o.failed)} failed`;
}

/** One line each, slowest first; the duration includes loading. */
export function slowest(reports: readonly JestReport[], most: number): string[] {
  const files = reports.flatMap(({ testResults }) =>
    testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 })),
  );
  return files
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, most)
    .map(({ name, seconds }) => `${`${seconds.toFixed(1)} s`.padStart(8)}  ${path.relative(repoRoot, name)}`);
}
