import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { repoRoot, repoText } from '../../dev/paths.js';
import { phrasesIn } from './phrases.mjs';

/** Files whose comments oxlint does not read. */
const OTHERS = ['*.proto', '*.mjs', '*.mts'];

describe('phrases forbidden in comments', () => {
  it('are found with their replacements, also across the lines of a comment', () => {
    expect(phrasesIn('Whoever asks is told\n * what\n * is there.')).toEqual([
      { phrase: 'told', instead: 'notify, report, publish, return' },
      { phrase: 'Whoever', instead: 'the caller, a user, no process' },
      { phrase: 'what is', instead: 'a noun: the message, the text, the row' },
    ]);
    expect(phrasesIn('Notifies subscribers about a stolen key.')).toEqual([]);
  });

  it('do not occur in contracts and scripts', () => {
    const { stdout } = spawnSync('git', ['ls-files', ...OTHERS], { cwd: repoRoot, encoding: 'utf8' });
    const found = stdout
      .split('\n')
      .filter((file) => file !== '' && !file.startsWith('tools/build/lint/'))
      .flatMap((file) => {
        const text = repoText(file);
        const comments = text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/gm) ?? [];
        return comments.flatMap((comment) => phrasesIn(comment).map(({ phrase }) => `${file}: ${phrase}`));
      });
    expect(found).toEqual([]);
  });
});
