import { beginsAt, limitsOf, mergeWithPrevious, moveBeginning, partAt, reasonsText, splitBefore } from './cuts.js';
import { splitPart } from './testing.js';

const parts = [
  splitPart(1, 4, { title: 'Maps' }),
  splitPart(5, 9, { title: 'Letters', why: ['cover', 'page_number'] }),
];
const ranges = (of: typeof parts | readonly (typeof parts)[number][]) =>
  of.map(({ from_page: from, to_page: to, title }) => [from, to, title]);

describe('the documents of a split', () => {
  it('are found by page', () => {
    expect([1, 4, 5, 9].map((page) => partAt(parts, page))).toEqual([0, 0, 1, 1]);
    expect([1, 4, 5].map((page) => beginsAt(parts, page))).toEqual([true, false, true]);
  });

  it('are split before a page, and the new one is of an unknown kind', () => {
    const next = splitBefore(parts, 7);
    expect(ranges(next)).toEqual([
      [1, 4, 'Maps'],
      [5, 6, 'Letters'],
      [7, 9, ''],
    ]);
    expect(next[2]).toMatchObject({ category: null, confidence: 1, why: [] });
    expect(splitBefore(parts, 5)).toBe(parts);
    expect(splitBefore(parts, 10)).toBe(parts);
  });

  it('are merged into the one before', () => {
    expect(ranges(mergeWithPrevious(parts, 1))).toEqual([[1, 9, 'Maps']]);
    expect(mergeWithPrevious(parts, 0)).toBe(parts);
  });

  it('begin elsewhere, with at least a page for each', () => {
    expect(limitsOf(parts, 1)).toEqual({ first: 2, last: 9 });
    expect(limitsOf(parts, 0)).toBeUndefined();
    expect(ranges(moveBeginning(parts, 1, 7))).toEqual([
      [1, 6, 'Maps'],
      [7, 9, 'Letters'],
    ]);
    expect(moveBeginning(parts, 1, 7)[1]).toMatchObject({ confidence: 1, why: [] });
    expect(ranges(moveBeginning(parts, 1, -3))[1]?.[0]).toBe(2);
    expect(ranges(moveBeginning(parts, 1, 99))[1]?.[0]).toBe(9);
    expect(moveBeginning(parts, 1, 5)).toBe(parts);
  });

  it('name their signs', () => {
    expect(parts.map(reasonsText)).toEqual(['Set by a person', 'Cover, Page numbers restart']);
  });
});
