import { SANBORN_ABBREVIATIONS, sanbornMeaning } from './sanborn-key.js';

describe('the key of Sanborn maps', () => {
  it('explains abbreviations, however they are lettered or read', () => {
    expect(sanbornMeaning('D')).toBe('dwelling');
    expect(sanbornMeaning('G.T.')).toBe('gasoline tank');
    expect(sanbornMeaning('GT')).toBe('gasoline tank');
    expect(sanbornMeaning(' g. t. ')).toBe('gasoline tank');
    expect(sanbornMeaning('Asb. Cl.')).toBe('asbestos clapboards');
    expect(sanbornMeaning('2B')).toBe('2 stories and a basement');
    expect(sanbornMeaning('1 B')).toBe('1 story and a basement');
  });

  it('explains no other words or numbers', () => {
    for (const text of ['GAS HOLDER', 'DYER', '12', '', '...', 'constructor']) expect(sanbornMeaning(text)).toBeNull();
  });

  it('has one meaning for each abbreviation', () => {
    const all = SANBORN_ABBREVIATIONS.flatMap(({ entries }) => entries.map(({ short }) => short));
    expect(new Set(all.map((short) => short.replace(/\W/g, '').toUpperCase())).size).toBe(all.length);
  });
});
