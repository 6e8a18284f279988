import { isList, withRows } from './many-rows.js';

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

  it('has the rows there are, then copies that are told from each other', () => {
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

  it('has the page that is asked for, the last one shorter', () => {
    const { data } = withRows(answer, 45, 3, 20);
    expect(data).toHaveLength(5);
    expect(data[0]).toMatchObject({ title: 'Gas works 41' });
  });

  it('has all rows where no page is asked for', () => {
    expect(withRows({ data: answer.data }, 5_000).data).toHaveLength(5_000);
    expect(withRows({ ...answer, per_page: 1_000 }, 5_000)).toMatchObject({ per_page: 5_000, total_pages: 1 });
  });

  it('has members with ids of their own', () => {
    const { data } = withRows({ data: [{ user_id: 'a', name: 'Ada' }] }, 3);
    expect(new Set(data.map((row) => (row as { user_id: string }).user_id)).size).toBe(3);
  });

  it('is left empty where there is nothing to copy', () => {
    expect(withRows({ ...answer, data: [] }, 20, 1, 20)).toMatchObject({ data: [], count: 0 });
  });

  it('is known by its rows', () => {
    expect([isList(answer), isList({ data: { id: 'a' } }), isList(null)]).toEqual([true, false, false]);
  });
});
