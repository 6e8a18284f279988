import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { connectMongo, type Connection } from '@symbio/mongo';
import { newId, type RunningService } from '@symbio/runtime';
import type { Client } from '@symbio/rpc';
import { TestClock, eventually, outcomeOf, person } from '@symbio/runtime/testing';
import { callAs, fakeService, testClient } from '@symbio/rpc/testing';
import { testConfig } from '@symbio/mongo/testing';
import { testEvents, type TestEvents } from '@symbio/events/testing';
import { Annotation, annotationEvents } from '@symbio/proto/annotation';
import { ApiKey, Caller, IdentityServiceService, apiKeyEvents } from '@symbio/proto/identity';
import { ProjectServiceService } from '@symbio/proto/project';
import { WebhookServiceService, type Delivery } from '@symbio/proto/webhook';
import { startInbox, type CaughtMail, type RunningInbox } from '@symbio/fixtures/inbox';
import { Webhook } from 'standardwebhooks';
import type { WebhookConfig } from '../src/config.js';
import { start } from '../src/start.js';
import { createTransport } from '../src/transport.js';

const clock = new TestClock(new Date());
const [project, other] = [newId(), newId()];
const ada = person({ name: 'Map Reader 2', via: 'api_key' });
/** Projects currently visible to the key's user. */
const visible = new Set([project]);
/** Number of calls from the service. */
let asked = 0;
const rolesOf = (ids: readonly string[]) => ({
  roles: Object.fromEntries(ids.filter((id) => visible.has(id)).map((id) => [id, 'viewer'])),
});

interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
}

/** Received requests; the path sets the response: /200, /500, /302, /slow (never). */
const got: Received[] = [];
const receiver = http.createServer((request, response) => {
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const { url: path = '' } = request;
    got.push({ path, headers: request.headers as Record<string, string>, body: Buffer.concat(parts).toString() });
    const status = Number(path.slice(1, 4));
    if (status) response.writeHead(status, status === 302 ? { location: '/200/elsewhere' } : {}).end('é'.repeat(2_000));
  });
});
let origin: string;
const at = (path: string): Received[] => got.filter((one) => one.path === path);

let inbox: RunningInbox;
let identity: Awaited<ReturnType<typeof fakeService>>;
let projects: Awaited<ReturnType<typeof fakeService>>;
let config: WebhookConfig & { MONGODB_DB: string };
let mongo: Connection;
let events: TestEvents;
let service: RunningService;
let webhooks: Client<typeof WebhookServiceService>;
let close: () => void;

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  inbox = await startInbox(0, 0);
  identity = await fakeService(IdentityServiceService, {
    getCaller: ({ userId, apiKeyId }) =>
      Promise.resolve({ caller: Caller.create({ userId, apiKeyId, role: 'customer', name: ada.name }) }),
    getMailAddresses: ({ ids }) =>
      Promise.resolve({
        addresses: ids.includes(ada.sub)
          ? [{ userId: ada.sub, name: 'Ada', email: 'ada@symbio.test', role: 'administrator', organizationId: '' }]
          : [],
      }),
  });
  projects = await fakeService(ProjectServiceService, {
    checkAccess: ({ projectIds }) => Promise.resolve({ ...rolesOf(projectIds), sampleIds: [] }),
    checkAccessOf: ({ projectIds }) => {
      asked++;
      return Promise.resolve(rolesOf(projectIds));
    },
  });
  config = {
    ...testConfig('webhook'),
    ...{ SYMBIO_IDENTITY_ADDR: identity.address, SYMBIO_PROJECT_ADDR: projects.address },
    ...{ WEBHOOK_PRIVATE_ADDRESSES: '1', PUBLIC_URL: 'https://symbio.test', ISSUE_ACCESS: 'everyone' },
    ...{ SMTP_URL: inbox.smtpUrl, MAIL_FROM: 'Symbio <symbio@symbio.test>' },
  };
  mongo = await connectMongo({ uri: config.MONGODB_URI, database: config.MONGODB_DB, appName: 'test' });
  events = await testEvents(config, 'webhook');
  service = await start(config, clock);
  ({ client: webhooks, close } = testClient(WebhookServiceService, service.address));
});

