/** `npm run records`, with the service that imports the files. */
import { Readable } from 'node:stream';
import { addList, followImport, type AddedList } from '@symbio/operations/records';
import { openStores, type Stores } from '@symbio/operations/backup/stores';
import { admin, frs, recordsSystem } from './system.js';

const ROWS = frs({ id: 1, name: 'TAKEN', interest: 'LQG', latitude: '40.711' });
const LIST: AddedList = {
  ...{ name: 'State tanks', agency: 'DEC', source: '', licence: '', date: '2026-11-01', fileName: 'tanks.csv' },
};

let system: Awaited<ReturnType<typeof recordsSystem>>;
let stores: Stores;
beforeAll(async () => {
  system = await recordsSystem();
  const { MONGODB_URI, MONGODB_DB, NATS_URL, BLOB_URL } = system.config;
  const addresses = { mongoUri: MONGODB_URI, natsUrl: NATS_URL, blobUrl: BLOB_URL };
  const opened = await openStores({ ...addresses, accountsDir: undefined, natsReplicas: 1 });
  stores = { ...opened, database: () => opened.mongo.db(MONGODB_DB) };
});
afterAll(async () => {
  await stores.close();
  await system.stop();
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
const list = async () =>
  (await system.client.listDataSets({}, await system.as(admin))).dataSets.find(({ name }) => name === LIST.name);

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
