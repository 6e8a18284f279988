import { newId } from '@symbio/runtime';
import { Delivery, Webhook } from '@symbio/proto/webhook';
import { closeServers } from '../testing.js';
import { servePublic } from './testing.js';
import { webhooks } from './webhooks.js';

const id = newId();
const webhook = Webhook.fromPartial({
  ...{ id, url: 'https://example.com/hooks', events: ['page.ready'], status: 'active', ownerId: 'u1' },
});
const delivery = Delivery.fromPartial({
  ...{ id, webhookId: id, type: 'ping', payload: '{"type":"ping"}', status: 'failed', attemptCount: 1 },
  attempts: [{ at: new Date('2026-11-22T09:30:00Z'), durationMs: 12, error: 'The connection was refused.' }],
});

afterEach(closeServers);

describe('webhooks over the public API', () => {
  const asked: unknown[] = [];
  beforeEach(() => (asked.length = 0));
  const answering = (answer: object) => (request: unknown) => {
    asked.push(request);
    return Promise.resolve(answer);
  };
  const api = () =>
    servePublic(
      webhooks({
        webhook: {
          createWebhook: answering({ webhook, secret: 'whsec_x' }),
          rotateWebhookSecret: answering({ webhook, secret: 'whsec_y' }),
          updateWebhook: answering({ webhook }),
          getWebhook: answering({ webhook }),
          listDeliveries: answering({ deliveries: [delivery] }),
        } as never,
      }),
    );

  it('returns the secret once, on creation', async () => {
    const { send, get } = await api();
    const body = { url: webhook.url, events: ['page.ready'] };
    expect(await send('POST', '/webhooks', body)).toMatchObject({ status: 201, body: { secret: 'whsec_x' } });
    expect(asked).toMatchObject([{ ...body, projectIds: [], apiKeyId: '' }]);
    expect(JSON.stringify((await get(`/webhooks/${id}`)).body)).not.toContain('whsec_');
  });

  it.each([
    ['one is made', '/webhooks', { url: webhook.url, events: ['page.ready'] }, 201, 'whsec_x'],
    ['it is replaced', `/webhooks/${id}/rotate`, undefined, 200, 'whsec_y'],
  ])(
    'stores no secret for repeats when %s: they are answered without it',
    async (_when, path, body, status, secret) => {
      const { send, kept } = await api();
      expect(await send('POST', path, body, 'k')).toMatchObject({ status, body: { data: { id }, secret } });
      expect(await send('POST', path, body, 'k')).toMatchObject({ status, body: { data: { id }, secret: '' } });
      expect(asked).toHaveLength(1);
      expect(JSON.stringify([...kept])).not.toContain('whsec_');
    },
  );

  it('changes only given fields', async () => {
    const { send } = await api();
    await send('PUT', `/webhooks/${id}`, { project_ids: [], updated_at: '2026-11-22T09:30:00.000Z' });
    expect(asked).toEqual([
      { id, projectIds: { values: [] }, expectedUpdatedAt: new Date('2026-11-22T09:30:00.000Z') },
    ]);
    expect(await send('PUT', `/webhooks/${id}`, { status: 'failed', secret: 'x' })).toMatchObject({
      status: 400,
      body: { fields: { status: 'status must be active or paused', secret: 'Unknown field "secret"' } },
    });
  });

  it('shows requests and responses of deliveries', async () => {
    const { get } = await api();
    expect((await get(`/webhooks/${id}/deliveries?status=failed`)).body).toMatchObject({
      data: [
        {
          payload: { type: 'ping' },
          project_id: null,
          attempts: [{ status: null, error: 'The connection was refused.', duration_ms: 12 }],
        },
      ],
    });
    expect(asked).toMatchObject([{ webhookId: id, status: 'failed' }]);
  });
});
