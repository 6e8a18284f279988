import { newId, type Actor } from '@symbio/runtime';
import type { EventEnvelope } from '@symbio/events';
import { isWebhookEvent } from '@symbio/proto/webhook/vocabulary';
import type { Audience } from './audience.js';
import { payloadOf, type Details } from './payload.js';
import type { DeliveryRepository, WebhookRepository } from './repository.js';

export interface RecordingDeps {
  webhooks: Pick<WebhookRepository, 'subscribersOf' | 'switchOff'>;
  deliveries: Pick<DeliveryRepository, 'add'>;
  audience: Audience;
  wake: () => void;
  self: Actor;
}

export type SourceEvent = Pick<EventEnvelope, 'id' | 'entityId' | 'at'> & { entity: string; verb: string };

export interface EventContext {
  /** Empty without project. */
  projectId: string;
  reporterId?: string;
  organizationId?: string;
  details?: Details;
}

/** Stores a delivery per subscribed webhook before the event is acknowledged, so a crash loses none. Idempotent. */
export const recordEvents =
  ({ webhooks, deliveries, audience, wake, self }: RecordingDeps) =>
  async ({ id: eventId, entityId, at, entity, verb }: SourceEvent, about: EventContext): Promise<void> => {
    const type = `${entity}.${verb}`;
    if (!isWebhookEvent(type)) return;
    const { projectId, details } = about;
    const payload = payloadOf(type, at, { id: entityId, projectId, details });
    const rows = [];
    for (const webhook of await webhooks.subscribersOf({ eventName: type, projectId, at: new Date(at) })) {
      const access = await audience.accessOf(webhook, about);
      if (access === 'ended') await webhooks.switchOff(webhook._id, 'no_access', self);
      if (access === 'permitted')
        rows.push({ id: newId(), webhookId: webhook._id, eventId, type, projectId, payload, byHand: false });
    }
    if (rows.length === 0) return;
    await deliveries.add(rows);
    wake();
  };

export type RecordEvent = ReturnType<typeof recordEvents>;