afterAll(async () => {
  close();
  await service.stop();
  await events.close();
  await mongo.close();
  for (const server of [identity, projects, inbox]) await server.close();
  receiver.closeAllConnections();
  await new Promise((resolve) => receiver.close(resolve));
});

async function webhook(path: string, overrides: object = {}): Promise<{ id: string; secret: string }> {
  const form = { url: `${origin}${path}`, events: ['annotation.created'], projectIds: [project], apiKeyId: newId() };
  const made = await webhooks.createWebhook({ ...form, ...overrides }, await callAs(ada));
  return { id: made.webhook!.id, secret: made.secret };
}

/** Publishes an annotation event for a project. */
async function happens(projectId = project): Promise<string> {
  const id = newId();
  const annotation = Annotation.create({ id, projectId, documentPageId: 'page', content: 'Gas holder' });
  await events.publish(annotationEvents.created, { entityId: id, scope: projectId, data: { annotation } });
  return id;
}

const deliveriesOf = async (webhookId: string): Promise<Delivery[]> =>
  (await webhooks.listDeliveries({ webhookId }, await callAs(ada))).deliveries;
const only = async (webhookId: string, status: string): Promise<Delivery> =>
  eventually(async () => {
    const [delivery, ...more] = await deliveriesOf(webhookId);
    expect([delivery?.status, more]).toEqual([status, []]);
    return delivery!;
  });

// delete webhooks before the next test; its events have real timestamps
afterEach(async () => {
  clock.advance(Date.now() - clock.now().getTime());
  const { webhooks: all } = await webhooks.listWebhooks({}, await callAs(ada));
  for (const { id } of all) await webhooks.deleteWebhook({ id }, await callAs(ada));
});

describe('a receiver', () => {
  it('verifies deliveries with the library of Standard Webhooks, and its answer is stored', async () => {
    const { id, secret } = await webhook('/200/verified');
    const entityId = await happens();
    const delivery = await only(id, 'delivered');
    const [message] = at('/200/verified');
    expect(new Webhook(secret).verify(message!.body, message!.headers)).toMatchObject({
      type: 'annotation.created',
      data: { id: entityId, project_id: project, document_page_id: 'page' },
    });
    expect(message!.body).not.toContain('Gas holder');
    expect(message!.headers['webhook-id']).toBe(delivery.id);
    // 2 kB in whole characters
    expect(delivery.attempts).toMatchObject([{ status: 200, body: 'é'.repeat(1_024), error: '' }]);
    expect(() => new Webhook(secret).verify(`${message!.body} `, message!.headers)).toThrow();
  });

  it('that redirects (302) is not followed', async () => {
    const { id } = await webhook('/302');
    await happens();
    await eventually(async () => expect((await deliveriesOf(id))[0]?.attempts).toMatchObject([{ status: 302 }]));
    expect(at('/200/elsewhere')).toEqual([]);
  });

  it('that does not answer times out, and an unavailable one is reported', async () => {
    const post = createTransport({ allowPrivate: true, answerMs: 50 });
    const message = { headers: {}, body: '{}' };
    expect(await post({ ...message, url: `${origin}/slow` })).toEqual({
      ...{ status: 0, body: '', error: 'There was no answer within 0.05 seconds.' },
    });
    const transport = createTransport({ allowPrivate: true });
    expect(await transport({ ...message, url: 'http://127.0.0.1:9/' })).toMatchObject({
      error: 'The connection was refused.',
    });
  });

  it('at a private address gets nothing where that is not allowed, whatever its host name', async () => {
    const before = got.length;
    const port = new URL(origin).port;
    const post = createTransport({
      allowPrivate: false,
      lookup: (_host, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
    });
    for (const host of ['127.0.0.1', '[::ffff:127.0.0.1]', 'hooks.example.com'])
      expect(await post({ url: `http://${host}:${port}/200`, headers: {}, body: '{}' })).toMatchObject({
        status: 0,
        error: 'The host has a private or reserved address, to which nothing is sent.',
      });
    expect(got).toHaveLength(before);
  });

  it('gets failed deliveries again, on schedule and manually', async () => {
    const { id } = await webhook('/500/again');
    await happens();
    await eventually(async () => expect((await deliveriesOf(id))[0]?.attempts).toHaveLength(1));
    clock.advance(6_000);
    await eventually(async () => expect((await deliveriesOf(id))[0]?.attempts).toHaveLength(2));
    await webhooks.updateWebhook({ id, url: `${origin}/200/again` }, await callAs(ada));
    clock.advance(400_000);
    const delivery = await only(id, 'delivered');
    await webhooks.resendDelivery({ webhookId: id, id: delivery.id }, await callAs(ada));
    await eventually(() => expect(at('/200/again')).toHaveLength(2));
    const ids = [...at('/500/again'), ...at('/200/again')].map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids)).toEqual(new Set([delivery.id]));
    expect(await outcomeOf(webhooks.resendDelivery({ webhookId: id, id: newId() }, await callAs(ada)))).toBe(
      'NOT_FOUND',
    );
  });

  it('is pinged on demand, once for an id', async () => {
    const { id } = await webhook('/200/ping');
    const deliveryId = newId();
    for (let times = 0; times < 2; times++) await webhooks.testWebhook({ id, deliveryId }, await callAs(ada));
    await only(id, 'delivered');
    expect(at('/200/ping').map(({ body }) => (JSON.parse(body) as { type: string }).type)).toEqual(['ping']);
  });
});

