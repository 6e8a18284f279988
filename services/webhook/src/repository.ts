/** Every query and write of this service, as the rules know them; in MongoDB they are in the files named after them. */
import type { Actor, PageSpec, RowValues } from '@symbio/kit';
import type { DeliveryStatus, WebhookFailure } from '@symbio/proto/webhook/vocabulary';
import type { AttemptValue, DeliveryRow, WebhookRow } from './model.js';
import type { Sight } from './policy.js';

export type WebhookValues = RowValues<WebhookRow>;

/** What happened, as far as it decides who is told. */
export interface Told {
  eventName: string;
  /** Empty: it belongs to no project. */
  projectId: string;
  at: Date;
}

type Tellable = Pick<WebhookRow, 'status' | 'events' | 'activeSince' | 'projectIds'>;

/** Whether a webhook is told of what happened, as far as the webhook itself says. */
export const isToldOf = (
  { status, events, activeSince, projectIds }: Tellable,
  { eventName, projectId, at }: Told,
): boolean =>
  status === 'active' &&
  events.includes(eventName) &&
  activeSince <= at &&
  (projectId === '' || projectIds.length === 0 || projectIds.includes(projectId));

export interface WebhookRepository {
  find(id: string): Promise<WebhookRow | undefined>;
  /** Newest first. */
  list(sight: Sight, updatedAfter: Date | undefined, page: PageSpec | undefined): Promise<WebhookRow[]>;
  count(sight: Sight, updatedAfter: Date | undefined): Promise<number>;
  /** How many an owner has. */
  countOf(ownerId: string): Promise<number>;
  /** Those of {@link isToldOf}. */
  told(of: Told): Promise<WebhookRow[]>;
  /** Those that a key made and that are not switched off. */
  madeBy(apiKeyId: string): Promise<WebhookRow[]>;
  /** Undefined when the id is taken. */
  insert(id: string, values: WebhookValues, actor: Actor): Promise<WebhookRow | undefined>;
  /** `decide` answers undefined when nothing changes. Undefined when there is no such webhook. */
  change(
    id: string,
    actor: Actor,
    decide: (row: WebhookRow) => Partial<WebhookValues> | undefined,
  ): Promise<WebhookRow | undefined>;
  /** Remembers since when all has failed, or that it no longer does; no change that people see as one. */
  setFailingSince(id: string, since: Date | undefined): Promise<void>;
  /**
   * Switches a webhook off and publishes it, once.
   *
   * @param mayBe whether one that is not off is to be, as it is then; each is when left out
   * @returns whether it is off now
   */
  switchOff(id: string, failure: WebhookFailure, actor: Actor, mayBe?: (row: WebhookRow) => boolean): Promise<boolean>;
  remove(id: string, actor: Actor): Promise<boolean>;
}

export type NewDelivery = Pick<DeliveryRow, 'webhookId' | 'eventId' | 'type' | 'projectId' | 'payload' | 'byHand'> & {
  id: string;
};

/** What an attempt came to. */
export interface Outcome {
  status: DeliveryStatus;
  /** Absent when nothing was sent. */
  attempt?: AttemptValue;
  /** When it is tried again. */
  nextAt?: Date;
}

export interface DeliveryRepository {
  /** Puts deliveries on their way. An event that a webhook has a delivery for already makes no other. */
  add(rows: readonly NewDelivery[]): Promise<void>;
  find(webhookId: string, id: string): Promise<DeliveryRow | undefined>;
  /** Newest first. */
  list(filter: DeliveryFilter, page: PageSpec | undefined): Promise<DeliveryRow[]>;
  count(filter: DeliveryFilter): Promise<number>;
  /** The delivery that is due longest, of another webhook than these, for one process alone until its lease is over. */
  claim(busyWebhookIds: readonly string[]): Promise<DeliveryRow | undefined>;
  /** Writes what became of a claimed delivery, unless its lease is over and somebody else has it. */
  settle(row: DeliveryRow, outcome: Outcome): Promise<void>;
  /** Puts a claimed delivery back as it was, due at that moment. */
  putBack(row: DeliveryRow, nextAt: Date): Promise<void>;
  /** Puts a delivery on its way again; one that is on its way is left as it is. */
  resend(webhookId: string, id: string): Promise<DeliveryRow | undefined>;
  /** Nothing of a webhook that waits is sent any more. */
  cancelOf(webhookId: string): Promise<void>;
  removeOf(webhookId: string): Promise<void>;
  /** Since when the oldest that is due has been so; undefined: none is. */
  dueSince(): Promise<Date | undefined>;
}

export interface DeliveryFilter {
  webhookId: string;
  status: DeliveryStatus | undefined;
  updatedAfter: Date | undefined;
}
