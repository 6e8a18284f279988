import { describe, expect, it } from '@jest/globals';
import { jobsFor } from './changed.js';

const namesOf = (files: string[]): string[] => {
  const { checks, suites } = jobsFor(files);
  return [...checks, ...suites].map(({ name }) => name);
};

describe('the checks needed after a change', () => {
  it('are only types and format for a text', () => {
    expect(namesOf(['README.md'])).toEqual(['types', 'format']);
    expect(namesOf([])).toEqual(['types']);
  });

  it('are the lint of a source and every suite with a test that imports it', () => {
    expect(namesOf(['services/job/src/jobs.ts'])).toEqual(['lint', 'types', 'format', 'unit', 'web', 'integration']);
    const { checks, suites } = jobsFor(['services/job/src/jobs.ts', 'docs/a.md']);
    expect(checks[0]?.command).toContain('services/job/src/jobs.ts');
    expect(checks[0]?.command).not.toContain('docs/a.md');
    for (const { command, mayBeEmpty } of suites) {
      expect(command.slice(-2)).toEqual(['--findRelatedTests', 'services/job/src/jobs.ts']);
      expect(mayBeEmpty).toBe(true);
    }
  });

  it('are the same for plain JavaScript, except the linter, which ignores it', () => {
    expect(namesOf(['tools/dev/file-lock.mjs'])).toEqual(['types', 'format', 'unit', 'web', 'integration']);
    expect(jobsFor(['tools/dev/file-lock.mjs']).suites[0]?.command).toContain('--findRelatedTests');
  });

  it.each([
    'proto/symbio/job/v1/job.proto',
    'package-lock.json',
    'jest.config.mjs',
    'tools/build/testing/transform.mjs',
    'web/src/testing/libraries.mjs',
  ])('are all for %s', (file) => {
    const { suites } = jobsFor([file]);
    expect(suites).toHaveLength(3);
    for (const { command } of suites) expect(command).not.toContain('--findRelatedTests');
  });

  it('include the contract if it changed', () => {
    expect(namesOf(['proto/buf.yaml'])).toContain('proto lint');
  });
});
