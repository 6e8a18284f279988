import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { repoRoot } from '../../dev/paths.js';

interface Test {
  path: string;
}
// plain JavaScript without types: jest loads it unchanged
const file: string = './sequencer.mjs';
const { default: LongestFirst, LONGEST } = (await import(file)) as {
  default: new (options: object) => { sort: (tests: Test[]) => Test[] };
  LONGEST: string[];
};

const testsOf = (...names: string[]): Test[] => names.map((name) => ({ path: path.join(repoRoot, name) }));

describe('the order of test files', () => {
  it('refers to existing files', () => {
    expect(LONGEST.filter((name) => !fs.existsSync(path.join(repoRoot, name)))).toEqual([]);
  });

  it('begins with the slowest, and continues by size', () => {
    const [first = '', second = ''] = LONGEST;
    const [large, small] = ['package-lock.json', 'package.json'];
    const sorted = new LongestFirst({}).sort(testsOf(small, second, large, first));
    expect(sorted.map((test) => path.relative(repoRoot, test.path))).toEqual([first, second, large, small]);
  });
});
