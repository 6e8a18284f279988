import { pagesIn, rangesOf } from './page-ranges.js';

describe('page ranges', () => {
  it.each([
    ['3', [3]],
    ['1-4, 9', [1, 2, 3, 4, 9]],
    [' 9;1 - 2 ,2', [1, 2, 9]],
    ['5–6 8', [5, 6, 8]],
  ])('are parsed from %j', (text, numbers) => {
    expect(pagesIn(text, 12)).toEqual({ numbers });
  });

  it.each([
    ['', 'Enter at least one page.'],
    [' , ', 'Enter at least one page.'],
    ['first', '“first” is not a page. Enter pages like 1-4, 9.'],
    ['0', '“0” is not a page range.'],
    ['7-5', '“7-5” is not a page range.'],
    ['9-13', 'Page 13 does not exist; the last page is 12.'],
  ])('are rejected with a sentence: %j', (text, problem) => {
    expect(pagesIn(text, 12)).toEqual({ problem });
  });

  it('are formatted as short as possible', () => {
    expect(rangesOf([4, 1, 2, 3, 9, 9, 11])).toBe('1-4, 9, 11');
    expect(rangesOf([])).toBe('');
  });
});
