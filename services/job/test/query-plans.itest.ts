import { connectMongo, ensureIndexes, OutboxWriter, type Connection } from '@symbio/mongo';
import { newId, systemClock, serviceActor } from '@symbio/runtime';
import { testConfig } from '@symbio/mongo/testing';
import { JOB_TYPES } from '@symbio/proto/job/vocabulary';
import { jobModels, type JobModels } from '../src/model.js';
import { jobRepository, SORT_FIELDS, type JobRepository, type SortName } from '../src/repository.js';
import { orderOf } from '../src/order.js';
import { created } from '../src/transitions.js';

const { MONGODB_URI: uri, MONGODB_DB: database } = testConfig('job_plans');
const PROJECTS = [newId(), newId()];
const now = new Date();
let connection: Connection;
let models: JobModels;
let repository: JobRepository;

beforeAll(async () => {
  connection = await connectMongo({ uri, database, appName: 'test' });
  models = jobModels(connection);
  repository = jobRepository(models);
  await ensureIndexes(connection);
  const writer = new OutboxWriter(models.jobs, systemClock, () => undefined);
  for (let index = 0; index < 60; index++) {
    const order = { type: JOB_TYPES[index % JOB_TYPES.length] ?? 'document-specific', priority: index % 10 } as const;
    const values = {
      ...created(now, 3),
      ...order,
      ...orderOf({ ...order, documentCategory: 'other' }),
      projectId: PROJECTS[index % 2] ?? '',
      documentId: newId(),
      documentFilename: 'a.pdf',
      documentCategory: 'other',
      documentRev: 0,
      turn: index,
      createdBy: 'me',
    } as const;
    await writer.insert(newId(), values, serviceActor('test'), () => []);
  }
  await repository.appendLog('job', now, ['a', 'b']);
  await repository.saveAttempt({ jobId: 'job', number: 1, workerId: 'w', startedAt: now, errorMessage: '' });
});

afterAll(async () => {
  await connection.dropDatabase();
  await connection.close();
});

function stages(plan: unknown): string[] {
  if (typeof plan !== 'object' || plan === null) return [];
  if ('winningPlan' in plan) return stages(plan.winningPlan);
  const own = 'stage' in plan && typeof plan.stage === 'string' ? [plan.stage] : [];
  return [...own, ...Object.values(plan).flatMap(stages)];
}

async function planOf(query: { explain(verbosity: 'queryPlanner'): PromiseLike<unknown> }): Promise<string[]> {
  return stages(await query.explain('queryPlanner'));
}

const page = { page: 1, perPage: 20, skip: 0 };

