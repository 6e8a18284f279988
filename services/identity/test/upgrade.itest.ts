/** Data as version 0.2.0 stored it. */
import { connectMongo, type Connection, type StoredRow } from '@symbio/mongo';
import { insertRowsOf, misshapenRows, testConfig } from '@symbio/mongo/testing';
import { administrator } from '@symbio/runtime/testing';
import { callAs, callAsService, testClient } from '@symbio/rpc/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { hashOf } from '../src/api-keys.js';
import { identityModels } from '../src/model.js';
import { start } from '../src/start.js';

const id = (n: number): string => `01936d00-0000-7000-8000-${String(n).padStart(12, '0')}`;

const DATA = new URL('./data/0.2.0.json', import.meta.url);

const config = {
  ...testConfig('identity'),
  ...{
    SECRET_WORD: 'phase-one',
    SYMBIO_LOCAL: '0' as const,
    KEYCLOAK_URL: 'http://127.0.0.1:9',
    KEYCLOAK_REALM: 'symbio',
  },
  ...{ KEYCLOAK_ADMIN_CLIENT: 'symbio-identity', KEYCLOAK_ADMIN_SECRET: 'unused', SMTP_URL: '' },
  ...{ MAIL_FROM: 'Symbio <symbio@localhost>', PUBLIC_URL: 'http://127.0.0.1:8080' },
  AUDIT_MONGODB_DB: testConfig('audit').MONGODB_DB,
};
let mongo: Connection;

beforeAll(async () => {
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  identityModels(mongo);
});
afterAll(() => mongo.close());

describe('data of version 0.2.0', () => {
  it('is migrated once to the current shape, and can be read completely', async () => {
    await insertRowsOf(DATA, mongo);
    const secret = 'sk_of_an_old_key';
    await mongo.collection<StoredRow>('api_keys').updateOne({ _id: id(401) }, { $set: { keyHash: hashOf(secret) } });
    expect(await misshapenRows(mongo)).not.toEqual([]);
    for (let n = 0; n < 2; n++) await start({ ...config, prepareOnly: true });
    expect(await misshapenRows(mongo)).toEqual([]);
    const service = await start(config);
    const { client: identity, close } = testClient(IdentityServiceService, service.address);
    try {
      const as = await callAs(administrator({ sub: 'ada' }));
      expect((await identity.listUsers({}, as)).users.map(({ name }) => name)).toEqual(['Ada Marsh', 'Ben Hill']);
      expect((await identity.listAuthors({}, as)).authors).toHaveLength(3);
      const { apiKeys } = await identity.listApiKeys({}, as);
      expect(apiKeys.map((one) => [one.id, one.access]).sort()).toEqual([
        [id(401), 'write'],
        [id(402), 'read'],
        [id(403), 'write'],
      ]);
      expect((await identity.listKeyWrites({ id: id(402) }, as)).writes).toHaveLength(1);
      const { caller } = await identity.resolveApiKey({ key: secret }, await callAsService('gateway'));
      expect(caller).toMatchObject({ userId: 'ada', apiKeyId: id(401) });
    } finally {
      close();
      await service.stop();
    }
  });
});
