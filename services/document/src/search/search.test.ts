import { parseQuery, tokensOf } from '@symbio/page-engine/reading';
import type { SoughtTerm, SoughtWord } from './find-pages.js';
import { findHits } from './hits.js';

const sheetWord = { x: 0, y: 10, width: 90, height: 20, confidence: 1, turned: 0 };
const words = (text: string) =>
  text.split(' ').map((word, index) => ({
    ...sheetWord,
    text: word,
    x: index * 100,
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
      { kind: 'phrase', sequences: [['coal', 'yard']] },
      { kind: 'word', start: 'hold' },
    ]);
  });

  it('takes a single letter as a whole word, and ignores an open quote', () => {
    expect(parseQuery('5 "coal ya')).toEqual([
      { kind: 'phrase', sequences: [['5']] },
      { kind: 'word', start: 'coal' },
      { kind: 'word', start: 'ya' },
    ]);
  });

  it.each([
    ['A&P', { kind: 'phrase', sequences: [['a&p']] }],
    ['A & P', { kind: 'phrase', sequences: [['a&p']] }],
    ['U.S.T.', { kind: 'phrase', sequences: [['ust']] }],
    ['u. s. t.', { kind: 'phrase', sequences: [['ust']] }],
    ['U S T', { kind: 'phrase', sequences: [['ust']] }],
    ['"U.S.T. removal"', { kind: 'phrase', sequences: [['ust', 'removal']] }],
    ['AT&T', { kind: 'phrase', sequences: [['at&t'], ['at', 't']] }],
    ['MW-7', { kind: 'phrase', sequences: [['mw7'], ['mw', '7']] }],
    ['No.5', { kind: 'phrase', sequences: [['no5'], ['no', '5']] }],
    ['10,000', { kind: 'phrase', sequences: [['10000'], ['10', '000']] }],
    ['3.5', { kind: 'phrase', sequences: [['3', '5']] }],
    ['co-op', { kind: 'word', start: 'coop', sequences: [['co', 'op']] }],
    ['k e r o s e n e', { kind: 'word', start: 'kerosene' }],
    ['UST', { kind: 'word', start: 'ust' }],
  ])('of %s is one term', (query, term) => {
    expect(parseQuery(query)).toEqual([term]);
  });

  it('keeps the words of "coal-yard" apart, as each may be misread', () => {
    expect(parseQuery('coal-yard')).toEqual([
      { kind: 'word', start: 'coal' },
      { kind: 'word', start: 'yard' },
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

  it.each([
    ['A&P', 'Plan of a page, please see A&P TEA and A. & P. STORES', ['A&P', 'A. & P.']],
    ['U.S.T.', 'UNDERGROUND STORAGE TANK U.S.T. Strasse Søn UST', ['U.S.T.', 'UST']],
    ['UST', 'U.S.T. and U. S. T. and UST', ['U.S.T.', 'U. S. T.', 'UST']],
    ['10000', '10,000 GALLONS 10000 10.000', ['10,000', '10000']],
    ['10,000', '10,000-gal 10000', ['10,000-gal', '10000']],
    ['coop', 'co-op CO\u2011OP coop co company op', ['co-op', 'CO\u2011OP', 'coop']],
    ['co-op', 'coop co-op company operator', ['coop', 'co-op']],
    ['"UST removal"', 'U.S.T. removal, UST of removal', ['U.S.T. removal,']],
    ['kerosene', 'the K E R O S E N E tank', ['K E R O S E N E']],
    ['K E R O S E N E', 'the kerosene tank', ['kerosene']],
  ])('of %s are its other spellings, and nothing else', (query, text, found) => {
    expect(placesOf(text, query)).toEqual(found.map((place) => [place, 'exact']));
  });

  it('of letters set apart end where the gap is that between words', () => {
    const spaced = [...'COAL', ' ', ...'TANK'].flatMap((letter, at) =>
      letter === ' ' ? [] : [{ ...sheetWord, text: letter, x: at * 40, width: 20 }],
    );
    expect(findHits(spaced, sought('tank')).places).toMatchObject([{ text: 'T A N K', x: 200, match: 'exact' }]);
    expect(findHits(spaced, sought('coal')).places).toMatchObject([{ text: 'C O A L', x: 0, width: 140 }]);
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
