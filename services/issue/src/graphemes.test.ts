import { hasAtMost } from './graphemes.js';

describe('characters as people count them', () => {
  it.each([
    ['letters', 'a'],
    ['emoji', '😀'],
    ['families', '👨‍👩‍👧‍👦'],
    ['flags', '🇩🇪'],
    ['letters with accents of their own', 'e\u0301'],
  ])('%s count one each', (_what, one) => {
    expect(hasAtMost(one.repeat(100), 100)).toBe(true);
    expect(hasAtMost(one.repeat(101), 100)).toBe(false);
  });

  it('a letter under endless accents is no text', () => {
    expect(hasAtMost(`e${'\u0301'.repeat(2_000)}`, 100)).toBe(false);
  });
});
