import type { Delivery, Webhook } from '@symbio/proto/webhook';
import type { DeliveryRow, WebhookRow } from './model.js';

/** Webhook without its secrets. */
export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row._id,
  url: row.url,
  events: row.events,
  projectIds: row.projectIds,
  status: row.status,
  failure: row.failure ?? '',
  failingSince: row.failingSince,
  ownerId: row.ownerId,
  apiKeyId: row.apiKeyId,
  createdByName: row.createdByName,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const toDelivery = (row: DeliveryRow): Delivery => ({
  id: row._id,
  webhookId: row.webhookId,
  type: row.type,
  projectId: row.projectId,
  payload: row.payload,
  status: row.status,
  attempts: row.attempts,
  attemptCount: row.attemptCount,
  nextAttemptAt: row.nextAt,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
