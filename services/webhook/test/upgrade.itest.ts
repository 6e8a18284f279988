/** Data as version 0.2.0 stored it. */
import { connectMongo, type Connection } from '@symbio/mongo';
import { insertRowsOf, misshapenRows, testConfig } from '@symbio/mongo/testing';
import { administrator } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient } from '@symbio/rpc/testing';
import { IdentityServiceService } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { WebhookServiceService } from '@symbio/proto/webhook';
import type { WebhookConfig } from '../src/config.js';
import { webhookModels } from '../src/model.js';
import { start } from '../src/start.js';

const id = (n: number): string => `01936d00-0000-7000-8000-${String(n).padStart(12, '0')}`;

const DATA = new URL('./data/0.2.0.json', import.meta.url);
const PROJECT = id(1);

let identity: Awaited<ReturnType<typeof fakeService>>;
let projects: Awaited<ReturnType<typeof fakeService>>;
let mongo: Connection;
let config: WebhookConfig & { MONGODB_DB: string };

beforeAll(async () => {
  identity = await fakeService(IdentityServiceService, {});
  projects = await fakeService(ProjectServiceService, {});
  config = {
    ...testConfig('webhook'),
    ...{ SYMBIO_IDENTITY_ADDR: identity.address, SYMBIO_PROJECT_ADDR: projects.address },
    ...{
      WEBHOOK_PRIVATE_ADDRESSES: '0' as const,
      ISSUE_ACCESS: 'everyone' as const,
      PUBLIC_URL: 'https://symbio.test',
      SMTP_URL: '',
      MAIL_FROM: '',
    },
  };
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  webhookModels(mongo);
});
afterAll(async () => {
  await mongo.close();
  for (const server of [identity, projects]) await server.close();
});

describe('data of version 0.2.0', () => {
  it('keeps its shape, and can be read completely', async () => {
    await insertRowsOf(DATA, mongo);
    for (let n = 0; n < 2; n++) await start({ ...config, prepareOnly: true });
    expect(await misshapenRows(mongo)).toEqual([]);
    // deleted long ago by a version that left the row
    expect(await mongo.collection('webhooks').countDocuments()).toBe(1);
    const service = await start(config);
    const { client: webhooks, close } = testClient(WebhookServiceService, service.address);
    try {
      const as = await callAs(administrator());
      expect((await webhooks.listWebhooks({}, as)).webhooks).toHaveLength(1);
      expect((await webhooks.getWebhook({ id: id(701) }, as)).webhook).toMatchObject({ projectIds: [PROJECT] });
      expect((await webhooks.listDeliveries({ webhookId: id(701) }, as)).deliveries).toHaveLength(1);
    } finally {
      close();
      await service.stop();
    }
  });
});
