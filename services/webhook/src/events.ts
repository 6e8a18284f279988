import { event, type PendingEvent } from '@symbio/mongo';
import { webhookEvents } from '@symbio/proto/webhook';
import { toWebhook } from './mapping.js';
import type { WebhookRow } from './model.js';

export const webhookFailedEvent = (row: WebhookRow): PendingEvent =>
  event(webhookEvents.failed, '', { webhook: toWebhook(row) });
