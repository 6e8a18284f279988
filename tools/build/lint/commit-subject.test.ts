import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { repoRoot } from '../../dev/paths.js';
import { faultOf } from './commit-subject.mjs';

/** Since when subjects follow docs/writing.md: the day after release 0.2.0. */
const SINCE = new Date('2026-11-27T00:00:00Z');

describe('the subject of a commit', () => {
  it.each([
    'Reject events without a valid signature',
    'Embed the font',
    'Speed up the list of documents',
    "Merge branch 'events'",
  ])('may be "%s"', (subject) => {
    expect(faultOf(subject)).toBeUndefined();
  });

  it.each([
    ['Who is where is reported by one function', 'imperative'],
    ['Adding a rule', 'imperative'],
    ['Fixed a rule', 'imperative'],
    ['reject unsigned events', 'capital letter'],
    ['Reject unsigned events.', 'full stop'],
    ['Reject events of which the signature is missing, wrong or made by a foreign process', '83 characters'],
  ])('is refused when it is "%s"', (subject, reason) => {
    expect(faultOf(subject)).toContain(reason);
  });

  it('is valid in every commit since the last release', () => {
    const { status, stdout } = spawnSync(
      'git',
      ['log', '--no-merges', '--format=%aI %s', `--since=${SINCE.toISOString()}`],
      {
        cwd: repoRoot,
        encoding: 'utf8',
      },
    );
    // a source archive has no history
    const commits = status === 0 ? stdout.split('\n').filter(Boolean) : [];
    const faults = commits.flatMap((line) => {
      const [date = '', subject = ''] = [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)];
      const fault = new Date(date) < SINCE ? undefined : faultOf(subject);
      return fault ? [`${subject}: ${fault}`] : [];
    });
    expect(faults).toEqual([]);
  });
});
