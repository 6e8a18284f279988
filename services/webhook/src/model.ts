import {
  fields,
  flag,
  moment,
  number,
  part,
  rowSchema,
  strictSchema,
  text,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/mongo';
import { DELIVERY_STATUSES, WEBHOOK_FAILURES, WEBHOOK_STATUSES } from '@symbio/proto/webhook/vocabulary';
import type { Model } from 'mongoose';

/** Retention of deliveries, seconds. */
const KEPT_SECONDS = 30 * 86_400;

const secret = fields({
  /** `whsec_` and base64. Not hashed, as it signs deliveries. */
  value: text,
  /** End of validity after replacement; absent for the current one. */
  until: { type: Date },
});

export type SecretValue = ValuesOf<typeof secret>;

const webhook = fields({
  url: text,
  events: { type: [String], required: true },
  /** Empty: all visible to the owner. */
  projectIds: { type: [String], default: [] },
  status: { type: String, enum: WEBHOOK_STATUSES, required: true },
  failure: { type: String, enum: WEBHOOK_FAILURES },
  failingSince: { type: Date },
  ownerId: text,
  /** Of the owner at creation; absent: the operator of the installation. */
  organizationId: { type: String },
  /** Creating key; empty for a user. */
  apiKeyId: text,
  createdByName: text,
  /** SHA-256 of the creation request. */
  creationHash: text,
  /** Current one first. */
  secrets: { type: [part(secret)], required: true },
  /** Earlier events are not delivered. */
  activeSince: moment,
});

export type WebhookRow = RowOf<typeof webhook>;

const attempt = fields({
  at: moment,
  durationMs: number,
  /** 0 without response. */
  status: number,
  body: text,
  error: text,
});

export type AttemptValue = ValuesOf<typeof attempt>;

const delivery = fields({
  _id: text,
  webhookId: text,
  /** Unique per event and webhook, also for redelivered events. */
  eventId: text,
  type: text,
  projectId: text,
  /** Body exactly as signed. */
  payload: text,
  status: { type: String, enum: DELIVERY_STATUSES, required: true },
  attempts: { type: [part(attempt)], default: [] },
  /** Total attempts, and those since last queued. */
  attemptCount: number,
  tries: number,
  /** Manually requested: sent even if the webhook is not active. */
  byHand: flag,
  /** Next attempt, or end of the lease of the process sending it. */
  nextAt: { type: Date },
  /** Lease of the sending process. */
  lease: { type: String },
  createdAt: moment,
  updatedAt: moment,
});

export type DeliveryRow = ValuesOf<typeof delivery>;

export interface WebhookModels {
  webhooks: Model<WebhookRow>;
  deliveries: Model<DeliveryRow>;
}

export function webhookModels(connection: Connection): WebhookModels {
  const webhooks = rowSchema<WebhookRow>('webhooks', webhook);
  webhooks.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  webhooks.index({ deletedAt: 1, ownerId: 1, createdAt: -1, _id: -1 });
  webhooks.index({ deletedAt: 1, status: 1, events: 1 });
  webhooks.index({ apiKeyId: 1 });

  const deliveries = strictSchema<DeliveryRow>('deliveries', delivery);
  deliveries.index({ webhookId: 1, eventId: 1 }, { unique: true });
  deliveries.index({ webhookId: 1, createdAt: -1, _id: -1 });
  // contains only pending deliveries
  deliveries.index({ nextAt: 1 }, { sparse: true });
  deliveries.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });

  return {
    webhooks: connection.model<WebhookRow>('Webhook', webhooks),
    deliveries: connection.model<DeliveryRow>('Delivery', deliveries),
  };
}