describe('no event is lost', () => {
  it('when a sender dies midway: another one sends its deliveries, and only that one records the result', async () => {
    const { id } = await webhook('/500/death');
    close();
    await service.stop();
    let respond = (): void => undefined;
    const dying = await start(config, clock, () => {
      // responds only when the test allows
      return new Promise((resolve) => (respond = () => resolve({ status: 500, body: 'late', error: '' })));
    });
    await happens();
    const rows = mongo.collection('deliveries');
    await eventually(async () =>
      expect(await rows.findOne({ webhookId: id, lease: { $exists: true } })).not.toBeNull(),
    );

    // accepts no new work and waits for the response
    const stopped = dying.stop();

    service = await start(config, clock);
    ({ client: webhooks, close } = testClient(WebhookServiceService, service.address));
    await webhooks.updateWebhook({ id, url: `${origin}/200/life` }, await callAs(ada));
    clock.advance(31_000);
    await only(id, 'delivered');
    respond();
    await stopped;
    expect((await only(id, 'delivered')).attempts).toMatchObject([{ status: 200 }]);
    expect(at('/200/life')).toHaveLength(1);
  });

  it('when events arrived while no instance ran', async () => {
    const { id } = await webhook('/200/away');
    close();
    await service.stop();
    const ids = [await happens(), await happens()];
    service = await start(config, clock);
    ({ client: webhooks, close } = testClient(WebhookServiceService, service.address));
    await eventually(() => expect(at('/200/away')).toHaveLength(2));
    const delivered = at('/200/away').map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
    expect(delivered.sort()).toEqual(ids.sort());
    await eventually(async () =>
      expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']),
    );
  });
});