describe('the plan of', () => {
  it.each(Object.keys(SORT_FIELDS) as SortName[])(
    'a project, and of all, sorted by %s is an index in order',
    async (sort) => {
      for (const descending of [true, false]) {
        for (const projects of [PROJECTS.slice(0, 1), 'all'] as const) {
          const plan = await planOf(repository.queries.listQuery({ projects }, { sort, descending }, page));
          expect(plan).toContain('IXSCAN');
          expect(plan).not.toContain('SORT');
          expect(plan).not.toContain('COLLSCAN');
        }
      }
    },
  );

  it.each([
    ['several projects', { projects: PROJECTS }],
    ['all projects', { projects: 'all' }],
    ['all projects, searched', { projects: 'all', search: 'a' }],
    ['a type and a status', { projects: PROJECTS, type: 'ingest-generic-pdf', status: 'pending' }],
    ['a document', { projects: PROJECTS.slice(0, 1), documentId: newId() }],
    ['priorities and dates', { projects: PROJECTS, priorityMin: 1, priorityMax: 3, createdFrom: now, createdTo: now }],
    ['a search', { projects: PROJECTS, search: 'A.PDF' }],
    ['a search in one project', { projects: PROJECTS.slice(0, 1), search: newId(), status: 'failed' }],
    ['a creator', { projects: PROJECTS.slice(0, 1), createdBy: 'me' }],
  ] as const)('a list of %s scans no collection', async (_, filter) => {
    const plan = await planOf(repository.queries.listQuery(filter, { sort: 'created_at', descending: true }, page));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });

  it.each([
    ['active jobs', () => repository.queries.activeQuery(PROJECTS[0] ?? '')],
    ["a document's jobs", () => repository.queries.ofDocumentQuery(newId())],
    ['due attempts', () => repository.queries.dueQuery(now)],
    ['leases that are over', () => repository.queries.leasesOverQuery(now)],
    [
      'the newest that waits of a project',
      () => repository.queries.newestWaitingQuery({ lane: 'reading', rank: 18 }, PROJECTS[0] ?? ''),
    ],
    [
      'whether a smaller one waits',
      () => repository.queries.waitedForQuery({ lanes: ['urgent', 'reading'], below: 18 }),
    ],
    ['pictures that wait', () => repository.queries.picturesWaitingQuery()],
    ['pictures that were begun', () => repository.queries.picturesSinceQuery(now)],
    ["a project's pictures that wait", () => repository.queries.picturesWaitingQuery([], PROJECTS[0] ?? '')],
    ["a project's pictures that were begun", () => repository.queries.picturesSinceQuery(now, PROJECTS[0] ?? '')],
    ['the longest waiting', () => repository.queries.longestWaitingQuery({ lane: 'reading', above: 18 }, now)],
    ['an aged job', () => repository.queries.agedSinceQuery('reading', now)],
    ['the job of a worker', () => repository.queries.startedByQuery('w')],
    ['attempts', () => repository.queries.attemptsQuery('job')],
    ['log lines', () => repository.queries.logQuery('job')],
  ] as const)('%s scans no collection', async (_, query) => {
    const plan = await planOf(query());
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });

  it('the next job of a lane is found without sorting', async () => {
    const plan = await planOf(repository.queries.nextQuery('reading'));
    expect(plan).toContain('SORT_MERGE');
    expect(plan).not.toContain('SORT');
    expect(plan).not.toContain('COLLSCAN');
  });

  it('counting jobs that are not over scans no collection', async () => {
    const plan = stages(await repository.queries.activeCountsQuery().explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });

  it('a search in one project is in order without sorting', async () => {
    const order = { sort: 'created_at', descending: true } as const;
    const plan = await planOf(
      repository.queries.listQuery({ projects: PROJECTS.slice(0, 1), search: 'a' }, order, page),
    );
    expect(plan).not.toContain('SORT');
  });

  it('the statistics scans no collection', async () => {
    for (const projects of [PROJECTS, 'all'] as const) {
      const plan = stages(await repository.queries.statisticsQuery(projects, now).explain('queryPlanner'));
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('COLLSCAN');
    }
  });
});

it('an attempt begins once, and its line is in the log once, also when two say so at the same moment', async () => {
  const open = { jobId: 'twice', number: 1, workerId: 'w', startedAt: now, errorMessage: '' };
  const opened = await Promise.all([repository.openAttempt(open), repository.openAttempt(open)]);
  expect([...opened].sort()).toEqual([false, true]);
  await repository.saveAttempt({ ...open, endedAt: now, outcome: 'failed', errorMessage: 'It went wrong.' });
  // a late duplicate: known data is kept
  expect(await repository.openAttempt(open)).toBe(false);
  expect(await repository.attempts('twice')).toMatchObject([{ outcome: 'failed', errorMessage: 'It went wrong.' }]);
  const append = (text: string) => repository.appendLogOnce('twice', 'attempt-1', now, text);
  await Promise.all(Array.from({ length: 4 }, () => append('Attempt 1 started')));
  await repository.appendLog('twice', now, ['a', 'b']);
  await append('once more');
  const { lines } = await repository.log('twice');
  expect(lines.map(({ text }) => text)).toEqual(['Attempt 1 started', 'a', 'b']);
});

it('deleting a job deletes its history and no others', async () => {
  await repository.appendLog('gone', now, ['a', 'b', 'c']);
  await repository.appendLogOnce('gone', 'attempt-1', now, 'Attempt 1 started');
  await repository.saveAttempt({ jobId: 'gone', number: 1, workerId: 'w', startedAt: now, errorMessage: '' });
  await repository.removeHistory(['gone']);
  for (const model of [models.attempts, models.logs, models.logCounters]) {
    const ids = (await model.collection.distinct('_id')).map(String);
    expect(ids.filter((id) => id.startsWith('gone'))).toEqual([]);
    expect(ids.some((id) => id.startsWith('job'))).toBe(true);
  }
});
