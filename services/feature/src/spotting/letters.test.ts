import { maxMistakes, lettersOf, mistakesIn, shapeOf } from './letters.js';
import { TERMS } from './terms.js';

describe('letters as a reader sees them', () => {
  it('are capitals without full stops; figures among them are letters, the storeys before them are none', () => {
    expect(lettersOf("F'dry.")).toBe('FDRY');
    expect(lettersOf('F0UNDRY')).toBe('FOUNDRY');
    expect(lettersOf('3LAUNDRY')).toBe('LAUNDRY');
    expect(lettersOf('&')).toBe('&');
    expect(lettersOf('12 1/2')).toBe('');
  });

  it.each([
    // observed on the corpus sheets
    ['CORL', 'COAL'],
    ['SNED', 'SHED'],
    ['GRSOMETER', 'GASOMETER'],
    ['LRUNORY', 'LAUNDRY'],
    ['CARRIRGE', 'CARRIAGE'],
    ['GUS', 'GAS'],
    ['YARA', 'YARD'],
    ['LEATHER', 'LEATHER'],
    ['OLEATHER', 'LEATHER'],
    ['CHINE', 'MACHINE'],
    ['TANNER', 'TANNERY'],
  ])('%s may be %s', (read, meant) => {
    expect(mistakesIn(read, meant)).toBeLessThanOrEqual(maxMistakes(meant.length));
  });

  it.each([
    ['GAP', 'GAS'],
    ['HO', 'HA'],
    ['STORE', 'FORGE'],
    ['BAKERY', 'TANNERY'],
    ['HOTEL', 'HOLDER'],
    ['', 'COAL'],
  ])('%s is not %s', (read, meant) => {
    expect(mistakesIn(read, meant)).toBeUndefined();
  });

  it('cost less where they look alike, and nothing where they are the same', () => {
    expect(mistakesIn('COAL', 'COAL')).toBe(0);
    expect(mistakesIn('CORL', 'COAL') ?? 9).toBeLessThan(mistakesIn('COXL', 'COAL') ?? 0);
  });

  it('have one shape where they look alike one by one', () => {
    expect(shapeOf('CORLSHEO')).toBe(shapeOf('COALSHED'));
    expect(shapeOf('COALYARD')).not.toBe(shapeOf('COALSHED'));
  });

  it('of every term are written as they are read', () => {
    for (const { words } of TERMS) for (const spelling of words.flat()) expect(lettersOf(spelling)).toBe(spelling);
  });
});
