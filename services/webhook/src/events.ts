import { event, type PendingEvent } from '@symbio/kit';
import { webhookEvents } from '@symbio/proto/webhook';
import { toWebhook } from './mapping.js';
import type { WebhookRow } from './model.js';

export const webhookFailedEvent = (row: WebhookRow): PendingEvent =>
  event(webhookEvents.failed, '', { webhook: toWebhook(row) });
