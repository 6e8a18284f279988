import { api, type Envelope, type Page } from '../../lib/http/api.js';
import type { Delivery, Webhook, WebhookWithSecret } from './webhook-records.js';

const PATH = '/api/public/webhooks';
export const DELIVERIES_A_PAGE = 20;

export interface NewWebhook {
  /** Client-generated: creation is idempotent. */
  id: string;
  url: string;
  events: string[];
  project_ids: string[];
}

const at = (id: string): string => `${PATH}/${encodeURIComponent(id)}`;

const webhooksApi = api.injectEndpoints({
  endpoints: (build) => ({
    listWebhooks: build.query<Webhook[], void>({
      query: () => PATH,
      transformResponse: (answer: Page<Webhook>) => answer.data,
      providesTags: ['Webhook'],
    }),
    createWebhook: build.mutation<WebhookWithSecret, NewWebhook>({
      query: (body) => ({ url: PATH, method: 'POST', body }),
      invalidatesTags: (_result, error) => (error ? [] : ['Webhook']),
    }),
    setWebhookStatus: build.mutation<Webhook, { id: string; status: 'active' | 'paused' }>({
      query: ({ id, status }) => ({ url: at(id), method: 'PUT', body: { status } }),
      transformResponse: (answer: Envelope<Webhook>) => answer.data,
      invalidatesTags: ['Webhook', 'Delivery'],
    }),
    deleteWebhook: build.mutation<void, string>({
      query: (id) => ({ url: at(id), method: 'DELETE' }),
      transformResponse: () => undefined,
      // also on failure: the webhook may have been deleted by another user
      invalidatesTags: ['Webhook'],
    }),
    rotateSecret: build.mutation<WebhookWithSecret, string>({
      query: (id) => ({ url: `${at(id)}/rotate`, method: 'POST' }),
      invalidatesTags: (_result, error) => (error ? [] : ['Webhook']),
    }),
    pingWebhook: build.mutation<void, string>({
      query: (id) => ({ url: `${at(id)}/test`, method: 'POST' }),
      transformResponse: () => undefined,
      invalidatesTags: ['Delivery'],
    }),
    listDeliveries: build.query<Page<Delivery>, { webhookId: string; page: number }>({
      query: ({ webhookId, page }) => ({
        url: `${at(webhookId)}/deliveries`,
        params: { page, per_page: DELIVERIES_A_PAGE },
      }),
      providesTags: ['Delivery'],
    }),
    resendDelivery: build.mutation<void, Pick<Delivery, 'id' | 'webhook_id'>>({
      query: ({ id, webhook_id }) => ({
        url: `${at(webhook_id)}/deliveries/${encodeURIComponent(id)}/resend`,
        method: 'POST',
      }),
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
