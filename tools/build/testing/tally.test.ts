import { describe, expect, it } from '@jest/globals';
import path from 'node:path';
import { repoRoot } from '../../dev/paths.js';
import {
  failedFiles,
  slowest,
  table,
  tallyCheck,
  tallyJest,
  verdict,
  withRerun,
  type JestReport,
  type Outcome,
} from './tally.js';

const report = (more: Partial<JestReport>): JestReport => ({
  success: true,
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...more,
});
const file = { name: '/a.test.ts', status: 'failed', message: '', startTime: 0, endTime: 0, assertionResults: [] };
const outcome = (more: Partial<Outcome>): Outcome => ({
  name: 'unit',
  passed: 0,
  failed: 0,
  skipped: 0,
  seconds: 1,
  problems: [],
  ...more,
});

describe('counting a jest run', () => {
  it('counts passed tests', () => {
    expect(tallyJest(report({}), 0)).toEqual({ passed: 2, failed: 0, skipped: 0, problems: [] });
  });

  it('names each test that failed, with its message', () => {
    const failing = report({
      success: false,
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          ...file,
          assertionResults: [
            { status: 'passed', fullName: 'a holds' },
            { status: 'failed', fullName: 'b holds', failureMessages: ['it did not'] },
          ],
        },
      ],
    });
    expect(tallyJest(failing, 1)).toEqual({
      passed: 1,
      failed: 1,
      skipped: 0,
      problems: ['/a.test.ts\nb holds\nit did not'],
    });
  });

  it('counts a file that cannot be loaded as a failure', () => {
    const crashed = report({
      success: false,
      testResults: [{ ...file, message: 'Cannot find module' }],
    });
    expect(tallyJest(crashed, 1)).toMatchObject({
      passed: 2,
      failed: 1,
      problems: ['/a.test.ts could not run\nCannot find module'],
    });
  });

  it.each<[string, JestReport | undefined, number, string]>([
    ['without a report', undefined, 134, 'before it had a result'],
    ['without tests', report({ numPassedTests: 0 }), 0, 'no test ran'],
    ['with skipped tests only', report({ numPassedTests: 0, numPendingTests: 3 }), 0, 'no test ran'],
    ['with passed tests but an error code', report({}), 1, 'jest ended with code 1'],
    ['that failed without naming a test', report({ success: false }), 0, 'jest ended with code 0'],
  ])('counts a run %s as a failure', (_what, result, code, words) => {
    const counted = tallyJest(result, code);
    expect(counted.failed).toBe(1);
    expect(counted.problems.join()).toContain(words);
  });
});

describe('a second run of failed files', () => {
  const test = (status: string): JestReport['testResults'][number]['assertionResults'][number] => ({
    status,
    fullName: status,
  });
  const first = report({
    success: false,
    numPassedTests: 3,
    numFailedTests: 1,
    numPendingTests: 1,
    testResults: [
      { ...file, name: '/good.test.ts', status: 'passed', assertionResults: [test('passed'), test('passed')] },
      { ...file, assertionResults: [test('passed'), test('failed'), test('pending')] },
    ],
  });

  it('replaces their first results when they pass', () => {
    const second = report({
      numPendingTests: 1,
      testResults: [{ ...file, status: 'passed', assertionResults: ['passed', 'passed', 'pending'].map(test) }],
    });
    expect(failedFiles(first)).toEqual(['/a.test.ts']);
    expect(tallyJest(withRerun(first, second), 0)).toEqual({ passed: 4, failed: 0, skipped: 1, problems: [] });
  });

  it('counts what fails again', () => {
    const second = report({
      success: false,
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [{ ...file, assertionResults: [test('passed'), test('failed')] }],
    });
    expect(tallyJest(withRerun(first, second), 1)).toMatchObject({ passed: 3, failed: 1 });
  });
});

describe('a run of the tests affected by a change', () => {
  it('succeeds without tests, but not when jest fails', () => {
    const empty = report({ numPassedTests: 0 });
    expect(tallyJest(empty, 0, true)).toMatchObject({ passed: 0, failed: 0 });
    expect(tallyJest(empty, 1, true)).toMatchObject({ failed: 1 });
    expect(tallyJest(undefined, 1, true)).toMatchObject({ failed: 1 });
  });
});

describe('the end of a run', () => {
  it('counts a static check as one test', () => {
    expect(tallyCheck(0, 'fine')).toMatchObject({ passed: 1, failed: 0, problems: [] });
    expect(tallyCheck(2, 'line 3 is wrong\n')).toMatchObject({ passed: 0, failed: 1, problems: ['line 3 is wrong'] });
    expect(tallyCheck(137, '').problems[0]).toContain('code 137');
  });

  it('is one line with both totals', () => {
    expect(verdict([outcome({ passed: 3 }), outcome({ passed: 4, failed: 1 })])).toBe('7 passed, 1 failed');
    expect(verdict([])).toBe('0 passed, 0 failed');
  });

  it('aligns the columns of its table', () => {
    const lines = table([outcome({ name: 'integration', passed: 120 }), outcome({ failed: 3 })]).split('\n');
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines[1]).toMatch(/^integration +120 +0 +0 +1\.0 s$/);
  });

  it('names the slowest files of all suites', () => {
    const took = (name: string, seconds: number) => ({
      ...file,
      name: path.join(repoRoot, name),
      startTime: 1_000,
      endTime: 1_000 + seconds * 1_000,
    });
    const reports = [
      report({ testResults: [took('a.test.ts', 2), took('b.test.ts', 12.34)] }),
      report({ testResults: [took('c.itest.ts', 3)] }),
    ];
    expect(slowest(reports, 2)).toEqual(['  12.3 s  b.test.ts', '   3.0 s  c.itest.ts']);
  });
});
