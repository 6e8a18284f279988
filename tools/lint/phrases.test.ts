import { describe, expect, it } from '@jest/globals';
import { phrasesIn } from './phrases.mjs';

describe('the phrases that comments must not use', () => {
  it('are found with the words to use instead, also across lines of a comment', () => {
    expect(phrasesIn('Whoever asks is told\n * what\n * is there.')).toEqual([
      { phrase: 'told', instead: 'notify, report, publish, return' },
      { phrase: 'Whoever', instead: 'the caller, a user, no process' },
      { phrase: 'what is', instead: 'a noun: the message, the text, the row' },
    ]);
    expect(phrasesIn('Notifies subscribers about a stolen key.')).toEqual([]);
  });
});
