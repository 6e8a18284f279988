import type { SourceRow } from './model.js';
import { progressRepository } from './progress-repository.js';

describe('the figures behind the dashboard cells', () => {
  /** A collection with a concurrent insert of this revision during an upsert. */
  function overtaken(rev: number) {
    let row: Partial<SourceRow> | undefined;
    const updateOne = (
      filter: { rev: { $lt: number } },
      { $set }: { $set: Partial<SourceRow> },
      { upsert }: { upsert: boolean },
    ) => {
      const known = row;
      row ??= { rev };
      if (known && Number(known.rev) < filter.rev.$lt) row = { ...known, ...$set };
      else if (upsert) return Promise.reject(Object.assign(new Error('E11000 duplicate key'), { code: 11000 }));
      return Promise.resolve();
    };
    const [projects, sources] = [{}, { updateOne }] as unknown as Parameters<typeof progressRepository>;
    const repository = progressRepository(projects, sources);
    return { repository, rev: () => row?.rev };
  }
  const source = (rev: number): SourceRow => ({ _id: 'page:p1', projectId: 'x', kind: 'page', gone: false, rev });

  it('keep the newer of two concurrent revisions, whichever is written first', async () => {
    const [late, early] = [overtaken(1), overtaken(2)];
    await late.repository.putSource(source(2));
    await early.repository.putSource(source(1));
    expect([late.rev(), early.rev()]).toEqual([2, 2]);
  });
});
