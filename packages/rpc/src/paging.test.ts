import { AppError } from '@symbio/runtime';
import {
  afterPosition,
  cursorOf,
  escapeRegExp,
  everyPage,
  pagedList,
  pageInfo,
  pageSpec,
  type PageSpec,
} from './paging.js';

describe('a page of a list', () => {
  it('has the first 20 by default (CONST-05)', () => {
    expect(pageSpec(undefined)).toEqual({ page: 1, perPage: 20, skip: 0 });
    expect(pageSpec({ page: 0, perPage: 0 })).toEqual({ page: 1, perPage: 20, skip: 0 });
  });

  it('has at most 1,000', () => {
    expect(pageSpec({ page: 3, perPage: 5_000 })).toEqual({ page: 3, perPage: 1_000, skip: 2_000 });
  });

  it('contains the number of pages (PROJ-41)', () => {
    expect(pageInfo(pageSpec({ page: 2, perPage: 10 }), 21)).toEqual({
      page: 2,
      perPage: 10,
      totalPages: 3,
      count: 21,
    });
    expect(pageInfo(pageSpec(undefined), 0)).toMatchObject({ totalPages: 0, count: 0 });
  });
});

describe('a list requested in pages or completely', () => {
  const list = (slice: PageSpec | undefined) => Promise.resolve([slice]);

  it('is counted when a page is requested', async () => {
    expect(await pagedList({ page: 2, perPage: 10 }, list, () => Promise.resolve(21))).toEqual({
      rows: [{ page: 2, perPage: 10, skip: 10 }],
      pageInfo: { page: 2, perPage: 10, totalPages: 3, count: 21 },
    });
  });

  it('is not counted when all of it is requested', async () => {
    expect(await pagedList(undefined, list, () => Promise.reject(new Error('counted')))).toEqual({
      rows: [undefined],
      pageInfo: undefined,
    });
  });
});

describe('a list read by cursor', () => {
  const row = (n: number) => ({ at: new Date(Date.UTC(2026, 0, n)), id: `row-${n}` });
  const all = [1, 2, 3, 4].map(row);
  const read = (cursor: string, rows = all) =>
    pagedList(
      { page: 0, perPage: 2, cursor },
      (slice) => {
        const from = slice?.after ? rows.findIndex(({ id }) => id === slice.after?.id) + 1 : (slice?.skip ?? 0);
        return Promise.resolve(rows.slice(from, from + (slice?.perPage ?? rows.length)));
      },
      () => Promise.resolve(rows.length),
      (one) => one,
    );

  it('continues where the last page ended, also when rows were added before it', async () => {
    const first = await read('');
    expect(first.pageInfo?.nextCursor).toBe(cursorOf(row(2)));
    const second = await read(first.pageInfo?.nextCursor ?? '', [row(0), ...all]);
    expect(second.rows).toEqual([row(3), row(4)]);
  });

  it('ends without a cursor', async () => {
    expect((await read(cursorOf(row(3)))).pageInfo?.nextCursor).toBeUndefined();
  });

  it('is read to its end by a caller who needs all of it', async () => {
    const answers = await everyPage(({ cursor }) => read(cursor));
    expect(answers.flatMap(({ rows }) => rows)).toEqual(all);
  });

  it.each(['nonsense', Buffer.from('2026-01-01').toString('base64url')])('refuses the cursor %s', (cursor) => {
    expect(() => pageSpec({ page: 0, perPage: 0, cursor })).toThrow(AppError);
  });

  it('queries MongoDB for the following rows in its direction', () => {
    const { at, id } = row(1);
    expect(afterPosition('createdAt', 'oldest first', { at, id })).toEqual({
      $or: [{ createdAt: { $gt: at } }, { createdAt: at, _id: { $gt: id } }],
    });
    expect(afterPosition('createdAt', 'newest first', { at, id })).toEqual({
      $or: [{ createdAt: { $lt: at } }, { createdAt: at, _id: { $lt: id } }],
    });
    expect(afterPosition('createdAt', 'newest first', undefined)).toEqual({});
  });
});

it('a search text matches literally, with all special characters', () => {
  const text = 'St. (A+B)* [1]\\ ^$ {2}|?';
  expect(new RegExp(`^${escapeRegExp(text)}$`).test(text)).toBe(true);
});
