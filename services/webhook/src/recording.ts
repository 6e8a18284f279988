/** Makes deliveries of events. */
import { newId, type Actor, type EventEnvelope } from '@symbio/kit';
import { isWebhookEvent } from '@symbio/proto/webhook/vocabulary';
import type { Audience } from './audience.js';
import { payloadOf, type Details } from './payload.js';
import type { DeliveryRepository, WebhookRepository } from './repository.js';

export interface RecordingDeps {
  webhooks: Pick<WebhookRepository, 'told' | 'switchOff'>;
  deliveries: Pick<DeliveryRepository, 'add'>;
  audience: Audience;
  /** Says that there is something to send. */
  wake: () => void;
  self: Actor;
}

/** An event of an entity that webhooks are told of. */
export type Happened = Pick<EventEnvelope, 'id' | 'entityId' | 'at'> & { entity: string; verb: string };

/** What of an event the entity's own consumer knows. */
export interface About {
  /** Empty: it belongs to no project. */
  projectId: string;
  reporterId?: string;
  details?: Details;
}

/**
 * Writes down a delivery for each webhook that is told of an event, before the event is acknowledged: whatever becomes of
 * this process then, it is sent. The same event once more adds nothing.
 */
export const recordEvents =
  ({ webhooks, deliveries, audience, wake, self }: RecordingDeps) =>
  async ({ id: eventId, entityId, at, entity, verb }: Happened, about: About): Promise<void> => {
    const type = `${entity}.${verb}`;
    if (!isWebhookEvent(type)) return;
    const { projectId, details } = about;
    const payload = payloadOf(type, at, { id: entityId, projectId, details });
    const rows = [];
    for (const webhook of await webhooks.told({ eventName: type, projectId, at: new Date(at) })) {
      const standing = await audience.standing(webhook, about);
      if (standing === 'ended') await webhooks.switchOff(webhook._id, 'no_access', self);
      if (standing === 'told')
        rows.push({ id: newId(), webhookId: webhook._id, eventId, type, projectId, payload, byHand: false });
    }
    if (rows.length === 0) return;
    await deliveries.add(rows);
    wake();
  };

export type RecordEvent = ReturnType<typeof recordEvents>;
