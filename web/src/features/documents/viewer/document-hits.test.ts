import { nextPlace, placeAt, type DocumentPlace } from './document-hits.js';

const place = (pageId: string, pageNumber: number): DocumentPlace => ({
  pageId,
  pageNumber,
  place: { text: 'GAS', match: 'exact', confidence: 1, x: 0, y: 0, width: 1, height: 1 },
});
const places = [place('p2', 2), place('p2', 2), place('p5', 5)];

it('starts at the hit in the URL, if it is on the current page; else at the first one there', () => {
  expect(placeAt(places, '2', 'p2')).toBe(1);
  expect(placeAt(places, '2', 'p5')).toBe(2);
  expect(placeAt(places, null, 'p2')).toBe(0);
  expect(placeAt(places, 'x', 'p2')).toBe(0);
  expect(placeAt(places, null, 'p3')).toBeNull();
  expect(placeAt([], '1', undefined)).toBeNull();
});

it('wraps around, and starts at either end', () => {
  expect([nextPlace(places, 0, 1), nextPlace(places, 2, 1), nextPlace(places, 0, -1)]).toEqual([1, 0, 2]);
  expect([nextPlace(places, null, 1), nextPlace(places, null, -1), nextPlace([], null, 1)]).toEqual([0, 2, null]);
});
