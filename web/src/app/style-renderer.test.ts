import { compareMediaQueries } from './style-renderer.js';

it('phone styles come after the styles of all narrow windows', () => {
  const queries = [
    '(max-width: 600px)',
    '(max-width: 1100px)',
    '(pointer: coarse)',
    '(max-width: 760px)',
    '(max-width: 900px)',
  ];
  expect(queries.sort(compareMediaQueries).filter((query) => query.includes('width'))).toEqual([
    '(max-width: 1100px)',
    '(max-width: 900px)',
    '(max-width: 760px)',
    '(max-width: 600px)',
  ]);
  expect(compareMediaQueries('(pointer: coarse)', '(pointer: coarse)')).toBe(0);
});
