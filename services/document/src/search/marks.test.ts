import { MAX_PAGE_TOKENS, pageTokens } from './page-tokens.js';
import { textOf } from './page-text-repository.js';
import { marksFrom, marksOf, marksOfToken, readMark, sequenceCount } from './marks.js';

const word = (text: string, confidence = 1) => ({ text, x: 0, y: 0, width: 1, height: 1, turned: 0, confidence });

const at = (...places: number[]) => places.map((place) => ({ at: place, length: 1 }));

describe('marks of a page', () => {
  it('encode frequency and best confidence of a word', () => {
    const marks = marksOf([word('GAS', 0.5), word('Gas-holder', 0.9), word('gas', 0.2), word('№')]);
    expect(marks.map(readMark)).toEqual([
      { token: 'gas', hits: 3, confidence: 0.875, places: at(0, 1, 3) },
      { token: 'holder', hits: 1, confidence: 0.875, places: at(2) },
      { token: 'no', hits: 1, confidence: 1, places: at(4) },
      { token: 'gasholder', hits: 1, confidence: 0.875, places: [{ at: 1, length: 2 }] },
    ]);
  });

  it('include words without their marks, with the number of their tokens', () => {
    const marks = new Map(
      marksOf([word('UST'), word('U.S.T.'), word('removal'), word('10,000')]).map((mark) => [
        readMark(mark).token,
        mark,
      ]),
    );
    expect(readMark(marks.get('ust') ?? '')).toMatchObject({
      hits: 2,
      places: [
        { at: 0, length: 1 },
        { at: 1, length: 3 },
      ],
    });
    expect(marks.has('10000')).toBe(true);
    expect(sequenceCount(['ust', 'removal'].map((token) => marks.get(token) ?? ''))).toBe(1);
  });

  it('are limited, from the top of the page, for the search and the vocabulary alike', () => {
    // 100 characters with 33 words each
    const words = Array.from({ length: 3_000 }, (_, index) =>
      word(Array.from({ length: 33 }, (_, n) => `${n}x${index}`).join('/')),
    );
    const first = words.slice(0, 100);
    expect(marksOf(words).slice(0, 100)).toEqual(marksOf(first).slice(0, 100));
    expect(marksOf(words).length).toBeLessThanOrEqual(MAX_PAGE_TOKENS);
    expect(textOf(words).tokens).toHaveLength(marksOf(words).length);
    expect(pageTokens(words).isCut).toBe(true);
    expect(pageTokens(first).isCut).toBe(false);
  });

  it('sort best first in the index', () => {
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

  it('match a token, or all with a prefix', () => {
    const [gas = '', gasoline = ''] = marksOf([word('gas'), word('gasoline')]);
    expect([gas, gasoline].map((mark) => marksOfToken('gas').test(mark))).toEqual([true, false]);
    expect([gas, gasoline].map((mark) => marksFrom('gas').test(mark))).toEqual([true, true]);
    expect([gas, gasoline].sort()[0]).toBe(gas);
  });

  it('count successive words in order', () => {
    const marks = new Map(
      marksOf('coal yard old coal shed coal yard'.split(' ').map((text) => word(text))).map((mark) => [
        readMark(mark).token,
        mark,
      ]),
    );
    const times = (phrase: string) => sequenceCount(phrase.split(' ').map((token) => marks.get(token) ?? ''));
    expect(['coal yard', 'yard coal', 'yard old coal shed', 'coal'].map(times)).toEqual([2, 0, 1, 3]);
  });

  it('have no positions for frequent words, nor in earlier versions', () => {
    const [often = '', once = ''] = marksOf([...Array.from({ length: 65 }, () => word('the')), word('yard')]);
    expect(readMark(often)).toEqual({ token: 'the', hits: 9, confidence: 1 });
    expect([sequenceCount([often, once]), sequenceCount(['coal 80', once])]).toEqual([undefined, undefined]);
  });

  it('of a long page have positions far into it', () => {
    const words = Array.from({ length: 10_000 }, (_, at) => word(at === 9_999 ? 'end' : `w${at % 300}`));
    expect(readMark(marksOf(words).at(-1) ?? '').places).toEqual(at(9_999));
  });
});
