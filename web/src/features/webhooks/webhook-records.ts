import { DELIVERY_STATUS_LABELS, WEBHOOK_STATUS_LABELS } from '@symbio/proto/labels';
import type { DeliveryStatus, WebhookFailure, WebhookStatus } from '@symbio/proto/webhook/vocabulary';
import { WEBHOOK_EVENTS } from '@symbio/proto/webhook/vocabulary';

export interface Webhook {
  id: string;
  url: string;
  events: string[];
  /** Empty: every project of its owner. */
  project_ids: string[];
  status: WebhookStatus;
  failure: WebhookFailure | null;
  /** Every attempt has failed since. */
  failing_since: string | null;
  api_key_id: string | null;
  created_by_name: string;
  created_at: string;
  updated_at: string;
}

export interface WebhookWithSecret {
  data: Webhook;
  secret: string;
}

export interface DeliveryAttempt {
  at: string;
  duration_ms: number;
  /** HTTP status; null without a response. */
  status: number | null;
  body: string;
  error: string | null;
}

export interface Delivery {
  id: string;
  webhook_id: string;
  type: string;
  payload: Record<string, unknown>;
  status: DeliveryStatus;
  /** Latest ten, oldest first. */
  attempts: DeliveryAttempt[];
  attempt_count: number;
  next_attempt_at: string | null;
  created_at: string;
}

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
export const EVENT_GROUPS: readonly { entity: string; names: readonly string[] }[] = [
  ...new Set(WEBHOOK_EVENTS.map((name) => name.split('.')[0] ?? '')),
].map((entity) => ({ entity, names: WEBHOOK_EVENTS.filter((name) => name.startsWith(`${entity}.`)) }));
