import { parseQuery, tokensOf } from '@symbio/page-engine/reading';
import { findHits } from './hits.js';

const words = (text: string) =>
  text.split(' ').map((word, index) => ({
    text: word,
    x: index * 100,
    y: 10,
    width: 90,
    height: 20,
    confidence: 1,
    turned: 0,
  }));
const boxesOf = (text: string, query: string) =>
  findHits(words(text), parseQuery(query)).boxes.map(({ text: found }) => found);

describe('tokens', () => {
  it.each([
    ['COAL-Yard, No. 5', ['coal', 'yard', 'no', '5']],
    ["Müller's Façade", ['mullers', 'facade']],
    ['— • …', []],
  ])('of "%s" have no case, accents and punctuation', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });
});

describe('a query', () => {
  it('has words, beginnings and phrases', () => {
    expect(parseQuery('gas "Coal yard" HOLD')).toEqual([
      { kind: 'word', start: 'gas' },
      { kind: 'phrase', tokens: ['coal', 'yard'] },
      { kind: 'word', start: 'hold' },
    ]);
  });

  it('takes a single letter as a whole word, and an open quote as none', () => {
    expect(parseQuery('5 "coal ya')).toEqual([
      { kind: 'phrase', tokens: ['5'] },
      { kind: 'word', start: 'coal' },
      { kind: 'word', start: 'ya' },
    ]);
  });

  it('has at most ten terms', () => {
    expect(parseQuery('aa bb cc dd ee ff gg hh ii jj kk ll')).toHaveLength(10);
  });
});

describe('hits', () => {
  it('are the boxes of the words, each once', () => {
    expect(boxesOf('GAS HOLDER and gas works', 'gas "gas holder"')).toEqual(['GAS', 'HOLDER', 'gas']);
  });

  it('of a phrase are only where its words follow each other', () => {
    expect(boxesOf('coal shed yard coal yard', '"coal yard"')).toEqual(['coal', 'yard']);
  });

  it('are shown where most of what was asked for stands together', () => {
    const far = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ');
    const { snippet } = findHits(words(`gas ${far} iron gas holder end`), parseQuery('gas holder'));
    expect(snippet).toBe('… w25 w26 w27 w28 w29 iron gas holder end');
  });
});
