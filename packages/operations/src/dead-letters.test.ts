import { describe, expect, it } from '@jest/globals';
import { deadLetters } from './dead-letters-command.js';
import { isCommand } from './dead-letters.js';

describe('the command dead-letters', () => {
  it.each([
    [['list'], true],
    [['show', '12'], true],
    [['replay', 'all'], true],
    [['drop', '12'], true],
    [[], false],
    [['drop'], false],
    [['remove', '12'], false],
    [['list', '12'], false],
    [['drop', '12', '13'], false],
  ])('parses %j: %s', (args, isOne) => {
    expect(isCommand(args)).toBe(isOne);
  });

  it('shows its usage without a server', async () => {
    const lines: string[] = [];
    const say = (line: string): void => void lines.push(line);
    // port 9 discards: nothing answers there
    const env = { MONGODB_URI: 'mongodb://127.0.0.1:9', NATS_URL: 'nats://127.0.0.1:9' };
    expect(await deadLetters.run(['drop'], { env, print: say, say, signal: new AbortController().signal })).toBe(2);
    expect(lines.join('\n')).toContain('npm run dead-letters -- COMMAND');
  });
});
