/** `npm run records`, with the service that imports the files. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';
import { testConfig } from '@symbio/mongo/testing';
import { openStores, type Stores } from '@symbio/operations/backup/stores';
import { addList, followImport, type AddedList } from '@symbio/operations/records';
import { RecordsServiceService } from '@symbio/proto/records';
import { start } from '@symbio/records/start';
import { callAs, testClient } from '@symbio/rpc/testing';
import { administrator } from '@symbio/runtime/testing';

const HEADER =
  'REGISTRY_ID,PRIMARY_NAME,LOCATION_ADDRESS,CITY_NAME,STATE_CODE,POSTAL_CODE,PGM_SYS_ACRNMS,INTEREST_TYPES,LATITUDE83,LONGITUDE83,ACCURACY_VALUE,COLLECT_DESC,HDATUM_DESC';
const ROWS = `${HEADER}\n1,TAKEN,1 Kent Ave,BROOKLYN,NY,11211,,LQG,40.711,-73.958,30,GPS,NAD83`;
const LIST: AddedList = {
  ...{ name: 'State tanks', agency: 'DEC', source: '', licence: '', date: '2026-11-01', fileName: 'tanks.csv' },
};
// not called
const NONE = '127.0.0.1:1';

let stores: Stores;
let api: ReturnType<typeof testClient<typeof RecordsServiceService>>;
let stops: (() => unknown)[] = [];
beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'symbio-records-command-'));
  const config = {
    ...testConfig('records'),
    ...{ SYMBIO_PROJECT_ADDR: NONE, SYMBIO_FEATURE_ADDR: NONE, SYMBIO_DOCUMENT_ADDR: NONE },
    BLOB_URL: pathToFileURL(folder).href,
    FILES_SECRET: 'a-secret-only-for-files-in-tests',
  };
  const service = await start(config);
  api = testClient(RecordsServiceService, service.address);
  const addresses = { mongoUri: config.MONGODB_URI, natsUrl: config.NATS_URL, blobUrl: config.BLOB_URL };
  const opened = await openStores({ ...addresses, accountsDir: undefined, natsReplicas: 1 });
  stores = { ...opened, database: () => opened.mongo.db(config.MONGODB_DB) };
  stops = [() => api.close(), () => opened.close(), () => service.stop(), () => rmSync(folder, { recursive: true })];
});
afterAll(async () => {
  for (const stop of stops) await stop();
});

const said: string[] = [];
const context = { say: (line: string) => void said.push(line), signal: new AbortController().signal };
async function add(content: string): Promise<void> {
  const { blobs } = stores;
  if (!blobs) throw new Error('no blob store');
  said.length = 0;
  const id = await addList({ ...stores, blobs }, Readable.from([Buffer.from(content)]), LIST);
  await followImport(stores.database('records'), id, context);
}
const list = async () => {
  const { dataSets } = await api.client.listDataSets({}, await callAs(administrator({ name: 'Ada Admin' })));
  return dataSets.find(({ name }) => name === LIST.name);
};

describe('the command records', () => {
  it('adds a list that the service imports, and says what was taken (issue 40)', async () => {
    await add(`${ROWS}\nbroken,row`);
    expect(said.slice(-4)).toEqual([
      ...['1 of 2 rows taken, 1 refused.', 'Refused: width 1.', 'Places: exact 1.', 'Lists: RCRA-LQG 1.'],
    ]);
    expect(await list()).toMatchObject({ agency: 'DEC', versions: [{ state: 'ready', agencyDate: '2026-11-01' }] });
  });

  it('adds another edition to the list with that name, and says why one is refused', async () => {
    await expect(add(`${ROWS}\n"open`)).rejects.toThrow('A quote is opened in row 2 and never closed.');
    await expect(add('Key,Caption\n1,x\n')).rejects.toThrow('The columns of tanks.csv are unknown.');
    expect((await list())?.versions.map(({ state }) => state)).toEqual(['unknown_columns', 'failed', 'ready']);
    await expect(add('')).rejects.toThrow('The file is empty.');
  });
});
