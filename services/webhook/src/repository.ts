/** Repository interfaces; the MongoDB implementations are in files of the same name. */
import type { Actor } from '@symbio/runtime';
import type { PageSpec } from '@symbio/rpc';
import type { RowValues } from '@symbio/mongo';
import type { DeliveryStatus, WebhookFailure } from '@symbio/proto/webhook/vocabulary';
import type { AttemptValue, DeliveryRow, WebhookRow } from './model.js';
import type { Visibility } from './policy.js';

export type WebhookValues = RowValues<WebhookRow>;

export interface SubscribedEvent {
  eventName: string;
  /** Empty without project. */
  projectId: string;
  at: Date;
}

type Subscriber = Pick<WebhookRow, 'status' | 'events' | 'activeSince' | 'projectIds'>;

export const isSubscribed = (
  { status, events, activeSince, projectIds }: Subscriber,
  { eventName, projectId, at }: SubscribedEvent,
): boolean =>
  status === 'active' &&
  events.includes(eventName) &&
  activeSince <= at &&
  (projectId === '' || projectIds.length === 0 || projectIds.includes(projectId));

export interface WebhookRepository {
  find(id: string): Promise<WebhookRow | undefined>;
  /** Newest first. */
  list(visibility: Visibility, updatedAfter: Date | undefined, page: PageSpec | undefined): Promise<WebhookRow[]>;
  count(visibility: Visibility, updatedAfter: Date | undefined): Promise<number>;
  countOf(ownerId: string): Promise<number>;
  subscribersOf(of: SubscribedEvent): Promise<WebhookRow[]>;
  madeBy(apiKeyId: string): Promise<WebhookRow[]>;
  insert(id: string, values: WebhookValues, actor: Actor): Promise<WebhookRow | undefined>;
  /** `decide` returns undefined for no change. Undefined if the webhook does not exist. */
  change(
    id: string,
    actor: Actor,
    decide: (row: WebhookRow) => Partial<WebhookValues> | undefined,
  ): Promise<WebhookRow | undefined>;
  /** Stores or clears the start of a failure series. Not a change visible to users. */
  setFailingSince(id: string, since: Date | undefined): Promise<void>;
  /**
   * Disables a webhook and publishes it once.
   * @returns whether it is disabled now
   */
  switchOff(
    id: string,
    failure: WebhookFailure,
    actor: Actor,
    condition?: (row: WebhookRow) => boolean,
  ): Promise<boolean>;
  remove(id: string, actor: Actor): Promise<boolean>;
}

export type NewDelivery = Pick<DeliveryRow, 'webhookId' | 'eventId' | 'type' | 'projectId' | 'payload' | 'byHand'> & {
  id: string;
};

export interface Outcome {
  status: DeliveryStatus;
  /** Absent if nothing was sent. */
  attempt?: AttemptValue;
  nextAt?: Date;
}

export interface DeliveryRepository {
  /** Queues deliveries; unique per event and webhook. */
  add(rows: readonly NewDelivery[]): Promise<void>;
  find(webhookId: string, id: string): Promise<DeliveryRow | undefined>;
  /** Newest first. */
  list(filter: DeliveryFilter, page: PageSpec | undefined): Promise<DeliveryRow[]>;
  count(filter: DeliveryFilter): Promise<number>;
  /** Claims the longest due delivery of other webhooks until its lease ends. */
  claim(busyWebhookIds: readonly string[]): Promise<DeliveryRow | undefined>;
  /** Stores the result of a claimed delivery, unless its lease has expired and another process claimed it. */
  settle(row: DeliveryRow, outcome: Outcome): Promise<void>;
  /** Returns a claimed delivery unchanged, due at `nextAt`. */
  release(row: DeliveryRow, nextAt: Date): Promise<void>;
  /** Queues a delivery again; no effect if pending. */
  resend(webhookId: string, id: string): Promise<DeliveryRow | undefined>;
  cancelOf(webhookId: string): Promise<void>;
  removeOf(webhookId: string): Promise<void>;
  /** Due time of the oldest due delivery; undefined if none. */
  dueSince(): Promise<Date | undefined>;
}

export interface DeliveryFilter {
  webhookId: string;
  status: DeliveryStatus | undefined;
  updatedAfter: Date | undefined;
}
