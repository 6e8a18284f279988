import { MAX_DRAWN, nearestSheets } from './drawn-sheet.js';

it('draws the sheets nearest to the middle of the map, in their order', () => {
  const sheets = Array.from({ length: MAX_DRAWN + 2 }, (_, index) => ({ middle: [index / 1000, 0] as const, index }));
  expect(nearestSheets(sheets, [0, 0]).map(({ index }) => index)).toEqual(
    sheets.slice(0, MAX_DRAWN).map(({ index }) => index),
  );
  expect(nearestSheets(sheets, [1, 0])[0]?.index).toBe(2);
  expect(nearestSheets(sheets.slice(0, 3), [1, 0])).toHaveLength(3);
});
