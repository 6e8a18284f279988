import { pageTypeIn } from './page-types.js';

describe('what a page is follows from its document (OP-42)', () => {
  it.each([
    ['sanborn_maps', 'other', 'sanborn_map'],
    ['topographic_maps', 'sanborn_map', 'topographic_map'],
    ['aerial_imagery', 'other', 'aerial_photo'],
    ['phase_1_esa', 'sanborn_map', 'other'],
    ['sanborn_maps', 'text', 'text'],
    ['sanborn_maps', '', ''],
  ] as const)('in %s a page seen as "%s" is "%s"', (category, seen, expected) => {
    expect(pageTypeIn(category, seen)).toBe(expected);
  });
});
