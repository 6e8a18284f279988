import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@symbio/proto/webhook/vocabulary';
import { z } from 'zod';
import { clientId, cursorPaging, followedList, id, one, seen, success, updatedAfter } from '../schemas/common.js';
import { delivery, secret, webhook } from '../schemas/webhooks.js';
import { operation } from '../operation.js';

export const about = {
  tag: 'Webhooks',
  description: 'Calls to your own server when something has changed.',
};
const { tag } = about;
const params = z.strictObject({ id: id('Webhook') });
const example = { params: { id: '01980a60-2b1c-7d3e-8f40-5a6b7c8d9e0f' } };

const url = z.string().meta({
  description: 'Where to send to: HTTPS, on the internet. Redirects are not followed.',
  examples: ['https://agent.example.com/symbio'],
});
// the service validates event names, as its error lists all of them
const events = z.array(z.string().meta({ override: { enum: [...WEBHOOK_EVENTS] } })).meta({
  description: 'What to be told of, at least one.',
});
const projectIds = z.array(z.string()).meta({
  description: 'Only of these projects, at most 100. Empty: all that you may see, those of tomorrow too.',
});

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'get',
  path: '/webhooks',
  tag,
  summary: 'List webhooks',
  description:
    'Newest first. A key sees those of its user, one that is limited to projects only those that are told of no other; administrators see all. Other people are refused.',
  access: 'read',
  query: z.strictObject({ ...cursorPaging, updated_after: updatedAfter }),
  answer: { description: 'Webhooks.', schema: followedList(webhook) },
  refusals: ['not_authorized'],
  example: {},
});

export const createWebhook = operation({
  id: 'createWebhook',
  method: 'post',
  path: '/webhooks',
  tag,
  summary: 'Make a webhook',
  description:
    'You are told of what happens from now on, signed as [Standard Webhooks](https://www.standardwebhooks.com) says. It ends with the key that made it.',
  access: 'write',
  body: z.strictObject({ id: clientId, url, events, project_ids: projectIds.optional() }),
  answer: {
    status: 201,
    description: 'The webhook, and its secret.',
    schema: z.strictObject({ data: webhook, secret }),
  },
  refusals: ['not_found', 'conflict', 'not_authorized'],
  example: { body: { url: 'https://agent.example.com/symbio', events: ['annotation.reviewed', 'page.analyzed'] } },
});

export const getWebhook = operation({
  id: 'getWebhook',
  method: 'get',
  path: '/webhooks/{id}',
  tag,
  summary: 'One webhook',
  description: 'Without its secret.',
  access: 'read',
  params,
  answer: { description: 'The webhook.', schema: one(webhook) },
  refusals: ['not_found', 'not_authorized'],
  example,
});

export const updateWebhook = operation({
  id: 'updateWebhook',
  method: 'put',
  path: '/webhooks/{id}',
  tag,
  summary: 'Change, pause or resume a webhook',
  description:
    'Only what is given changes. Paused, it is told of nothing, and what waits is cancelled; `active` switches on again what was paused or has failed.',
  access: 'write',
  params,
  body: z.strictObject({
    url: url.optional(),
    events: events.optional(),
    project_ids: projectIds.optional(),
    status: z
      .enum(['active', 'paused'], { error: 'status must be active or paused' })
      .optional()
      .meta({ description: '`active` or `paused`.' }),
    updated_at: seen,
  }),
  answer: { description: 'The webhook.', schema: one(webhook) },
  refusals: ['not_found', 'stale', 'not_authorized'],
  example: { ...example, body: { status: 'paused' } },
});

export const deleteWebhook = operation({
  id: 'deleteWebhook',
  method: 'delete',
  path: '/webhooks/{id}',
  tag,
  summary: 'Delete a webhook',
  description: 'With its deliveries. Nothing more is sent.',
  access: 'write',
  params,
  answer: { description: 'It is deleted.', schema: success },
  refusals: ['not_found', 'not_authorized'],
  example,
});

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'post',
  path: '/webhooks/{id}/rotate',
  tag,
  summary: 'Replace a webhook’s secret',
  description: 'Deliveries of the next 24 hours are signed with both, so that nothing is refused meanwhile.',
  access: 'write',
  params,
  answer: { description: 'The webhook, and its new secret.', schema: z.strictObject({ data: webhook, secret }) },
  refusals: ['not_found', 'not_authorized'],
  example,
});

export const testWebhook = operation({
  id: 'testWebhook',
  method: 'post',
  path: '/webhooks/{id}/test',
  tag,
  summary: 'Send a ping',
  description: 'Once, also while the webhook is paused. The answer is found in its deliveries a moment later.',
  access: 'write',
  params,
  answer: { status: 201, description: 'The delivery, on its way.', schema: one(delivery) },
  refusals: ['not_found', 'not_authorized'],
  example,
});

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'get',
  path: '/webhooks/{id}/deliveries',
  tag,
  summary: 'List deliveries of a webhook',
  description: 'Newest first, of the last 30 days, with what the receiver answered.',
  access: 'read',
  params,
  query: z.strictObject({
    ...cursorPaging,
    status: z
      .enum(DELIVERY_STATUSES, { error: `status must be one of ${DELIVERY_STATUSES.join(', ')}` })
      .optional()
      .meta({ description: 'Only deliveries in this state.' }),
    updated_after: updatedAfter,
  }),
  answer: { description: 'Deliveries.', schema: followedList(delivery) },
  refusals: ['not_found', 'not_authorized'],
  example: { ...example, query: { status: 'failed' } },
});

export const resendDelivery = operation({
  id: 'resendDelivery',
  method: 'post',
  path: '/webhooks/{id}/deliveries/{deliveryId}/resend',
  tag,
  summary: 'Send a delivery again',
  description:
    'Under the same `webhook-id`, with all its attempts before it. One that is on its way already is left as it is.',
  access: 'write',
  params: z.strictObject({ id: id('Webhook'), deliveryId: id('Delivery') }),
  answer: { description: 'The delivery, on its way.', schema: one(delivery) },
  refusals: ['not_found', 'not_authorized'],
  example: { params: { ...example.params, deliveryId: '01980a61-0c1d-7e2f-9a3b-4c5d6e7f8091' } },
});
