import { connectMongo, type Connection } from '@symbio/mongo';
import { newId, systemClock } from '@symbio/runtime';
import { testConfig } from '@symbio/mongo/testing';
import { documentModels } from '../src/model.js';
import { createUploadIntents, type UploadIntents } from '../src/uploads/intent-repository.js';

const { MONGODB_URI: uri, MONGODB_DB: database } = testConfig('document_intents');
let connection: Connection;
let intents: UploadIntents;

beforeAll(async () => {
  connection = await connectMongo({ uri, database, appName: 'test' });
  intents = createUploadIntents(documentModels(connection).uploads, systemClock);
});
afterAll(() => connection.close());

it('lets concurrent uploads of one id begin; the last one owns the files', async () => {
  for (let round = 0; round < 25; round++) {
    const target = { id: newId(), projectId: newId() };
    const begun = await Promise.all(Array.from({ length: 4 }, () => intents.begin(target)));
    const owners = await Promise.all(begun.map((intent) => intents.giveUp(intent)));
    expect(owners.filter(Boolean)).toHaveLength(1);
  }
});

it('refuses an upload temporarily while the files of an earlier one are removed', async () => {
  const target = { id: newId(), projectId: newId() };
  const earlier = await intents.begin(target);
  expect(await intents.giveUp(earlier)).toBe(true);
  await expect(intents.begin(target)).rejects.toMatchObject({ code: 'UNAVAILABLE', reason: 'upload_ending' });
  await intents.end(earlier);
  await expect(intents.begin(target)).resolves.toMatchObject(target);
});
