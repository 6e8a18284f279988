import type { Connection } from 'mongoose';
import { systemClock } from '@symbio/runtime';
import { createTombstones } from './tombstones.js';

interface Row {
  rev?: number;
  withdrawn?: boolean;
}

/** One row of a collection, whose first upsert races with a concurrent insert. */
function overtaken(by: Row) {
  let row: Row | undefined;
  let isFirst = true;
  const collection = {
    createIndex: () => Promise.resolve('at'),
    updateOne: (filter: { rev: { $lt: number } }, { $set }: { $set: Row }, { upsert }: { upsert: boolean }) => {
      const isFound = row?.rev !== undefined && row.rev < filter.rev.$lt;
      if (isFirst) row = by;
      isFirst = false;
      if (isFound) row = { ...row, ...$set };
      else if (upsert && row) return Promise.reject(Object.assign(new Error('E11000 duplicate key'), { code: 11000 }));
      else if (upsert) row = $set;
      return Promise.resolve();
    },
    findOne: () => Promise.resolve(row && !row.withdrawn ? row : null),
  };
  return createTombstones({ collection: () => collection } as unknown as Connection, systemClock);
}

describe('a deletion and its restoration at the same time', () => {
  it('keep restored rows, whichever is written first', async () => {
    const [one, other] = [await overtaken({ rev: 1, withdrawn: false }), await overtaken({ rev: 2, withdrawn: true })];
    await one.withdraw('d1', 2);
    expect(await one.any('d1')).toBe(false);
    await other.record('d1', 1);
    expect(await other.any('d1')).toBe(false);
  });

  it('keep rows deleted that are deleted again or permanently', async () => {
    const [again, forGood] = [await overtaken({ rev: 2, withdrawn: true }), await overtaken({})];
    await again.record('d1', 3);
    expect(await again.any('d1')).toBe(true);
    await forGood.withdraw('d1', 4);
    expect(await forGood.any('d1')).toBe(true);
  });
});
