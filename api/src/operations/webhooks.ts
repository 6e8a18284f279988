import { DELIVERY_STATUSES, WEBHOOK_EVENTS } from '@symbio/proto/webhook/vocabulary';
import { z } from 'zod';
import { clientId, cursorPaging, followedList, id, one, seen, success, updatedAfter } from '../schemas/common.js';
import { delivery, secret, webhook } from '../schemas/webhooks.js';
import { administered, operation } from '../operation.js';

export const about = {
  tag: 'Webhooks',
  description: 'HTTP callbacks to your server on changes.',
};
const { tag } = about;
const params = z.strictObject({ id: id('Webhook') });
const example = { params: { id: '01980a60-2b1c-7d3e-8f40-5a6b7c8d9e0f' } };

const url = z.string().meta({
  description: 'Public HTTPS URL. Redirects are not followed.',
  examples: ['https://agent.example.com/symbio'],
});
// the service validates event names, as its error lists all of them
const events = z.array(z.string().meta({ override: { enum: [...WEBHOOK_EVENTS] } })).meta({
  description: 'Events to receive, at least one.',
});
const projectIds = z.array(z.string()).meta({
  description:
    'Restricts events to these projects, at most 100. Empty: all projects that you may see, including future ones.',
});

export const listWebhooks = operation({
  id: 'listWebhooks',
  method: 'get',
  path: '/webhooks',
  tag,
  summary: 'List webhooks',
  description:
    'Newest first. A key sees its user’s webhooks; a key restricted to projects only those restricted to the same projects; administrators see all. Other people are rejected.',
  access: 'read',
  audit: { records: 'nothing' },
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
  summary: 'Create a webhook',
  description:
    'Delivers events from now on, signed according to [Standard Webhooks](https://www.standardwebhooks.com). It ends with the key that created it.',
  access: 'write',
  audit: { records: administered('webhook.created') },
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
    'Only given fields change. Pausing cancels pending deliveries and stops new ones; `active` resumes a paused or failed webhook.',
  access: 'write',
  audit: { records: administered('webhook.changed') },
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
  description: 'Deletes its deliveries, too. No more events are sent.',
  access: 'write',
  audit: { records: administered('webhook.deleted') },
  params,
  answer: { description: 'Deleted.', schema: success },
  refusals: ['not_found', 'not_authorized'],
  example,
});

export const rotateWebhookSecret = operation({
  id: 'rotateWebhookSecret',
  method: 'post',
  path: '/webhooks/{id}/rotate',
  tag,
  summary: 'Replace a webhook’s secret',
  description:
    'Deliveries of the next 24 hours are signed with both secrets, so that your server can switch without rejecting any.',
  access: 'write',
  audit: { records: administered('webhook.rotated') },
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
  description: 'Sends one, even if the webhook is paused. Its deliveries show the result a moment later.',
  access: 'write',
  audit: { records: administered('webhook.tested') },
  params,
  answer: { status: 201, description: 'The pending delivery.', schema: one(delivery) },
  refusals: ['not_found', 'not_authorized'],
  example,
});

export const listDeliveries = operation({
  id: 'listDeliveries',
  method: 'get',
  path: '/webhooks/{id}/deliveries',
  tag,
  summary: 'List deliveries of a webhook',
  description: 'The last 30 days, newest first, with the receiver’s responses.',
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
  description: 'Keeps the `webhook-id` and the previous attempts. A pending delivery stays unchanged.',
  access: 'write',
  audit: { records: administered('webhook.resent') },
  params: z.strictObject({ id: id('Webhook'), deliveryId: id('Delivery') }),
  answer: { description: 'The pending delivery.', schema: one(delivery) },
  refusals: ['not_found', 'not_authorized'],
  example: { params: { ...example.params, deliveryId: '01980a61-0c1d-7e2f-9a3b-4c5d6e7f8091' } },
});
