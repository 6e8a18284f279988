import { idTaken } from '@symbio/mongo';
import { invalidFields, isId, newId, notFound, type Clock } from '@symbio/runtime';
import { pagedList, type CallContext, type PagedList, type Paging } from '@symbio/rpc';
import { DELIVERY_STATUSES, PING, isDeliveryStatus } from '@symbio/proto/webhook/vocabulary';
import type { DeliveryRow } from './model.js';
import { payloadOf } from './payload.js';
import type { DeliveryRepository } from './repository.js';
import type { Webhooks } from './webhooks.js';

export interface DeliveriesDeps {
  webhooks: Pick<Webhooks, 'get' | 'getToChange'>;
  deliveries: Pick<DeliveryRepository, 'add' | 'find' | 'list' | 'count' | 'resend'>;
  wake: () => void;
  clock: Clock;
}

export interface DeliveryQuery {
  webhookId: string;
  paging?: Paging;
  status: string;
  updatedAfter?: Date | undefined;
}

export function createDeliveries({ webhooks, deliveries, wake, clock }: DeliveriesDeps) {
  return {
    /** @throws AppError NOT_FOUND, INVALID_ARGUMENT for an unknown status */
    async list(query: DeliveryQuery, context: CallContext): Promise<PagedList<DeliveryRow>> {
      const { webhookId, paging, status, updatedAfter } = query;
      await webhooks.get(webhookId, context);
      if (status !== '' && !isDeliveryStatus(status))
        throw invalidFields({ status: `status must be one of ${DELIVERY_STATUSES.join(', ')}` });
      const filter = { webhookId, status: status === '' ? undefined : status, updatedAfter };
      return pagedList(
        paging,
        (slice) => deliveries.list(filter, slice),
        () => deliveries.count(filter),
        ({ _id, createdAt }) => ({ at: createdAt, id: _id }),
      );
    },

    /** Sends a ping. @throws AppError NOT_FOUND, PERMISSION_DENIED (agents_propose), FAILED_PRECONDITION */
    async test(webhookId: string, deliveryId: string, context: CallContext): Promise<DeliveryRow> {
      await webhooks.getToChange(webhookId, context);
      if (deliveryId && !isId(deliveryId)) throw invalidFields({ delivery_id: 'delivery_id must be a UUID' });
      const id = deliveryId || newId();
      const payload = payloadOf(PING, clock.now().toISOString(), { id: webhookId });
      await deliveries.add([
        { id, webhookId, eventId: `ping ${id}`, type: PING, projectId: '', payload, byHand: true },
      ]);
      const row = await deliveries.find(webhookId, id);
      if (row?.type !== PING) throw idTaken('A delivery');
      wake();
      return row;
    },

    /** Sends a delivery again. @throws AppError NOT_FOUND, PERMISSION_DENIED (agents_propose) */
    async resend(webhookId: string, id: string, context: CallContext): Promise<DeliveryRow> {
      await webhooks.getToChange(webhookId, context);
      const row = isId(id) ? await deliveries.resend(webhookId, id) : undefined;
      if (!row) throw notFound('Delivery');
      wake();
      return row;
    },
  };
}

export type Deliveries = ReturnType<typeof createDeliveries>;
