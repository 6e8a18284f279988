import { lastSeen, webhooks as operations } from '@symbio/api';
import type { Clients } from '../clients.js';
import { required } from '../present/json.js';
import { presentDelivery, presentWebhook } from '../present/webhooks.js';
import { route, type Checks, type Route } from '../http/serve.js';
import { success } from '../present/answers.js';
import { listResponse } from '../http/lists.js';
import { withNextUpdatedAfter, updatedAfterOf, slice } from './paging.js';

const named = (values: string[] | undefined) => values && { values };

/** A secret is shown once; responses stored for repeats must not contain it. */
const shownOnce: Checks = { withoutSecrets: (answer) => ({ ...answer, secret: '' }) };

/** /api/public/webhooks: event subscriptions of programs. */
export const webhooks = ({ webhook: service }: Pick<Clients, 'webhook'>): Route[] => [
  route(operations.listWebhooks, async ({ query }, { parent }) => {
    const answer = await service.listWebhooks({ paging: slice(query), updatedAfter: updatedAfterOf(query) }, parent);
    return withNextUpdatedAfter(listResponse(answer.webhooks.map(presentWebhook), answer.pageInfo), query);
  }),
  route(
    operations.createWebhook,
    async ({ body }, { parent, caller, mintId }) => {
      const { id = mintId(), url, events, project_ids: projectIds = [] } = body;
      // a key's webhooks end with the key
      const request = { id, url, events, projectIds, apiKeyId: caller.key?.id ?? '' };
      const { webhook, secret } = await service.createWebhook(request, parent);
      return { data: presentWebhook(required(webhook)), secret };
    },
    shownOnce,
  ),
  route(operations.getWebhook, async ({ params }, { parent }) => ({
    data: presentWebhook(required((await service.getWebhook(params, parent)).webhook)),
  })),
  route(operations.updateWebhook, async ({ params: { id }, body }, { parent }) => {
    const { webhook } = await service.updateWebhook(
      {
        id,
        url: body.url,
        events: named(body.events),
        projectIds: named(body.project_ids),
        status: body.status,
        expectedUpdatedAt: lastSeen(body),
      },
      parent,
    );
    return { data: presentWebhook(required(webhook)) };
  }),
  route(operations.deleteWebhook, async ({ params }, { parent }) => {
    await service.deleteWebhook(params, parent);
    return success();
  }),
  route(
    operations.rotateWebhookSecret,
    async ({ params }, { parent }) => {
      const { webhook, secret } = await service.rotateWebhookSecret(params, parent);
      return { data: presentWebhook(required(webhook)), secret };
    },
    shownOnce,
  ),
  route(operations.testWebhook, async ({ params }, { parent, mintId }) => {
    const { delivery } = await service.testWebhook({ ...params, deliveryId: mintId() }, parent);
    return { data: presentDelivery(required(delivery)) };
  }),
  route(operations.listDeliveries, async ({ params: { id: webhookId }, query }, { parent }) => {
    const answer = await service.listDeliveries(
      { webhookId, paging: slice(query), status: query.status ?? '', updatedAfter: updatedAfterOf(query) },
      parent,
    );
    return withNextUpdatedAfter(listResponse(answer.deliveries.map(presentDelivery), answer.pageInfo), query);
  }),
  route(operations.resendDelivery, async ({ params: { id: webhookId, deliveryId } }, { parent }) => {
    const { delivery } = await service.resendDelivery({ webhookId, id: deliveryId }, parent);
    return { data: presentDelivery(required(delivery)) };
  }),
];
