/** What this service publishes. */
import { event, type PendingEvent } from '@symbio/kit';
import { webhookEvents } from '@symbio/proto/webhook';
import { toWebhook } from './mapping.js';
import type { WebhookRow } from './model.js';

/** That a webhook was switched off. */
export const webhookFailedEvent = (row: WebhookRow): PendingEvent =>
  event(webhookEvents.failed, '', { webhook: toWebhook(row) });
