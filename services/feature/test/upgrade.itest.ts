/** Data as version 0.2.0 stored it. */
import { connectMongo, type Connection, type StoredRow } from '@symbio/mongo';
import { insertRowsOf, misshapenRows, testConfig } from '@symbio/mongo/testing';
import { administrator } from '@symbio/runtime/testing';
import { callAs, testClient } from '@symbio/rpc/testing';
import { FeatureServiceService } from '@symbio/proto/feature';
import { featureModel, mentionModel } from '../src/model.js';
import { start } from '../src/start.js';
import { startPeers, type Peers } from './peers.js';

const id = (n: number): string => `01936d00-0000-7000-8000-${String(n).padStart(12, '0')}`;

const DATA = new URL('./data/0.2.0.json', import.meta.url);
const PROJECT = id(1);

const admin = administrator();
const base = testConfig('feature');
let peers: Peers;
let mongo: Connection;
let config: typeof base & Peers['settings'];

beforeAll(async () => {
  peers = await startPeers();
  peers.roles.set(`${admin.sub}/${PROJECT}`, 'admin');
  config = { ...base, ...peers.settings };
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  featureModel(mongo);
  mentionModel(mongo);
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
    const orphan = await mongo.collection<StoredRow>('mentions').findOne({ _id: id(33) });
    expect(orphan).toMatchObject({
      orphanedAt: expect.any(Date) as Date,
      outbox: [{ subject: expect.stringContaining('deleted') as string }],
    });
    const service = await start(config);
    const { client: api, close } = testClient(FeatureServiceService, service.address);
    try {
      const as = await callAs(admin);
      expect((await api.listFeatures({ projectId: PROJECT }, as)).features).toHaveLength(2);
      expect((await api.getFeature({ id: id(5) }, as)).feature).toMatchObject({ name: 'Former gas works' });
      const { mentions } = await api.listMentions({ projectId: PROJECT, includeCurrentHistory: true }, as);
      expect(mentions.map((one) => one.id).sort()).toEqual([id(30), id(31), id(32)]);
      expect((await api.getMention({ id: id(31) }, as)).mention).toMatchObject({ currentUseType: 'confirmed' });
      expect((await api.listUnassociatedMentions({ projectId: PROJECT }, as)).mentions).toHaveLength(1);
      expect((await api.listMentionHistory({ projectId: PROJECT }, as)).records).toHaveLength(4);
    } finally {
      close();
      await service.stop();
    }
  });
});
