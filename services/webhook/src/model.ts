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
} from '@symbio/kit';
import { DELIVERY_STATUSES, WEBHOOK_FAILURES, WEBHOOK_STATUSES } from '@symbio/proto/webhook/vocabulary';
import type { Model } from 'mongoose';

/** Seconds a delivery is kept. */
const KEPT_SECONDS = 30 * 86_400;

const secret = fields({
  /** `whsec_` and base64. As it is, not hashed: what is sent is signed with it. */
  value: text,
  /** When it was replaced and signs no more; absent: the one that holds. */
  until: { type: Date },
});

export type SecretValue = ValuesOf<typeof secret>;

const webhook = fields({
  url: text,
  events: { type: [String], required: true },
  /** Empty: all that the owner may see. */
  projectIds: { type: [String], default: [] },
  status: { type: String, enum: WEBHOOK_STATUSES, required: true },
  failure: { type: String, enum: WEBHOOK_FAILURES },
  failingSince: { type: Date },
  ownerId: text,
  /** The key that made it; empty when a person did. */
  apiKeyId: text,
  createdByName: text,
  /** SHA-256 of what it was created with. */
  creationHash: text,
  /** The one that holds first. */
  secrets: { type: [part(secret)], required: true },
  /** It is told of nothing that happened before. */
  activeSince: moment,
});

export type WebhookRow = RowOf<typeof webhook>;

const attempt = fields({
  at: moment,
  durationMs: number,
  /** 0: there was no answer. */
  status: number,
  body: text,
  error: text,
});

export type AttemptValue = ValuesOf<typeof attempt>;

const delivery = fields({
  _id: text,
  webhookId: text,
  /** One delivery for an event and a webhook, also when the event comes twice. */
  eventId: text,
  type: text,
  projectId: text,
  /** The body, byte for byte as it is signed. */
  payload: text,
  status: { type: String, enum: DELIVERY_STATUSES, required: true },
  attempts: { type: [part(attempt)], default: [] },
  /** All there were, and those since it was last put on its way. */
  attemptCount: number,
  tries: number,
  /** Somebody asked for it: it is sent also while the webhook is told of nothing. */
  byHand: flag,
  /** When it is sent next, or is free again for others when a process that has it does not say what became of it. */
  nextAt: { type: Date },
  /** Of the process that has it. */
  lease: { type: String },
  createdAt: moment,
  updatedAt: moment,
});

export type DeliveryRow = ValuesOf<typeof delivery>;

export interface WebhookModels {
  webhooks: Model<WebhookRow>;
  deliveries: Model<DeliveryRow>;
}

/** The collections of this service on its connection. */
export function webhookModels(connection: Connection): WebhookModels {
  const webhooks = rowSchema<WebhookRow>('webhooks', webhook);
  webhooks.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  webhooks.index({ deletedAt: 1, ownerId: 1, createdAt: -1, _id: -1 });
  webhooks.index({ deletedAt: 1, status: 1, events: 1 });
  webhooks.index({ apiKeyId: 1 });

  const deliveries = strictSchema<DeliveryRow>('deliveries', delivery);
  deliveries.index({ webhookId: 1, eventId: 1 }, { unique: true });
  deliveries.index({ webhookId: 1, createdAt: -1, _id: -1 });
  // only those that are on their way are in it
  deliveries.index({ nextAt: 1 }, { sparse: true });
  deliveries.index({ createdAt: 1 }, { expireAfterSeconds: KEPT_SECONDS });

  return {
    webhooks: connection.model<WebhookRow>('Webhook', webhooks),
    deliveries: connection.model<DeliveryRow>('Delivery', deliveries),
  };
}
