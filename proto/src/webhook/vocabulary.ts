/** Webhook vocabulary for JSON and databases. Browser-safe: no protobuf. */
import {
  DeliveryStatus as DeliveryStatusEnum,
  WebhookFailure as WebhookFailureEnum,
  WebhookStatus as WebhookStatusEnum,
} from '../../gen/symbio/webhook/v1/webhook_vocabulary.js';
import { catalogueRows, type EntityOf, type PublishingService, type VerbOf } from '../catalogue.js';
import { isOneOf, words } from '../words.js';

export const WEBHOOK_STATUSES = words(WebhookStatusEnum);
export type WebhookStatus = (typeof WEBHOOK_STATUSES)[number];

export const WEBHOOK_FAILURES = words(WebhookFailureEnum);
export type WebhookFailure = (typeof WEBHOOK_FAILURES)[number];

export const DELIVERY_STATUSES = words(DeliveryStatusEnum);
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];
export const isDeliveryStatus = isOneOf(DELIVERY_STATUSES);

export const WEBHOOK_ENTITIES = [
  'project',
  'document',
  'page',
  'georeference',
  'job',
  'annotation',
  'run',
  'feature',
  'mention',
  'determination',
  'issue',
  'data_set',
  'record_search',
] as const;
export type WebhookEntity = (typeof WEBHOOK_ENTITIES)[number];

/** Not available: a deleted project is invisible to every recipient. */
const UNSEEN = ['project.deleted', 'project.erased'] as const;
const NOT_OFFERED: ReadonlySet<string> = new Set(UNSEEN);

type NameIn<Service extends PublishingService> = {
  [Entity in EntityOf<Service>]: Entity extends WebhookEntity ? `${Entity}.${VerbOf<Service, Entity>}` : never;
}[EntityOf<Service>];

export type WebhookEventName = Exclude<
  { [Service in PublishingService]: NameIn<Service> }[PublishingService],
  (typeof UNSEEN)[number]
>;

export const WEBHOOK_EVENTS = catalogueRows
  .filter(({ entity }) => (WEBHOOK_ENTITIES as readonly string[]).includes(entity))
  .flatMap(({ entity, verbs }) => verbs.map((verb) => `${entity}.${verb}`))
  .filter((name) => !NOT_OFFERED.has(name)) as readonly WebhookEventName[];
export const isWebhookEvent = isOneOf(WEBHOOK_EVENTS);

export const PING = 'ping';
