import { pageLostAt } from './page-reader.js';

describe('a child lost while it reads a document', () => {
  it.each([
    ['was at the page that it had begun', 3, {}, 3],
    ['was at the first page when it said nothing', 1, {}, 1],
    ['was at none after the last page', 6, {}, undefined],
    ['was at the next page that is to be read', 3, { skip: [3, 4] }, 5],
    ['was at none when the others are left out', 4, { skip: [4, 5] }, undefined],
    ['was at the next page that was asked for', 1, { only: [4] }, 4],
    ['was at none when those that were asked for are read', 5, { only: [4] }, undefined],
  ])('%s', (_what, next, job, expected) => {
    expect(pageLostAt(next, 5, job)).toBe(expected);
  });
});
