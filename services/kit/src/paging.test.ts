import { escapeRegExp, pagedList, pageInfo, pageSpec, type PageSpec } from './paging.js';

describe('a list’s slice', () => {
  it('is the first 20 by default (CONST-05)', () => {
    expect(pageSpec(undefined)).toEqual({ page: 1, perPage: 20, skip: 0 });
    expect(pageSpec({ page: 0, perPage: 0 })).toEqual({ page: 1, perPage: 20, skip: 0 });
  });

  it('holds at most 100', () => {
    expect(pageSpec({ page: 3, perPage: 500 })).toEqual({ page: 3, perPage: 100, skip: 200 });
  });

  it('says how many pages there are (PROJ-41)', () => {
    expect(pageInfo(pageSpec({ page: 2, perPage: 10 }), 21)).toEqual({
      page: 2,
      perPage: 10,
      totalPages: 3,
      count: 21,
    });
    expect(pageInfo(pageSpec(undefined), 0)).toMatchObject({ totalPages: 0, count: 0 });
  });
});

describe('a list that is asked for in slices or as a whole', () => {
  const list = (slice: PageSpec | undefined) => Promise.resolve([slice]);

  it('is counted where a slice is asked for', async () => {
    expect(await pagedList({ page: 2, perPage: 10 }, list, () => Promise.resolve(21))).toEqual({
      rows: [{ page: 2, perPage: 10, skip: 10 }],
      pageInfo: { page: 2, perPage: 10, totalPages: 3, count: 21 },
    });
  });

  it('is not counted where all of it is asked for', async () => {
    expect(await pagedList(undefined, list, () => Promise.reject(new Error('counted')))).toEqual({
      rows: [undefined],
      pageInfo: undefined,
    });
  });
});

it('a search text matches itself, whatever signs it has', () => {
  const text = 'St. (A+B)* [1]\\ ^$ {2}|?';
  expect(new RegExp(`^${escapeRegExp(text)}$`).test(text)).toBe(true);
});
