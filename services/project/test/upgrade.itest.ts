/** Data as version 0.2.0 stored it (`data/0.2.0.json`): its own rows, and those of earlier versions that it kept. */
import { connectMongo, type Connection } from '@symbio/mongo';
import { insertRowsOf, misshapenRows, testConfig } from '@symbio/mongo/testing';
import { administrator } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient } from '@symbio/rpc/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { projectModels } from '../src/model.js';
import { start } from '../src/start.js';

const id = (n: number): string => `01936d00-0000-7000-8000-${String(n).padStart(12, '0')}`;

const DATA = new URL('./data/0.2.0.json', import.meta.url);
const PROJECT = id(1);

let identity: Awaited<ReturnType<typeof fakeService>>;
let mongo: Connection;
const MAIL = { SMTP_URL: '', MAIL_FROM: 'Symbio <symbio@symbio.test>', PUBLIC_URL: '' };
let config: ReturnType<typeof testConfig> & { SYMBIO_IDENTITY_ADDR: string } & typeof MAIL;

beforeAll(async () => {
  identity = await fakeService(IdentityServiceService, { getUserNames: () => Promise.resolve({ names: {} }) });
  config = { ...testConfig('project'), SYMBIO_IDENTITY_ADDR: identity.address, ...MAIL };
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  projectModels(mongo);
});
afterAll(async () => {
  await mongo.close();
  await identity.close();
});

describe('data of version 0.2.0', () => {
  it('is migrated once to the current shape, and can be read completely', async () => {
    await insertRowsOf(DATA, mongo);
    expect(await misshapenRows(mongo)).not.toEqual([]);
    for (let n = 0; n < 2; n++) await start({ ...config, prepareOnly: true });
    expect(await misshapenRows(mongo)).toEqual([]);
    expect(await mongo.collection('progress').countDocuments()).toBe(0);
    expect(await mongo.collection('projects').countDocuments({ titleKey: { $exists: false } })).toBe(0);
    const service = await start(config);
    const { client: projects, close } = testClient(ProjectServiceService, service.address);
    try {
      const admin = await callAs(administrator());
      const { projects: list } = await projects.listProjects({}, admin);
      expect(list.map(({ number }) => number)).toEqual(['P-2026-00101', 'P-2026-00001']);
      const { project } = await projects.getProject({ id: PROJECT }, admin);
      expect(project).toMatchObject({ hasAnnotations: true, progress: { insights: 'full' } });
      expect((await projects.listDeletedProjects({}, admin)).projects).toHaveLength(1);
      expect((await projects.listMembers({ projectId: PROJECT }, admin)).members.map(({ name }) => name)).toEqual([
        'Ada Marsh',
        'Ben Hill',
      ]);
      expect((await projects.listSiteVisits({ projectId: PROJECT }, admin)).siteVisits).toHaveLength(2);
      expect((await projects.listCompanies({}, admin)).companies).toEqual(['Mill Holdings']);
    } finally {
      close();
      await service.stop();
    }
  });
});
