import { marksFrom, marksOf, marksOfToken, readMark } from './marks.js';

const word = (text: string, confidence = 1) => ({ text, x: 0, y: 0, width: 1, height: 1, turned: 0, confidence });

describe('marks of a page', () => {
  it('say how often a word stands there and how surely it was read at best', () => {
    const marks = marksOf([word('GAS', 0.5), word('Gas-holder', 0.9), word('gas', 0.2), word('№')]);
    expect(marks.map(readMark)).toEqual([
      { token: 'gas', hits: 3, confidence: 0.875 },
      { token: 'holder', hits: 1, confidence: 0.875 },
      { token: 'no', hits: 1, confidence: 1 },
    ]);
  });

  it('stand best first in the index', () => {
    const many = Array.from({ length: 12 }, () => word('oil', 0));
    const pages = [[word('oil', 0.1)], [word('oil', 1)], many, [word('oil'), word('oil', 0.3)]];
    const sorted = pages.flatMap(marksOf).sort();
    expect(sorted.map(readMark).map(({ hits, confidence }) => [hits, confidence])).toEqual([
      [9, 0],
      [2, 1],
      [1, 1],
      [1, 0.125],
    ]);
  });

  it('are those of a token, or of all that begin so', () => {
    const [gas = '', gasoline = ''] = marksOf([word('gas'), word('gasoline')]);
    expect([gas, gasoline].map((mark) => marksOfToken('gas').test(mark))).toEqual([true, false]);
    expect([gas, gasoline].map((mark) => marksFrom('gas').test(mark))).toEqual([true, true]);
    expect([gas, gasoline].sort()[0]).toBe(gas);
  });
});
