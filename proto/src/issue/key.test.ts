import { issueKey, issueNumber } from './key.js';

describe('the key of an issue', () => {
  it('is its number, read in any case', () => {
    expect(issueKey(12)).toBe('SYM-12');
    expect([issueKey(0), issueKey(undefined)]).toEqual(['', '']);
    expect(['SYM-12', 'sym-12', 'Sym-1'].map(issueNumber)).toEqual([12, 12, 1]);
    expect(['SYM-0', 'SYM-012', 'SYM12', '12', ' SYM-12', 'SYM-12345678901'].map(issueNumber)).toEqual(
      Array(6).fill(undefined),
    );
  });
});