describe('access to events', () => {
  it('is limited to its own projects and event names, also under load', async () => {
    visible.add(other);
    const [first, second, reviews] = [
      await webhook('/200/first'),
      await webhook('/200/second', { projectIds: [other] }),
      await webhook('/200/reviews', { events: ['annotation.reviewed'] }),
    ];
    const [mine, theirs] = await Promise.all(
      [project, other].map((id) => Promise.all(Array.from({ length: 20 }, () => happens(id)))),
    );
    const deliveredAt = (path: string) =>
      at(path).map(({ body }) => (JSON.parse(body) as { data: { id: string } }).data.id);
    await eventually(() => expect(deliveredAt('/200/first').sort()).toEqual(mine!.sort()));
    await eventually(() => expect(deliveredAt('/200/second').sort()).toEqual(theirs!.sort()));
    for (const [{ id }, count] of [
      [first, 20],
      [second, 20],
      [reviews, 0],
    ] as const)
      expect(await deliveriesOf(id)).toHaveLength(count);
    visible.delete(other);
  });

  it('is checked for every event: it ends with the membership', async () => {
    const { id } = await webhook('/200/member', { projectIds: [] });
    await happens(other);
    await happens();
    await only(id, 'delivered');
    visible.delete(project);
    const before = asked;
    await happens();
    await eventually(() => expect(asked).toBe(before + 1));
    visible.add(project);
    const last = await happens();
    await eventually(() => expect(at('/200/member').at(-1)?.body).toContain(last));
    expect(await deliveriesOf(id)).toHaveLength(2);
  });

  it('ends with the key: the webhook is disabled, and its owner gets a mail', async () => {
    const apiKeyId = newId();
    const { id } = await webhook('/200/key', { apiKeyId });
    await events.publish(apiKeyEvents.revoked, {
      entityId: apiKeyId,
      data: { apiKey: ApiKey.create({ id: apiKeyId }) },
    });
    await eventually(async () =>
      expect((await webhooks.getWebhook({ id }, await callAs(ada))).webhook).toMatchObject({
        ...{ status: 'failed', failure: 'no_access' },
      }),
    );
    const mails = await eventually(async () => {
      const caught = (await (await fetch(`${inbox.url}/email`)).json()) as CaughtMail[];
      expect(caught).toHaveLength(1);
      return caught;
    });
    expect(mails[0]).toMatchObject({ to: 'Ada <ada@symbio.test>', from: 'Symbio <symbio@symbio.test>' });
    expect(mails[0]?.subject).toContain('A webhook was switched off: 127.0.0.1');
    expect(mails[0]?.text).toContain('https://symbio.test/settings/public-api');
  });
});

describe('a webhook', () => {
  it('is listed by cursor, by time of change, and within the limits of a key', async () => {
    const bound = await callAs({ ...ada, scopes: [project] });
    const [first, second] = [(await webhook('/200/1')).id, (await webhook('/200/2')).id];
    await webhook('/200/3', { projectIds: [] });
    expect((await webhooks.listWebhooks({}, await callAs(ada))).webhooks).toHaveLength(3);
    const page = await webhooks.listWebhooks({ paging: { page: 1, perPage: 1 } }, bound);
    expect(page.webhooks.map(({ id }) => id)).toEqual([second]);
    const cursor = page.pageInfo!.nextCursor!;
    const rest = await webhooks.listWebhooks({ paging: { page: 0, perPage: 1, cursor } }, bound);
    expect(rest.webhooks.map(({ id }) => id)).toEqual([first]);
    expect(page.pageInfo).toMatchObject({ count: 2, totalPages: 2 });

    const updatedAfter = clock.now();
    clock.advance(1_000);
    await webhooks.updateWebhook({ id: first, events: { values: ['page.ready'] } }, bound);
    const changed = await webhooks.listWebhooks({ updatedAfter }, bound);
    expect(changed.webhooks).toMatchObject([{ id: first, events: ['page.ready'] }]);
  });

  it('gets a new secret; the next delivery is verified with it and with the previous one', async () => {
    const { id, secret } = await webhook('/200/rotated');
    const rotated = await webhooks.rotateWebhookSecret({ id }, await callAs(ada));
    await webhooks.testWebhook({ id }, await callAs(ada));
    await only(id, 'delivered');
    const [message] = at('/200/rotated');
    const signatures = message!.headers['webhook-signature']!.split(' ');
    const when = new Date(Number(message!.headers['webhook-timestamp']) * 1_000);
    expect(signatures).toEqual(
      [rotated.secret, secret].map((one) =>
        new Webhook(one).sign(message!.headers['webhook-id']!, when, message!.body),
      ),
    );
  });
});
