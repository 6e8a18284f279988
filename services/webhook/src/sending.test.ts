import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId } from '@symbio/runtime';
import { administrator, eventually, person } from '@symbio/runtime/testing';
import { Webhook } from 'standardwebhooks';
import { parse as parseYaml } from 'yaml';
import { createTransport, type Message } from './transport.js';
import { DOWN, OK, webhookRules, type WebhookRules } from '../test/memory.js';

const [project, other] = [newId(), newId()];
const HOUR_MS = 3_600_000;
const ada = person({ name: 'Map Reader 2', via: 'api_key' });

let rules: WebhookRules;
let id: string;
let secret: string;

async function webhook(overrides: object = {}, actor = ada): Promise<string> {
  const form = {
    id: '',
    url: 'https://example.com/hooks',
    events: ['annotation.created'],
    projectIds: [],
    apiKeyId: 'key',
  };
  const made = await rules.webhooks.create({ ...form, ...overrides }, rules.known(actor));
  secret = made.secret;
  return made.row._id;
}

beforeEach(async () => {
  rules = webhookRules();
  rules.let(ada.sub, project);
  id = await webhook();
});

const statuses = () => [...rules.sent.values()].map(({ status }) => status);
const stored = () => rules.rows.find(id)!;
const counted = async () =>
  Object.fromEntries(
    (await rules.metrics.webhookAttempts.get()).values.map(({ labels, value }) => [String(labels.outcome), value]),
  ) as Record<string, number>;

