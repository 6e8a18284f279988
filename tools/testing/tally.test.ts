import { describe, expect, it } from '@jest/globals';
import { MOST_SECOND_TRIES, table, tallyCheck, tallyJest, verdict, type JestReport, type Outcome } from './tally.js';

const report = (more: Partial<JestReport>): JestReport => ({
  success: true,
  numPassedTests: 2,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...more,
});
const outcome = (more: Partial<Outcome>): Outcome => ({
  name: 'unit',
  passed: 0,
  failed: 0,
  skipped: 0,
  secondTry: 0,
  seconds: 1,
  problems: [],
  ...more,
});

describe('counting a jest run', () => {
  it('counts what passed', () => {
    expect(tallyJest(report({}), 0)).toEqual({ passed: 2, failed: 0, skipped: 0, secondTry: 0, problems: [] });
  });

  it('names each test that failed, with its message', () => {
    const failing = report({
      success: false,
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: '/a.test.ts',
          status: 'failed',
          message: '',
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
      secondTry: 0,
      problems: ['/a.test.ts\nb holds\nit did not'],
    });
  });

  it('shows how a test failed that held when it ran once more, and counts it', () => {
    const tried = [
      { status: 'passed', fullName: 'a holds', invocations: 1, retryReasons: [] },
      { status: 'passed', fullName: 'b holds', invocations: 2, retryReasons: ['it was too early'] },
      { status: 'failed', fullName: 'c holds', invocations: 2, retryReasons: ['once'], failureMessages: ['twice'] },
    ];
    const file = { name: '/a.e2e.ts', status: 'failed', message: '', assertionResults: tried };
    const counted = tallyJest(report({ success: false, numFailedTests: 1, testResults: [file] }), 1);
    expect(counted).toMatchObject({ passed: 2, failed: 1, secondTry: 1 });
    expect(counted.problems).toEqual([
      '/a.e2e.ts\nc holds\ntwice',
      '/a.e2e.ts\nb holds\npassed at the second try; the first ended so:\nit was too early',
    ]);
  });

  it('fails where many tests need a second try', () => {
    const assertionResults = Array.from({ length: MOST_SECOND_TRIES + 2 }, (_, index) => ({
      status: 'passed',
      fullName: `${index} holds`,
      invocations: 2,
      retryReasons: ['it was too early'],
    }));
    const file = { name: '/a.e2e.ts', status: 'passed', message: '', assertionResults };
    expect(tallyJest(report({ numPassedTests: 20, testResults: [file] }), 0)).toMatchObject({
      passed: 18,
      failed: 2,
      secondTry: 5,
    });
  });

  it('counts a file that could not be loaded as a failure', () => {
    const crashed = report({
      success: false,
      testResults: [{ name: '/a.test.ts', status: 'failed', message: 'Cannot find module', assertionResults: [] }],
    });
    expect(tallyJest(crashed, 1)).toMatchObject({
      passed: 2,
      failed: 1,
      problems: ['/a.test.ts could not run\nCannot find module'],
    });
  });

  it.each<[string, JestReport | undefined, number, string]>([
    ['without a report', undefined, 134, 'before it had a result'],
    ['without a test', report({ numPassedTests: 0 }), 0, 'no test ran'],
    ['with skipped tests only', report({ numPassedTests: 0, numPendingTests: 3 }), 0, 'no test ran'],
    ['that passed but ended badly', report({}), 1, 'jest ended with code 1'],
    ['that says it failed without saying where', report({ success: false }), 0, 'jest ended with code 0'],
  ])('counts a run %s as a failure', (_what, result, code, words) => {
    const counted = tallyJest(result, code);
    expect(counted.failed).toBe(1);
    expect(counted.problems.join()).toContain(words);
  });
});

describe('the end of a run', () => {
  it('counts a static check as one test', () => {
    expect(tallyCheck(0, 'fine')).toMatchObject({ passed: 1, failed: 0, problems: [] });
    expect(tallyCheck(2, 'line 3 is wrong\n')).toMatchObject({ passed: 0, failed: 1, problems: ['line 3 is wrong'] });
    expect(tallyCheck(137, '').problems[0]).toContain('code 137');
  });

  it('is one line with the two sums', () => {
    expect(verdict([outcome({ passed: 3 }), outcome({ passed: 4, failed: 1 })])).toBe('7 passed, 1 failed');
    expect(verdict([])).toBe('0 passed, 0 failed');
  });

  it('lines the columns of its table up', () => {
    const lines = table([outcome({ name: 'integration', passed: 120 }), outcome({ failed: 3 })]).split('\n');
    expect(new Set(lines.map((line) => line.length)).size).toBe(1);
    expect(lines[1]).toMatch(/^integration +120 +0 +0 +0 +1\.0 s$/);
  });
});
