import { newId } from '@symbio/runtime';
import { outcomeOf } from '@symbio/runtime/testing';
import { PROJECT, jobRules } from '../test/memory.js';
import type { JobRow } from './model.js';
import { createJobReads } from './read-jobs.js';

function world() {
  const rules = jobRules();
  const asked: unknown[][] = [];
  const counts = { pending: 0, processing: 0, completed: 0, failed: 0, retrying: 0 };
  const reads = createJobReads({
    ...rules.deps,
    repository: {
      ...rules.store,
      list: () => Promise.resolve({ rows: [], count: 0 }),
      active: (projectId) =>
        Promise.resolve(
          rules.rows
            .all()
            .filter((row) => row.projectId === projectId)
            .reverse(),
        ),
      statistics: (...given) => (asked.push(given), Promise.resolve({ counts, averageProcessingSeconds: 0 })),
    },
  });
  return { rules, reads, asked };
}

it('figures are those of the day in UTC where no moment is named, and of all that the caller may see (JOB-27)', async () => {
  const { rules, reads, asked } = world();
  await reads.statistics('', undefined, rules.viewer);
  const since = new Date('2026-01-01T05:00:00Z');
  await reads.statistics(PROJECT, since, rules.viewer);
  expect(asked).toEqual([
    [[PROJECT], new Date('2026-01-15T00:00:00Z')],
    [[PROJECT], since],
  ]);
  expect(await outcomeOf(reads.statistics(PROJECT, undefined, rules.stranger))).toBe('NOT_FOUND');
});

it('of active jobs each document has its newest, and jobs without one stand for themselves', async () => {
  const { rules, reads } = world();
  const documentId = newId();
  const about = (id: string) => ({ payload: { projectId: PROJECT, documentId: id, pageNumbers: [] } });
  const made: JobRow[] = [];
  for (const id of [documentId, documentId, '', '']) made.push(await rules.create(about(id)));
  const [, second, third, fourth] = made.map(({ _id }) => _id);
  const active = await reads.listActive(PROJECT, rules.viewer);
  expect(active.map(({ _id }) => _id)).toEqual([fourth, third, second]);
});

it('a job, its log and its attempts are there for who may see its project', async () => {
  const { rules, reads } = world();
  const { _id: id } = await rules.create();
  for (const read of ['get', 'log', 'attempts'] as const) {
    expect(await outcomeOf(reads[read](id, rules.viewer))).toBe('OK');
    expect(await outcomeOf(reads[read](id, rules.stranger))).toBe('NOT_FOUND');
    expect(await outcomeOf(reads[read](newId(), rules.viewer))).toBe('NOT_FOUND');
  }
});
