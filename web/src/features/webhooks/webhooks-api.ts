import type { WebhookEventName } from '@symbio/proto/webhook/vocabulary';
import { api, type Envelope, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { Delivery, Webhook } from './webhook-records.js';

export const DELIVERIES_A_PAGE = 20;

export interface NewWebhook {
  /** Client-generated: creation is idempotent. */
  id: string;
  url: string;
  events: WebhookEventName[];
  project_ids: string[];
}

type WithSecret = Envelope<Webhook> & { secret: string };

const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhooks: build.query<Webhook[], void>({
      query: () => operation('GET', '/api/public/webhooks'),
      transformResponse: (answer: Page<Webhook>) => answer.data,
      providesTags: ['Webhook'],
    }),
    createWebhook: build.mutation<WithSecret, NewWebhook>({
      query: (body) => operation('POST', '/api/public/webhooks', { body }),
      invalidatesTags: (_result, error) => (error ? [] : ['Webhook']),
    }),
    setWebhookStatus: build.mutation<Webhook, { id: string; status: 'active' | 'paused' }>({
      query: ({ id, status }) => operation('PUT', '/api/public/webhooks/{id}', { path: { id }, body: { status } }),
      transformResponse: (answer: Envelope<Webhook>) => answer.data,
      invalidatesTags: ['Webhook', 'Delivery'],
    }),
    deleteWebhook: build.mutation<void, string>({
      query: (id) => operation('DELETE', '/api/public/webhooks/{id}', { path: { id } }),
      transformResponse: () => undefined,
      // also on failure: the webhook may have been deleted by another user
      invalidatesTags: ['Webhook'],
    }),
    rotateSecret: build.mutation<WithSecret, string>({
      query: (id) => operation('POST', '/api/public/webhooks/{id}/rotate', { path: { id } }),
      invalidatesTags: (_result, error) => (error ? [] : ['Webhook']),
    }),
    pingWebhook: build.mutation<void, string>({
      query: (id) => operation('POST', '/api/public/webhooks/{id}/test', { path: { id } }),
      transformResponse: () => undefined,
      invalidatesTags: ['Delivery'],
    }),
    listDeliveries: build.query<Page<Delivery>, { webhookId: string; page: number }>({
      query: ({ webhookId: id, page }) =>
        operation('GET', '/api/public/webhooks/{id}/deliveries', {
          path: { id },
          query: { page, per_page: DELIVERIES_A_PAGE },
        }),
      providesTags: ['Delivery'],
    }),
    resendDelivery: build.mutation<void, Pick<Delivery, 'id' | 'webhook_id'>>({
      query: ({ id: deliveryId, webhook_id: id }) =>
        operation('POST', '/api/public/webhooks/{id}/deliveries/{deliveryId}/resend', { path: { id, deliveryId } }),
      transformResponse: () => undefined,
      invalidatesTags: ['Delivery'],
    }),
  }),
});

export const {
  useListWebhooksQuery,
  useCreateWebhookMutation,
  useSetWebhookStatusMutation,
  useDeleteWebhookMutation,
  useRotateSecretMutation,
  usePingWebhookMutation,
  useListDeliveriesQuery,
  useResendDeliveryMutation,
} = webhooksApi;
