import { newId } from '@symbio/runtime';
import { copied, copiedId, uniqueCopy } from './copies.js';

describe('copies of rows', () => {
  it('have other ids, which are the same wherever one stands and keep their order', () => {
    const [first, second] = [newId(), newId()];
    const row = {
      _id: first,
      pageId: second,
      path: `projects/${second}/pages`,
      at: new Date(0),
      size: 3,
      list: [first],
    };
    const copy = copied(row, 1) as typeof row;
    expect(copy).toEqual({
      ...row,
      _id: copiedId(first, 1),
      pageId: copiedId(second, 1),
      path: `projects/${copiedId(second, 1)}/pages`,
      list: [copiedId(first, 1)],
    });
    expect(copy._id).not.toBe(first);
    expect(copy._id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/);
    expect([copiedId(first, 2), copiedId(first, 1), first].sort()).toEqual([
      first,
      copiedId(first, 1),
      copiedId(first, 2),
    ]);
  });

  it('differ in unique keys without an id', () => {
    const id = newId();
    const keys = [['_id'], ['number'], ['year', 'count']];
    expect(uniqueCopy({ _id: id, number: 'P-2026-00001', year: 2026, count: 7 }, 3, keys)).toEqual({
      _id: copiedId(id, 3),
      number: 'P-2026-00001~3',
      year: 3_002_026,
      count: 3_000_007,
    });
    expect(uniqueCopy({ _id: id, number: id }, 3, [['_id'], ['number']])).toEqual({
      _id: copiedId(id, 3),
      number: copiedId(id, 3),
    });
  });
});
