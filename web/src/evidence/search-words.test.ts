import { isMeant, hitAddress, isSearchable } from './search-words.js';

it('a search needs two letters or digits', () => {
  expect([isSearchable('g'), isSearchable('" "'), isSearchable('ga')]).toEqual([false, false, true]);
});

it('a hit has an address with its page and the words', () => {
  expect(hitAddress('p', { document_id: 'd', page_number: 3 }, '"gas holder" & co')).toBe(
    '/projects/p/documents/d?page=3&q=%22gas+holder%22+%26+co',
  );
});

describe('a name', () => {
  it.each([
    ['Coal storage yard', 'stor', true],
    ['Coal storage yard', 'yard coal', true],
    ['Coal storage yard', 'age', false],
    ['Café Müller', 'cafe mul', true],
    ['Anything', '', true],
  ])('"%s" is meant by "%s": %s', (name, typed, expected) => {
    expect(isMeant(name, typed)).toBe(expected);
  });
});
