import { compare, vocabularyOf, type TrueWord } from './reading-truth.js';

const truth = (word: string, x: number, y = 100): TrueWord => ({ file: 'a.pdf', page: 1, word, x, y });
const read = (text: string, x: number, y = 100) => ({ text, x: x - 20, y: y - 5, width: 40, height: 10 });
const count = (words: TrueWord[], ...found: ReturnType<typeof read>[]) => compare(words, found, vocabularyOf(words));

describe('words found', () => {
  it('must be near their place, with few wrong letters for their length', () => {
    expect(count([truth('Coal', 100)], read('COAL.', 130))).toMatchObject({ words: 1, found: 1 });
    expect(count([truth('Coal', 100)], read('Coat', 100)).found).toBe(0);
    expect(count([truth('Storage', 100)], read('STORHGE', 100)).found).toBe(1);
    expect(count([truth('Gasometer', 100)], read('Gasomater', 140)).found).toBe(0);
  });

  it('count once each', () => {
    expect(count([truth('Shed', 100), truth('Shed', 110)], read('Shed', 104)).found).toBe(1);
  });

  it('of the vocabulary are far off where the truth has none', () => {
    expect(count([truth('Shed', 100)], read('Shed', 400), read('Elsewhere', 700)).farOff).toBe(1);
    expect(count([truth('Shed', 100)], read('Shed', 138)).farOff).toBe(0);
  });
});
