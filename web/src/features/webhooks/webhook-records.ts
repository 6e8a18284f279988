import type { Delivery as ClientDelivery, DeliveryAttempt, Webhook as ClientWebhook } from '@symbio/client';
import { DELIVERY_STATUS_LABELS, WEBHOOK_STATUS_LABELS } from '@symbio/proto/labels';
import type { DeliveryStatus, WebhookEventName, WebhookFailure, WebhookStatus } from '@symbio/proto/webhook/vocabulary';
import { WEBHOOK_EVENTS } from '@symbio/proto/webhook/vocabulary';
import type { ApiItem } from '../../lib/http/api-types.js';

export type Webhook = Omit<ApiItem<ClientWebhook>, 'owner_id'>;

export type { DeliveryAttempt };

export type Delivery = Omit<ApiItem<ClientDelivery>, 'project_id' | 'updated_at'>;

type Colour = 'success' | 'warning' | 'danger' | 'informative' | 'brand';

export const WEBHOOK_STATES: Readonly<Record<WebhookStatus, { label: string; color: Colour }>> = {
  active: { label: WEBHOOK_STATUS_LABELS.active, color: 'success' },
  paused: { label: WEBHOOK_STATUS_LABELS.paused, color: 'informative' },
  failed: { label: WEBHOOK_STATUS_LABELS.failed, color: 'danger' },
};

export const FAILURES: Readonly<Record<WebhookFailure, string>> = {
  failing: 'All deliveries failed for three days.',
  gone: 'Its receiver answered 410 Gone.',
  no_access: 'Its key or the account behind it is no longer valid.',
};

export const DELIVERY_STATES: Readonly<Record<DeliveryStatus, { label: string; color: Colour }>> = {
  pending: { label: DELIVERY_STATUS_LABELS.pending, color: 'brand' },
  delivered: { label: DELIVERY_STATUS_LABELS.delivered, color: 'success' },
  failed: { label: DELIVERY_STATUS_LABELS.failed, color: 'danger' },
  cancelled: { label: DELIVERY_STATUS_LABELS.cancelled, color: 'informative' },
};

export function answerOf({ attempts }: Pick<Delivery, 'attempts'>): string {
  const last = attempts.at(-1);
  if (!last) return 'Not sent yet';
  return last.status === null ? (last.error ?? '') : `Answered ${last.status} in ${last.duration_ms} ms`;
}

/** `annotation` with `annotation.created` and so on. */
export const EVENT_GROUPS: readonly { entity: string; names: readonly WebhookEventName[] }[] = [
  ...new Set(WEBHOOK_EVENTS.map((name) => name.split('.')[0] ?? '')),
].map((entity) => ({ entity, names: WEBHOOK_EVENTS.filter((name) => name.startsWith(`${entity}.`)) }));
