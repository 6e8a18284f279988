import {
  DELIVERY_STATUSES,
  PING,
  WEBHOOK_EVENTS,
  WEBHOOK_FAILURES,
  WEBHOOK_STATUSES,
} from '@symbio/proto/webhook/vocabulary';
import { z } from 'zod';
import { moment, word } from './common.js';

export const webhook = z
  .strictObject({
    id: z.string(),
    url: z.string(),
    events: z.array(word(WEBHOOK_EVENTS)),
    project_ids: z.array(z.string()).meta({ description: 'Projects it is told of; empty: all that it may see.' }),
    status: word(WEBHOOK_STATUSES).meta({
      description: '`active`; `paused` by somebody; or `failed`: switched off, see `failure`.',
    }),
    failure: word(WEBHOOK_FAILURES).nullable().meta({
      description:
        'Why it was switched off: `failing` (nothing but failures for three days), `gone` (answered 410), `no_access` (its key or account ended).',
    }),
    failing_since: moment.nullable().meta({ description: 'Since when every attempt has failed.' }),
    owner_id: z.string().meta({ description: 'The user whose access it has.' }),
    api_key_id: z.string().nullable().meta({ description: 'The key that made it and with which it ends.' }),
    created_by_name: z.string().meta({ description: 'The person or key that made it.' }),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Webhook', description: 'Where you are told of what happens.' });

export const deliveryAttempt = z
  .strictObject({
    at: moment.nullable(),
    duration_ms: z.int(),
    status: z.int().nullable().meta({ description: 'HTTP status of the answer; null when there was none.' }),
    body: z.string().meta({ description: 'Beginning of the answer, at most 2 kB.' }),
    error: z.string().nullable().meta({ description: 'Why there was no answer, a sentence.' }),
  })
  .meta({ id: 'DeliveryAttempt' });

export const delivery = z
  .strictObject({
    id: z.string().meta({ description: 'Also the header `webhook-id`, the same in every attempt.' }),
    webhook_id: z.string(),
    type: word([...WEBHOOK_EVENTS, PING]),
    project_id: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'What is sent.' }),
    status: word(DELIVERY_STATUSES).meta({
      description:
        '`pending`: on its way, or sent again later; `delivered`; `failed`: given up; `cancelled`: the webhook was stopped, or may no longer see the project.',
    }),
    attempts: z.array(deliveryAttempt).meta({ description: 'Oldest first; the latest ten.' }),
    attempt_count: z.int(),
    next_attempt_at: moment.nullable(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Delivery', description: 'One event on its way to one webhook.' });

/** Signing secret. */
export const secret = z.string().meta({
  description:
    'What deliveries are signed with, `whsec_` and base64. Shown this once: a repeat under the same Idempotency-Key answers an empty one. If it was lost, replace it.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
});

export type WebhookJson = z.output<typeof webhook>;
export type DeliveryJson = z.output<typeof delivery>;
