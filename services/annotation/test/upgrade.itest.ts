/** Data as version 0.2.0 stored it. */
import { connectMongo, type Connection } from '@symbio/mongo';
import { insertRowsOf, misshapenRows, testConfig } from '@symbio/mongo/testing';
import { administrator } from '@symbio/runtime/testing';
import { callAs, testClient } from '@symbio/rpc/testing';
import { AnnotationServiceService } from '@symbio/proto/annotation';
import { Page } from '@symbio/proto/document';
import { annotationModel, runModel } from '../src/model.js';
import { start } from '../src/start.js';
import { startPeers, type Peers } from './peers.js';

const id = (n: number): string => `01936d00-0000-7000-8000-${String(n).padStart(12, '0')}`;

const DATA = new URL('./data/0.2.0.json', import.meta.url);
const [PROJECT, DOCUMENT, PAGE] = [id(1), id(2), id(3)];

const admin = administrator();
const base = testConfig('annotation');
let peers: Peers;
let mongo: Connection;
let config: typeof base & Peers['settings'];

beforeAll(async () => {
  peers = await startPeers();
  peers.roles.set(`${admin.sub}/${PROJECT}`, 'admin');
  peers.pages.set(PAGE, Page.fromPartial({ id: PAGE, documentId: DOCUMENT, projectId: PROJECT }));
  config = { ...base, ...peers.settings };
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  annotationModel(mongo);
  runModel(mongo);
});
afterAll(async () => {
  await mongo.close();
  await peers.close();
});

describe('data of version 0.2.0', () => {
  it('gets the current shape once, and is read in full', async () => {
    await insertRowsOf(DATA, mongo);
    expect(await misshapenRows(mongo)).not.toEqual([]);
    for (let n = 0; n < 2; n++) await start({ ...config, prepareOnly: true });
    expect(await misshapenRows(mongo)).toEqual([]);
    const service = await start(config);
    const { client: annotations, close } = testClient(AnnotationServiceService, service.address);
    try {
      const as = await callAs(admin);
      const found = await annotations.listAnnotations({ projectId: PROJECT }, as);
      expect(found.annotations.map((one) => one.id).sort()).toEqual([id(4), id(201), id(202)]);
      expect((await annotations.getAnnotation({ id: id(201) }, as)).annotation?.decisions).toHaveLength(1);
      const { runs } = await annotations.listRuns({ projectId: PROJECT }, as);
      expect(runs.map(({ name }) => name).sort()).toEqual(['Sanborn 1894', 'Sanborn 1902']);
      expect((await annotations.getRun({ id: id(6) }, as)).run).toMatchObject({ annotationCount: 1 });
    } finally {
      close();
      await service.stop();
    }
  });
});
