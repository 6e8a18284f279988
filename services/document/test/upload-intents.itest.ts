/** Upload intents in the database. */
import { connectMongo, type Connection } from '@symbio/mongo';
import { newId, systemClock } from '@symbio/runtime';
import { testConfig } from '@symbio/mongo/testing';
import { documentModels } from '../src/model.js';
import { UploadIntents } from '../src/upload-intent-repository.js';

const { MONGODB_URI: uri, MONGODB_DB: database } = testConfig('document_intents');
let connection: Connection;
let intents: UploadIntents;

beforeAll(async () => {
  connection = await connectMongo({ uri, database, appName: 'test' });
  intents = new UploadIntents(documentModels(connection).uploads, systemClock);
});
afterAll(() => connection.close());

it('uploads that begin at once under one id all begin, and the files are the last one’s', async () => {
  for (let round = 0; round < 25; round++) {
    const target = { id: newId(), projectId: newId() };
    const begun = await Promise.all(Array.from({ length: 4 }, () => intents.begin(target)));
    const owners = await Promise.all(begun.map((intent) => intents.giveUp(intent)));
    expect(owners.filter(Boolean)).toHaveLength(1);
  }
});

it('an upload is told to come again while the files of an earlier one are removed', async () => {
  const target = { id: newId(), projectId: newId() };
  const earlier = await intents.begin(target);
  expect(await intents.giveUp(earlier)).toBe(true);
  await expect(intents.begin(target)).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'upload_ending' });
  await intents.end(earlier);
  await expect(intents.begin(target)).resolves.toMatchObject(target);
});
