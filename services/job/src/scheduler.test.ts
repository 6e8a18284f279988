import { newId } from '@symbio/runtime';
import type { CreateJobRequest } from '@symbio/proto/job';
import { PROJECT, WORKER, jobRules, type JobRules } from '../test/memory.js';
import type { JobRow } from './model.js';
import { nextRound, PICTURES_FIRST_MS, ROUND_MS } from './scheduler.js';

let rules: JobRules;
beforeEach(() => {
  rules = jobRules();
});

const create = (expectedPages: number, over: Partial<CreateJobRequest> = {}) =>
  rules.create({ type: 'background-analyze-pages', priority: 6, expectedPages, ...over });
const of = (projectId: string) => ({ payload: { projectId, documentId: newId(), pageNumbers: [] } });
const start = async ({ _id }: JobRow): Promise<JobRow> => (await rules.attempts.startOne(_id, newId(), WORKER))!;

it.each([
  ['the first of all', {}, 0],
  ['the first of its project', { lowest: 4 }, 4],
  ['another of its project', { lowest: 4, last: 7 }, 8],
  ['one whose project was served', { lowest: 9, last: 3 }, 9],
])('%s gets its round', (_, { lowest, last }: { lowest?: number; last?: number }, round) => {
  expect(nextRound({ lowest, last })).toBe(round);
});

it('projects have rounds in each rank: small documents of one do not cost it the turns of large ones', async () => {
  const turns = [await create(60), await create(60), await create(2), await create(2), await create(60)];
  expect(turns.map(({ turn }) => turn)).toEqual([0, 1, 0, 1, 2]);
});

it.each<[string, number, () => Promise<unknown>, boolean]>([
  ['a smaller one', 60, () => create(2), true],
  ['a sheet, if it is long', 60, () => create(1, { documentCategory: 'sanborn_maps' }), true],
  ['a larger one', 2, () => create(60), false],
  ['one that a person looks at', 2, () => create(60, { priority: 3 }), true],
  ['an urgent one', 2, () => create(60, { priority: 2 }), true],
  ['a less urgent small one', 60, () => create(2, { priority: 9 }), false],
  ['pictures', 60, () => rules.create(), false],
  ['one of a deleted project', 60, () => create(2, of('paused')), false],
])('a running job, and %s that waits', async (_, pages, other, yields) => {
  rules.pausedProjects.push('paused');
  const running = await start(await create(pages));
  await other();
  expect(await rules.scheduler.shouldYield(running)).toBe(yields);
});

it('a job yields to another project of its rank after a minute, and waits for the next round', async () => {
  const running = await start(await create(60));
  const other = await create(60, of(newId()));
  expect(await rules.scheduler.shouldYield(running)).toBe(false);
  rules.clock.advance(ROUND_MS);
  expect(await rules.scheduler.shouldYield(running)).toBe(true);
  expect(await rules.scheduler.turnAfterYield(running)).toBe(other.turn + 1);
  await create(2);
  // to a smaller one it yields for that one only
  expect(await rules.scheduler.turnAfterYield(running)).toBe(running.turn);
});

it('a reading waits 20 s for pictures of other projects, and does not wait behind one that waits for its own', async () => {
  await rules.create();
  await create(60);
  const other = await create(60, of(newId()));
  expect(await rules.scheduler.next('reading')).toBe(1_000);
  rules.clock.advance(PICTURES_FIRST_MS.any);
  expect(await rules.scheduler.next('reading')).toMatchObject({ _id: other._id });
  await start(other);
  expect(await rules.scheduler.next('reading')).toBe(1_000);
});

it('of jobs that wait for ten minutes one is aged every two minutes, and not those of a deleted project', async () => {
  const paused = await create(60, of('paused'));
  rules.pausedProjects.push('paused');
  const [first, second] = [await create(60), await create(60)];
  const small = await create(2);
  rules.clock.advance(600_000);
  for (let sweep = 0; sweep < 3; sweep++) await rules.sweeps.sweep();
  const placeOf = ({ _id }: JobRow) => {
    const { rank, turn } = rules.rows.find(_id)!;
    return [rank, turn];
  };
  expect([first, second, paused].map(placeOf)).toEqual([
    [small.rank, small.turn + 1],
    [second.rank, second.turn],
    [paused.rank, paused.turn],
  ]);
  rules.clock.advance(120_000);
  await rules.sweeps.sweep();
  expect(placeOf(second)[0]).toBe(small.rank);
});

it('a job that was aged and yields has its own rank again', async () => {
  const large = await create(60);
  rules.clock.advance(600_000);
  await rules.sweeps.sweep();
  const { attempt, workerId = '' } = await start(rules.rows.find(large._id)!);
  const claim = { jobId: large._id, attempt, workerId };
  expect((await rules.attempts.returnAttempt(claim, true, [], WORKER)).rank).toBe(large.rank);
});

it('a hurried job changes its lane and rank, and says so with a message', async () => {
  const { _id } = await create(60);
  await rules.hurry(_id, 2, WORKER);
  expect(rules.rows.find(_id)).toMatchObject({ priority: 2, lane: 'urgent', status: 'pending', attempt: 1 });
  expect(rules.messages(_id)).toBe(2);
  await rules.hurry(_id, 3, WORKER);
  expect(rules.rows.find(_id)?.priority).toBe(2);
  expect(PROJECT).toBe(rules.rows.find(_id)?.projectId);
});
