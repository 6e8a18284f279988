import { hitAddress, isSearchable, markedParts } from './search-words.js';

describe('a snippet', () => {
  const marked = (snippet: string, words: string) =>
    markedParts(snippet, words)
      .filter(({ isHit }) => isHit)
      .map(({ text }) => text);

  it('marks the words that were looked for, whatever their case, and beginnings', () => {
    expect(marked('… near the GAS HOLDER, coal', 'gas hold')).toEqual(['GAS', 'HOLDER,']);
    expect(marked('Müller’s tannery', 'muller')).toEqual(['Müller’s']);
  });

  it('is the same text when its parts are put together', () => {
    const snippet = '… a  b gas\nholder …';
    expect(
      markedParts(snippet, 'gas')
        .map(({ text }) => text)
        .join(''),
    ).toBe(snippet);
  });

  it('marks nothing within a word', () => {
    expect(marked('begas', 'gas')).toEqual([]);
  });
});

it('a search needs two letters or digits', () => {
  expect([isSearchable('g'), isSearchable('" "'), isSearchable('ga')]).toEqual([false, false, true]);
});

it('a hit has an address with its page and the words', () => {
  expect(hitAddress('p', { document_id: 'd', page_number: 3 }, '"gas holder" & co')).toBe(
    '/projects/p/documents/d?page=3&q=%22gas+holder%22+%26+co',
  );
});
