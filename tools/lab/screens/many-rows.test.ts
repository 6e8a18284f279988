import { firstPage, isList, withRows } from './many-rows.js';

const answer = {
  data: [
    { id: 'a', title: 'Gas works' },
    { id: 'b', title: 'Dry cleaner' },
  ],
  page: 1,
  per_page: 20,
  total_pages: 1,
  count: 2,
};

describe('a list with another number of rows', () => {
  it('is empty, or shorter', () => {
    expect(withRows(answer, 0, 1, 20)).toMatchObject({ data: [], count: 0, total_pages: 1 });
    expect(withRows(answer, 1, 1, 20)).toMatchObject({ data: [answer.data[0]], count: 1, total_pages: 1 });
  });

  it('has the existing rows, then distinguishable copies', () => {
    const { data, count, total_pages } = withRows(answer, 5_000, 1, 20);
    expect([data.length, count, total_pages]).toEqual([20, 5_000, 250]);
    expect(data.slice(0, 2)).toEqual(answer.data);
    expect(data[2]).toMatchObject({ title: 'Gas works 3' });
    expect(new Set(data.map((row) => (row as { id: string }).id)).size).toBe(20);
  });

  it('numbers entries of the audit trail, and ends with them', () => {
    const trail = { data: [{ seq: 7, action: 'opened' }], next: 7 };
    const { data, next } = withRows(trail, 3);
    expect(new Set(data.map((row) => (row as { seq: number }).seq)).size).toBe(3);
    expect(next).toBeNull();
  });

  it('has the requested page, the last one shorter', () => {
    const { data } = withRows(answer, 45, 3, 20);
    expect(data).toHaveLength(5);
    expect(data[0]).toMatchObject({ title: 'Gas works 41' });
  });

  it('is read to its end page by page, each copied from the first page', () => {
    const users = { data: [{ id: 'a', name: 'Ada' }], page: 1, per_page: 100, total_pages: 1, count: 1 };
    const ids = new Set<unknown>();
    let pages = 1;
    for (let page = 1; page <= pages; page++) {
      const answer = withRows(users, 5_000, page, 100);
      expect(answer).toMatchObject({ page, count: 5_000 });
      for (const row of answer.data) ids.add((row as { id: string }).id);
      pages = answer.total_pages ?? 1;
    }
    expect([pages, ids.size]).toEqual([50, 5_000]);
    expect(firstPage('http://a/api/users?page=7&per_page=100')).toBe('http://a/api/users?page=1&per_page=100');
    expect(firstPage('http://a/api/audit?before=7&actor=b')).toBe('http://a/api/audit?actor=b');
  });

  it('numbers pages of a document, and issues', () => {
    const { data } = withRows({ data: [{ id: 'a', page_number: 1, key: 'SYM-1' }] }, 3);
    expect(data[2]).toMatchObject({ page_number: 3, key: 'SYM-3' });
  });

  it('has all rows when no page is requested', () => {
    expect(withRows({ data: answer.data }, 5_000).data).toHaveLength(5_000);
    expect(withRows({ ...answer, per_page: 1_000 }, 5_000)).toMatchObject({ per_page: 5_000, total_pages: 1 });
  });

  it('has members with different ids', () => {
    const { data } = withRows({ data: [{ user_id: 'a', name: 'Ada' }] }, 3);
    expect(new Set(data.map((row) => (row as { user_id: string }).user_id)).size).toBe(3);
  });

  it('stays empty when no row can be copied', () => {
    expect(withRows({ ...answer, data: [] }, 20, 1, 20)).toMatchObject({ data: [], count: 0 });
  });

  it('is recognised by its rows', () => {
    expect([isList(answer), isList({ data: { id: 'a' } }), isList(null)]).toEqual([true, false, false]);
    // lists of names to choose from are unchanged
    expect(isList({ data: ['Halloran Property Group'] })).toBe(false);
  });
});
