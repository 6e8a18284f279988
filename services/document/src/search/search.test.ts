import { parseQuery, tokensOf } from '@symbio/page-engine/reading';
import type { SoughtTerm, SoughtWord } from './find-pages.js';
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
const NOTHING_ELSE = { joined: [], endings: new Set<string>(), near: new Set<string>(), halves: [] };
/** Parsed terms without variants from the project's vocabulary, except `more`. */
const sought = (query: string, more: Partial<SoughtWord> = {}) =>
  parseQuery(query).map((term): SoughtTerm => (term.kind === 'word' ? { ...NOTHING_ELSE, ...more, ...term } : term));
const boxesOf = (text: string, query: string) =>
  findHits(words(text), sought(query)).boxes.map(({ text: found }) => found);
const placesOf = (text: string, query: string, more?: Partial<SoughtWord>) =>
  findHits(words(text), sought(query, more)).places.map(({ text: found, match }) => [found, match]);

describe('tokens', () => {
  it.each([
    ['COAL-Yard, No. 5', ['coal', 'yard', 'no', '5']],
    ["Müller's Façade", ['mullers', 'facade']],
    ['— • …', []],
  ])('of "%s" have no case, accents or punctuation', (text, tokens) => {
    expect(tokensOf(text)).toEqual(tokens);
  });
});

describe('a query', () => {
  it('has words, prefixes and phrases', () => {
    expect(parseQuery('gas "Coal yard" HOLD')).toEqual([
      { kind: 'word', start: 'gas' },
      { kind: 'phrase', tokens: ['coal', 'yard'] },
      { kind: 'word', start: 'hold' },
    ]);
  });

  it('takes a single letter as a whole word, and ignores an open quote', () => {
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

  it('of a phrase are only where its words are successive', () => {
    expect(boxesOf('coal shed yard coal yard', '"coal yard"')).toEqual(['coal', 'yard']);
  });

  it('are shown and marked where most terms are', () => {
    const far = Array.from({ length: 30 }, (_, index) => `w${index}`).join(' ');
    const { snippet, snippetParts } = findHits(words(`gas ${far} iron gas holder end`), sought('gas holder'));
    expect(snippet).toBe('… w25 w26 w27 w28 w29 iron gas holder end');
    expect(snippetParts).toEqual([
      { text: '… w25 w26 w27 w28 w29 iron ', isHit: false },
      { text: 'gas', isHit: true },
      { text: ' ', isHit: false },
      { text: 'holder', isHit: true },
      { text: ' end', isHit: false },
    ]);
  });

  it('are shown within 240 characters', () => {
    const long = Array.from({ length: 12 }, () => 'x'.repeat(29));
    const { snippet } = findHits(words(['gasworks', ...long].join(' ')), sought('gasworks'));
    expect(snippet).toBe(`${['gasworks', ...long.slice(0, 7)].join(' ')} …`);
  });

  it('are places: adjacent words of the query are one, as is a phrase', () => {
    expect(placesOf('gas holder and gas works, gas holders', 'gas holder')).toEqual([
      ['gas holder', 'exact'],
      ['gas', 'exact'],
      ['gas holders', 'beginning'],
    ]);
    expect(placesOf('coal yard coal yard coal', '"coal yard"')).toEqual([
      ['coal yard', 'exact'],
      ['coal yard', 'exact'],
    ]);
    expect(placesOf('gas gas', 'gas')).toEqual([
      ['gas', 'exact'],
      ['gas', 'exact'],
    ]);
  });

  it('have their kind of match', () => {
    const more = { near: new Set(['storhge']), endings: new Set(['coldstorage']), halves: [['stor', 'age']] as const };
    expect(placesOf('STORHGE COLDSTORAGE STOR AGE STORAGES STORAGE', 'storage', more)).toEqual([
      ['STORHGE', 'near'],
      ['COLDSTORAGE', 'part'],
      ['STOR AGE', 'part'],
      ['STORAGES', 'beginning'],
      ['STORAGE', 'exact'],
    ]);
  });

  it('far apart on the sheet are two places, though successive', () => {
    const [gas, holder] = words('gas holder');
    if (!gas || !holder) throw new Error('no words');
    const { places } = findHits([gas, { ...holder, x: 3_000 }], sought('gas holder'));
    expect(places.map(({ text, x, width }) => [text, x, width])).toEqual([
      ['gas', 0, 90],
      ['holder', 3_000, 90],
    ]);
  });
});
