import type { Handlers } from '@symbio/rpc';
import type { WebhookServiceService } from '@symbio/proto/webhook';
import type { Deliveries } from './deliveries.js';
import { toDelivery, toWebhook } from './mapping.js';
import type { Webhooks } from './webhooks.js';

export interface HandlerDeps {
  webhooks: Webhooks;
  deliveries: Deliveries;
}

export const createHandlers = ({ webhooks, deliveries }: HandlerDeps): Handlers<typeof WebhookServiceService> => ({
  async listWebhooks({ paging, updatedAfter }, context) {
    const { rows, pageInfo } = await webhooks.list(paging, updatedAfter, context);
    return { webhooks: rows.map(toWebhook), pageInfo };
  },

  getWebhook: async ({ id }, context) => ({ webhook: toWebhook(await webhooks.get(id, context)) }),

  async createWebhook(request, context) {
    const { row, secret } = await webhooks.create(request, context);
    return { webhook: toWebhook(row), secret };
  },

  async updateWebhook({ events, projectIds, ...request }, context) {
    const lists = { events: events?.values, projectIds: projectIds?.values };
    return { webhook: toWebhook(await webhooks.update({ ...request, ...lists }, context)) };
  },

  async deleteWebhook({ id }, context) {
    await webhooks.remove(id, context);
    return {};
  },

  async rotateWebhookSecret({ id }, context) {
    const { row, secret } = await webhooks.rotateSecret(id, context);
    return { webhook: toWebhook(row), secret };
  },

  testWebhook: async ({ id, deliveryId }, context) => ({
    delivery: toDelivery(await deliveries.test(id, deliveryId, context)),
  }),

  async listDeliveries(request, context) {
    const { rows, pageInfo } = await deliveries.list(request, context);
    return { deliveries: rows.map(toDelivery), pageInfo };
  },

  resendDelivery: async ({ webhookId, id }, context) => ({
    delivery: toDelivery(await deliveries.resend(webhookId, id, context)),
  }),
});
