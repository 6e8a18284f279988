import { hasAtMost } from './graphemes.js';

describe('counting graphemes', () => {
  it.each([
    ['letters', 'a'],
    ['emoji', '😀'],
    ['families', '👨‍👩‍👧‍👦'],
    ['flags', '🇩🇪'],
    ['letters with accents of their own', 'e\u0301'],
  ])('%s count as one each', (_what, one) => {
    expect(hasAtMost(one.repeat(100), 100)).toBe(true);
    expect(hasAtMost(one.repeat(101), 100)).toBe(false);
  });

  it('a letter with endless accents is rejected', () => {
    expect(hasAtMost(`e${'\u0301'.repeat(2_000)}`, 100)).toBe(false);
  });
});
