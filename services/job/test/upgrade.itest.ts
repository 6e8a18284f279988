/** Data as version 0.2.0 stored it. */
import { connectMongo, type Connection } from '@symbio/mongo';
import { insertRowsOf, misshapenRows, testConfig } from '@symbio/mongo/testing';
import { administrator } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient, testKeys } from '@symbio/rpc/testing';
import { JobServiceService } from '@symbio/proto/job';
import { ProjectServiceService } from '@symbio/proto/project';
import { readConfig, type JobConfig } from '../src/config.js';
import { jobModels } from '../src/model.js';
import { start } from '../src/start.js';

const id = (n: number): string => `01936d00-0000-7000-8000-${String(n).padStart(12, '0')}`;

const DATA = new URL('./data/0.2.0.json', import.meta.url);
const PROJECT = id(1);

let projects: Awaited<ReturnType<typeof fakeService>>;
let mongo: Connection;
let config: JobConfig & { MONGODB_DB: string };

beforeAll(async () => {
  projects = await fakeService(ProjectServiceService, {
    checkAccess: ({ projectIds }) =>
      Promise.resolve({ roles: Object.fromEntries(projectIds.map((one) => [one, 'admin'])) }),
    listVisibleProjects: () => Promise.resolve({ all: true }),
  });
  const env = {
    SYMBIO_PROJECT_ADDR: projects.address,
    MONGODB_URI: 'mongodb://x',
    NATS_URL: 'nats://x',
    ...testKeys('job'),
  };
  config = { ...readConfig(env), ...testConfig('job') };
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  jobModels(mongo);
});
afterAll(async () => {
  await mongo.close();
  await projects.close();
});

describe('data of version 0.2.0', () => {
  it('gets the current shape once, and is read in full', async () => {
    await insertRowsOf(DATA, mongo);
    expect(await misshapenRows(mongo)).not.toEqual([]);
    for (let n = 0; n < 2; n++) await start({ ...config, prepareOnly: true });
    expect(await misshapenRows(mongo)).toEqual([]);
    const service = await start(config);
    const { client: jobs, close } = testClient(JobServiceService, service.address);
    try {
      const as = await callAs(administrator());
      expect((await jobs.listJobs({ projectId: PROJECT }, as)).jobs.map((one) => one.id).sort()).toEqual([
        id(7),
        id(501),
      ]);
      expect((await jobs.getJob({ id: id(7) }, as)).job).toMatchObject({
        ...{ status: 'completed', errorPermanent: false, currentAttempts: 0 },
      });
      expect((await jobs.listAttempts({ jobId: id(7) }, as)).attempts).toHaveLength(1);
      const { text } = await jobs.getJobLogs({ id: id(7) }, as);
      expect(text.split('\n').map((line) => line.replace(/^\S+ +/, ''))).toEqual([
        'Started again by somebody',
        'Job cancelled by user (somebody)',
        'Started again by Ada Marsh',
      ]);
    } finally {
      close();
      await service.stop();
    }
  });
});