/** Body that a receiver gets. */
async function overHttp(message: Message): Promise<Buffer> {
  const parts: Buffer[] = [];
  const server = createServer((request, response) => {
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => response.end());
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  try {
    const { port } = server.address() as AddressInfo;
    const post = createTransport({ allowPrivate: true });
    expect((await post({ ...message, url: `http://127.0.0.1:${port}/` })).status).toBe(200);
    return Buffer.concat(parts);
  } finally {
    server.closeAllConnections();
    await new Promise((done) => server.close(done));
  }
}

describe('an event', () => {
  it('is sent signed, with ids but no content', async () => {
    await rules.happens(project);
    expect(rules.wake.calls).toBe(1);
    await rules.send();
    const [message] = rules.receiver.messages;
    const at = rules.clock.now().toISOString();
    expect(JSON.parse(message!.body)).toEqual({
      type: 'annotation.created',
      timestamp: at,
      data: { id: 'a-1', project_id: project, document_page_id: 'p-1' },
    });
    const signature = new Webhook(secret).sign(rules.only()._id, rules.clock.now(), message!.body);
    expect(message).toMatchObject({
      url: 'https://example.com/hooks',
      headers: { 'webhook-id': rules.only()._id, 'webhook-signature': signature, 'content-type': 'application/json' },
    });
    expect(rules.only()).toMatchObject({ status: 'delivered', attempts: [{ status: 200, body: 'thanks' }] });
    expect(rules.only().nextAt).toBeUndefined();
  });

  // ids only, but a payload must never break its receiver
  it.each([
    ['noncharacters', '\ufffe\uffff\u{1fffe}\ufdd0'],
    ['lone surrogates', 'a\ud800b\udfffc'],
    ['control characters', '\u0000\u0007\b\t\n\r\u001b\u007f\u0085'],
    ['separators, marks of direction and a byte order mark', '\u2028\u2029\u202e\ufeff"\\/'],
  ])('with %s is signed, and read by another parser than that which wrote it', async (_what, text) => {
    await rules.happens(project, newId(), { author_id: text });
    await rules.send();
    const [message] = rules.receiver.messages;
    const bytes = await overHttp(message!);
    const received = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const signature = new Webhook(secret).sign(rules.only()._id, rules.clock.now(), received);
    expect(message!.headers['webhook-signature']).toBe(signature);
    expect(parseYaml(received)).toMatchObject({ type: 'annotation.created', data: { author_id: text } });
  });

  it('that arrives twice is sent once', async () => {
    const eventId = newId();
    await rules.happens(project, eventId);
    await rules.happens(project, eventId);
    expect(rules.sent.size).toBe(1);
  });

  it('goes to webhooks subscribed by name and project with current access', async () => {
    await webhook({ events: ['annotation.deleted'] });
    await webhook({ projectIds: [project] });
    await webhook({}, person({ via: 'api_key' }));
    await webhook({ apiKeyId: '' }, administrator());
    await rules.happens(project);
    expect([...rules.sent.values()].map(({ webhookId }) => webhookId)).toHaveLength(2);
    await rules.happens(other);
    expect(rules.sent.size).toBe(2);
  });

  it('from before the webhook existed or while it was paused is not sent', async () => {
    const context = rules.known(ada);
    await rules.record(
      { id: newId(), entity: 'annotation', verb: 'created', entityId: 'a', at: '2026-01-15T11:59:59.000Z' },
      { projectId: project },
    );
    await rules.webhooks.update({ id, status: 'paused' }, context);
    await rules.happens(project);
    await rules.webhooks.update({ id, status: 'active' }, context);
    expect(rules.sent.size).toBe(0);
    await rules.happens(project);
    expect(rules.sent.size).toBe(1);
  });

  it('of an issue is sent to users limited to projects only if they reported it', async () => {
    await rules.webhooks.remove(id, rules.known(ada));
    await webhook({ events: ['issue.created'] });
    await webhook({ events: ['issue.created'], projectIds: [project] });
    const happens = (reporterId: string) =>
      rules.record(
        { id: newId(), entity: 'issue', verb: 'created', entityId: 'i', at: rules.clock.now().toISOString() },
        { projectId: '', reporterId },
      );
    await happens('somebody');
    expect(rules.sent.size).toBe(1);
    await happens(ada.sub);
    expect(rules.sent.size).toBe(3);
  });
});

describe('an owner who loses access', () => {
  it('to a project gets no more of its events, including pending ones', async () => {
    rules.receiver.answers.push(DOWN);
    await rules.happens(project);
    await rules.send();
    rules.forbid(ada.sub, project);
    await rules.happens(project);
    rules.clock.advance(6_000);
    await rules.send();
    expect(rules.receiver.messages).toHaveLength(1);
    expect(statuses()).toEqual(['cancelled']);
    expect(stored().status).toBe('active');
  });

  it.each(['before', 'after'])(
    'as a revoked key or a disabled account has the webhook disabled (%s the event)',
    async (when) => {
      if (when === 'after') await rules.happens(project);
      rules.callers.clear();
      if (when === 'before') await rules.happens(project);
      await rules.send();
      expect(rules.receiver.messages).toEqual([]);
      expect(stored()).toMatchObject({ status: 'failed', failure: 'no_access' });
      expect(rules.rows.published.map(({ name }) => name)).toEqual(['webhook.failed']);
    },
  );

  it('as an expired key has the webhook disabled, though its user still has access', async () => {
    rules.callers.set(ada.sub, { ...rules.callers.get(ada.sub)!, apiKeyId: '' });
    await rules.happens(project);
    expect(rules.sent.size).toBe(0);
    expect(stored()).toMatchObject({ status: 'failed', failure: 'no_access' });
  });

  it('includes a user who is no longer an administrator', async () => {
    const admin = administrator();
    rules.let(admin.sub, project);
    const own = await webhook({ apiKeyId: '' }, admin);
    rules.known({ ...admin, role: 'symbio' });
    await rules.happens(project);
    expect(rules.rows.find(own)).toMatchObject({ status: 'failed', failure: 'no_access' });
    expect([...rules.sent.values()].map(({ webhookId }) => webhookId)).toEqual([id]);
  });
});

describe('a delivery that fails', () => {
  it('is repeated after growing pauses with the same id, and finally given up', async () => {
    rules.receiver.answers.push(...Array.from({ length: 7 }, () => ({ status: 500, body: 'no', error: '' })));
    await rules.happens(project);
    for (const seconds of [0, 5, 300, 1_800, 7_200, 18_000]) {
      rules.clock.advance(seconds * 1_000);
      await rules.send();
      await rules.send();
      expect(statuses()).toEqual(['pending']);
    }
    rules.clock.advance(36_000_000);
    await rules.send();
    expect(new Set(rules.receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(rules.only()).toMatchObject({ status: 'failed', attemptCount: 7, nextAt: undefined });
    expect(await counted()).toEqual({ retried: 6, failed: 1 });
    // the webhook recovers by itself
    expect(stored()).toMatchObject({ status: 'active', failingSince: new Date('2026-01-15T12:00:00.000Z') });
  });

  it('can be repeated manually, and keeps all its attempts', async () => {
    rules.receiver.answers.push({ status: 410, body: '', error: '' }, DOWN, OK);
    await rules.happens(project);
    await rules.send();
    const { _id } = rules.only();
    const context = rules.known(ada);
    expect(await rules.deliveries.resend(id, _id, context)).toMatchObject({ status: 'pending' });
    // no effect while pending
    await rules.deliveries.resend(id, _id, context);
    await rules.send();
    expect(rules.only()).toMatchObject({ status: 'pending', tries: 1, attemptCount: 2 });
    rules.clock.advance(6_000);
    await rules.send();
    expect(rules.only()).toMatchObject({ status: 'delivered', attemptCount: 3 });
    await expect(rules.deliveries.resend(id, newId(), context)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('does not count as an attempt if none could be made: it waits briefly', async () => {
    await rules.happens(project);
    rules.receiver.isBroken = true;
    await rules.send();
    expect(rules.only()).toMatchObject({ status: 'pending', attemptCount: 0 });
    rules.receiver.isBroken = false;
    rules.clock.advance(5_000);
    await rules.send();
    expect(statuses()).toEqual(['delivered']);
  });
});

describe('a webhook', () => {
  it('is disabled after three days of continuous failures, and its owner is notified once', async () => {
    rules.receiver.answers.push(...Array.from({ length: 9 }, () => DOWN));
    for (const hours of [0, 30, 41.9]) {
      rules.clock.advance(hours * HOUR_MS);
      await rules.happens(project);
      await rules.send();
      expect(stored().status).toBe('active');
    }
    rules.clock.advance(HOUR_MS);
    await rules.happens(project);
    await rules.send();
    expect(stored()).toMatchObject({ status: 'failed', failure: 'failing' });
    expect(statuses()).not.toContain('pending');
    expect(rules.rows.published.map(({ name }) => name)).toEqual(['webhook.failed']);
    await rules.happens(project);
    expect(rules.sent.size).toBe(4);
    // reactivating resets the failure series
    const after = await rules.webhooks.update({ id, status: 'active' }, rules.known(ada));
    expect(after).toMatchObject({ status: 'active', failure: undefined, failingSince: undefined });
  });

  it('that succeeds once in between is not disabled', async () => {
    rules.receiver.answers.push(DOWN, OK, DOWN);
    for (const hours of [0, 1, 71]) {
      rules.clock.advance(hours * HOUR_MS);
      await rules.happens(project);
      await rules.send();
    }
    expect(stored().status).toBe('active');
  });

  it('that succeeds again while an earlier delivery is still failing is not disabled', async () => {
    rules.receiver.answers.push(DOWN);
    await rules.happens(project);
    await rules.send();
    rules.clock.advance(72 * HOUR_MS);
    await rules.happens(project);
    let timeOut: () => void = () => undefined;
    const failedAnswer = new Promise<typeof DOWN>((resolve) => (timeOut = () => resolve(DOWN)));
    rules.receiver.answers.push(failedAnswer, OK);
    const sending = rules.send();
    await eventually(() => expect(stored().failingSince).toBeUndefined());
    timeOut();
    await sending;
    expect(statuses().toSorted()).toEqual(['delivered', 'pending']);
    expect(stored().status).toBe('active');
  });

  it('is disabled at once when its receiver is gone (410)', async () => {
    rules.receiver.answers.push({ status: 410, body: '', error: '' });
    await rules.happens(project);
    await rules.send();
    expect(stored()).toMatchObject({ status: 'failed', failure: 'gone' });
    expect(statuses()).toEqual(['failed']);
  });

  it('that is paused sends no pending deliveries, but can be pinged', async () => {
    rules.receiver.answers.push(DOWN);
    await rules.happens(project);
    await rules.send();
    const context = rules.known(ada);
    await rules.webhooks.update({ id, status: 'paused' }, context);
    expect(statuses()).toEqual(['cancelled']);
    const deliveryId = newId();
    await rules.deliveries.test(id, deliveryId, context);
    await rules.deliveries.test(id, deliveryId, context);
    await rules.send();
    expect(rules.receiver.messages).toHaveLength(2);
    expect(JSON.parse(rules.receiver.messages[1]!.body)).toMatchObject({ type: 'ping', data: { id } });
    expect((await rules.deliveries.list({ webhookId: id, status: 'delivered' }, context)).rows).toHaveLength(1);
  });

  it('is pinged once, while the caller waits for the answer', async () => {
    rules.receiver.answers.push(DOWN);
    await rules.deliveries.test(id, '', rules.known(ada));
    await rules.send();
    expect(rules.only()).toMatchObject({ type: 'ping', status: 'failed', attempts: [DOWN] });
  });
});
