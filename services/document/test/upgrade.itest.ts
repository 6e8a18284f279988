/** Data as version 0.2.0 stored it. */
import path from 'node:path';
import { connectMongo, type Connection } from '@symbio/mongo';
import { insertRowsOf, misshapenRows, testConfig } from '@symbio/mongo/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { notFound } from '@symbio/runtime';
import { eventually, person } from '@symbio/runtime/testing';
import { callAs, callAsService, fakeService, testClient } from '@symbio/rpc/testing';
import { DocumentServiceService } from '@symbio/proto/document';
import { JobServiceService, type CreateJobRequest } from '@symbio/proto/job';
import { ProjectServiceService } from '@symbio/proto/project';
import { alignmentModel } from '../src/alignments/model.js';
import { bulkModel } from '../src/bulk/model.js';
import { documentModels, type PageRow } from '../src/model.js';
import { start } from '../src/start.js';

const id = (n: number): string => `01936d00-0000-7000-8000-${String(n).padStart(12, '0')}`;

const DATA = new URL('./data/0.2.0.json', import.meta.url);
const [PROJECT, DOCUMENT, PAGE] = [id(1), id(2), id(3)];

const OPTIONS = { wordSweepMs: 3_600_000, classifiesUploads: false };
const created: CreateJobRequest[] = [];
let folder: string;
let projects: Awaited<ReturnType<typeof fakeService>>;
let jobs: Awaited<ReturnType<typeof fakeService>>;
let mongo: Connection;
let config: Parameters<typeof start>[0] & { MONGODB_DB: string };

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'symbio-upgrade-'));
  projects = await fakeService(ProjectServiceService, {
    checkAccess: ({ projectIds }) =>
      Promise.resolve({ roles: Object.fromEntries(projectIds.map((one) => [one, 'editor'])) }),
    listVisibleProjects: () => Promise.resolve({ roles: { [PROJECT]: 'editor' } }),
  });
  jobs = await fakeService(JobServiceService, {
    getJob: () => Promise.reject(notFound('Job')),
    createJob(request) {
      created.push(request);
      return Promise.resolve({});
    },
  });
  config = {
    ...testConfig('document'),
    ...{ BLOB_URL: pathToFileURL(folder).href, FILES_SECRET: 'a-secret-for-signed-addresses', FILES_HOST: '127.0.0.1' },
    ...{ FILES_PORT: 0, FILES_PUBLIC_URL: '', AI_BASE_URL: '', AI_MODEL: '', AI_API_KEY: '', AI_LIMIT_SECONDS: 5 },
    ...{ SYMBIO_PROJECT_ADDR: projects.address, SYMBIO_JOB_ADDR: jobs.address },
  };
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  documentModels(mongo);
  alignmentModel(mongo);
  bulkModel(mongo);
});
afterAll(async () => {
  await mongo.close();
  for (const server of [projects, jobs]) await server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('data of version 0.2.0', () => {
  it('gets the current shape once, is read in full, and its pages without words are read', async () => {
    await insertRowsOf(DATA, mongo);
    expect(await misshapenRows(mongo)).not.toEqual([]);
    for (let n = 0; n < 2; n++) await start({ ...config, prepareOnly: true }, OPTIONS);
    expect(await misshapenRows(mongo)).toEqual([]);
    const service = await start(config, OPTIONS);
    const { client: documents, close } = testClient(DocumentServiceService, service.address);
    try {
      const as = await callAs(person());
      const { documents: list } = await documents.listDocuments({ projectId: PROJECT }, as);
      expect(list.map(({ title }) => title).sort()).toEqual(['Directory', 'Failed reading', 'Fire insurance map']);
      expect((await documents.getDocument({ id: DOCUMENT }, as)).document?.classification).toMatchObject({
        suggestedCategory: 'sanborn_maps',
        alternatives: [],
      });
      expect((await documents.listDeletedDocuments({ projectId: PROJECT }, as)).documents).toHaveLength(1);
      expect((await documents.listPages({ documentId: id(802) }, as)).pages).toHaveLength(2);
      expect((await documents.getPage({ id: PAGE }, as)).page).toMatchObject({ preview: false, unaudited: false });
      const { words } = await documents.listPageWords({ pageId: id(812) }, await callAsService('feature'));
      expect(words).toMatchObject([{ text: 'TANNERY' }, { text: 'WHARF', angle: 5 }]);
      const { hits } = await documents.searchPages({ projectId: PROJECT, query: '"tannery wharf"' }, as);
      expect(hits.map(({ page }) => page?.id)).toEqual([id(812)]);
      expect(
        (await documents.listAlignments({ firstPageId: PAGE, secondPageId: id(812) }, as)).alignments,
      ).toHaveLength(1);
      expect((await documents.listPhotographs({ projectId: PROJECT, visitId: id(120) }, as)).photographs).toHaveLength(
        1,
      );
      // only of the document that was never read; one that could not be read keeps its pages
      await eventually(() =>
        expect(created).toMatchObject([
          { type: 'background-analyze-pages', payload: { documentId: DOCUMENT }, priority: 9 },
        ]),
      );
      const pages = await mongo.collection<PageRow>('pages').find({ pageNumber: 1 }).sort({ _id: 1 }).toArray();
      expect(pages.map(({ documentId, analyzed, wordsDigest }) => [documentId, analyzed, wordsDigest])).toEqual([
        [DOCUMENT, false, ''],
        [id(802), true, '0123456789abcdef'],
        [id(803), true, ''],
        [id(804), false, ''],
      ]);
      // a deleted one is read when it is restored
      await documents.restoreDocument({ id: id(804) }, as);
      await eventually(() =>
        expect(created.slice(1)).toMatchObject([
          { type: 'background-analyze-pages', payload: { documentId: id(804) } },
        ]),
      );
    } finally {
      close();
      await service.stop();
    }
  });
});
