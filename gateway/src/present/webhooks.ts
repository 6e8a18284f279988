/** Webhooks and deliveries as JSON; only the fields listed here are public. */
import type { DeliveryJson, WebhookJson } from '@symbio/api';
import type { Delivery, Webhook } from '@symbio/proto/webhook';
import { moment } from './json.js';

export const presentWebhook = (webhook: Webhook): WebhookJson => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  project_ids: webhook.projectIds,
  status: webhook.status,
  failure: webhook.failure || null,
  failing_since: moment(webhook.failingSince),
  owner_id: webhook.ownerId,
  api_key_id: webhook.apiKeyId || null,
  created_by_name: webhook.createdByName,
  created_at: moment(webhook.createdAt),
  updated_at: moment(webhook.updatedAt),
});

export const presentDelivery = (delivery: Delivery): DeliveryJson => ({
  id: delivery.id,
  webhook_id: delivery.webhookId,
  type: delivery.type,
  project_id: delivery.projectId || null,
  payload: JSON.parse(delivery.payload) as Record<string, unknown>,
  status: delivery.status,
  attempts: delivery.attempts.map(({ at, durationMs, status, body, error }) => ({
    at: moment(at),
    duration_ms: durationMs,
    status: status || null,
    body,
    error: error || null,
  })),
  attempt_count: delivery.attemptCount,
  next_attempt_at: moment(delivery.nextAttemptAt),
  created_at: moment(delivery.createdAt),
  updated_at: moment(delivery.updatedAt),
});
