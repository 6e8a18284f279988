/** Every list of the job service is answered by an index. */
import {
  connectMongo,
  ensureIndexes,
  newId,
  systemClock,
  OutboxWriter,
  serviceActor,
  type Connection,
} from '@symbio/kit';
import { testConfig } from '@symbio/kit/testing';
import { JOB_TYPES } from '../src/job-types.js';
import { jobModels, type JobModels } from '../src/model.js';
import { JobRepository, SORT_FIELDS, type SortName } from '../src/repository.js';
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
  repository = new JobRepository(models);
  await ensureIndexes(connection);
  const writer = new OutboxWriter(models.jobs, systemClock, () => undefined);
  for (let index = 0; index < 60; index++) {
    const values = {
      ...created(now, 3),
      type: JOB_TYPES[index % JOB_TYPES.length] ?? 'document-specific',
      projectId: PROJECTS[index % 2] ?? '',
      documentId: newId(),
      documentFilename: 'a.pdf',
      documentCategory: 'other',
      priority: index % 10,
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

/** Names of all stages of the plan that was chosen. */
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
  it.each(Object.keys(SORT_FIELDS) as SortName[])('a project sorted by %s is an index in order', async (sort) => {
    for (const descending of [true, false]) {
      const plan = await planOf(repository.listQuery({ projectIds: PROJECTS.slice(0, 1) }, { sort, descending }, page));
      expect(plan).toContain('IXSCAN');
      expect(plan).not.toContain('SORT');
      expect(plan).not.toContain('COLLSCAN');
    }
  });

  it.each([
    ['several projects', { projectIds: PROJECTS }],
    ['a type and a status', { projectIds: PROJECTS, type: 'ingest-generic-pdf', status: 'pending' }],
    ['a document', { projectIds: PROJECTS.slice(0, 1), documentId: newId() }],
    [
      'priorities and dates',
      { projectIds: PROJECTS, priorityMin: 1, priorityMax: 3, createdFrom: now, createdTo: now },
    ],
    ['a search', { projectIds: PROJECTS, search: 'A.PDF' }],
    ['a search in one project', { projectIds: PROJECTS.slice(0, 1), search: newId(), status: 'failed' }],
    ['a creator', { projectIds: PROJECTS.slice(0, 1), createdBy: 'me' }],
  ] as const)('a list of %s scans no collection', async (_, filter) => {
    const plan = await planOf(repository.listQuery(filter, { sort: 'created_at', descending: true }, page));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });

  it.each([
    ['active jobs', () => repository.activeQuery(PROJECTS[0] ?? '')],
    ["a document's jobs", () => repository.ofDocumentQuery(newId())],
    ['due attempts', () => repository.dueQuery(now)],
    ['jobs that were offered', () => repository.offeredQuery(now)],
    ['leases that are over', () => repository.leasesOverQuery(now)],
    ['attempts', () => repository.attemptsQuery('job')],
    ['log lines', () => repository.logQuery('job')],
  ] as const)('%s scans no collection', async (_, query) => {
    const plan = await planOf(query());
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });

  it('counting jobs that are not over scans no collection', async () => {
    const plan = stages(await repository.activeCountsQuery().explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });

  it('a search in one project is in order without sorting', async () => {
    const order = { sort: 'created_at', descending: true } as const;
    const plan = await planOf(repository.listQuery({ projectIds: PROJECTS.slice(0, 1), search: 'a' }, order, page));
    expect(plan).not.toContain('SORT');
  });

  it('the statistics scans no collection', async () => {
    const plan = stages(await repository.statisticsQuery(PROJECTS, now).explain('queryPlanner'));
    expect(plan).toContain('IXSCAN');
    expect(plan).not.toContain('COLLSCAN');
  });
});
