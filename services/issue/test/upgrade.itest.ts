/** Data as version 0.2.0 stored it. */
import path from 'node:path';
import { connectMongo, type Connection } from '@symbio/mongo';
import { insertRowsOf, misshapenRows } from '@symbio/mongo/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { pathToFileURL } from 'node:url';
import { administrator } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient } from '@symbio/rpc/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { IssueServiceService } from '@symbio/proto/issue';
import { issueModels } from '../src/model.js';
import { start } from '../src/start.js';
import { issueConfig } from './config.js';

const id = (n: number): string => `01936d00-0000-7000-8000-${String(n).padStart(12, '0')}`;

const DATA = new URL('./data/0.2.0.json', import.meta.url);

const blobDir = mkdtempSync(path.join(tmpdir(), 'symbio-issues-'));
let identity: Awaited<ReturnType<typeof fakeService>>;
let mongo: Connection;
let config: ReturnType<typeof issueConfig>;

beforeAll(async () => {
  identity = await fakeService(IdentityServiceService, { getUserNames: () => Promise.resolve({ names: {} }) });
  config = issueConfig({ SYMBIO_IDENTITY_ADDR: identity.address, BLOB_URL: pathToFileURL(blobDir).href });
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  issueModels(mongo);
});
afterAll(async () => {
  await mongo.close();
  await identity.close();
  rmSync(blobDir, { recursive: true, force: true });
});

describe('data of version 0.2.0', () => {
  it('gets the current shape once, and is read in full', async () => {
    await insertRowsOf(DATA, mongo);
    expect(await misshapenRows(mongo)).not.toEqual([]);
    for (let n = 0; n < 2; n++) await start({ ...config, prepareOnly: true });
    expect(await misshapenRows(mongo)).toEqual([]);
    const service = await start(config);
    const { client: issues, close } = testClient(IssueServiceService, service.address);
    try {
      const as = await callAs(administrator());
      const { issues: list } = await issues.listIssues({ sort: 'number', order: 'asc' }, as);
      expect(list.map(({ number, title }) => [number, title])).toEqual([
        [1, 'Tiles are blurred'],
        [2, 'Tiles are blurred'],
        [4, 'First'],
        [5, 'Second'],
      ]);
      expect((await issues.getIssue({ id: 'SYM-5' }, as)).issue).toMatchObject({
        labels: [],
        followers: [{ name: 'Ada Marsh' }, { name: 'Ben Hill' }],
        updatedAt: new Date('2026-02-02T10:00:00Z'),
      });
      expect((await issues.listHistory({ issueId: id(8) }, as)).entries).toMatchObject([
        { authorName: 'Ada Marsh', changes: [{ field: 'created' }] },
      ]);
      expect((await issues.listIssues({ search: 'first' }, as)).issues).toHaveLength(1);
      expect((await issues.listComments({ issueId: id(8) }, as)).comments).toHaveLength(2);
      expect((await issues.listScreenshots({ issueId: id(603) }, as)).screenshots).toHaveLength(1);
      expect((await issues.listLabels({}, as)).labels).toMatchObject([{ label: 'viewer' }]);
    } finally {
      close();
      await service.stop();
    }
  });
});
