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
    project_ids: z.array(z.string()).meta({ description: 'Projects of its events; empty: all that it may see.' }),
    status: word(WEBHOOK_STATUSES).meta({
      description: '`active`; `paused` by a user; or `failed`: disabled, see `failure`.',
    }),
    failure: word(WEBHOOK_FAILURES).nullable().meta({
      description:
        'Why it was disabled: `failing` (only failures for three days), `gone` (the server responded 410), `no_access` (its key or account ended).',
    }),
    failing_since: moment.nullable().meta({ description: 'Start of the current series of failures.' }),
    owner_id: z.string().meta({ description: 'The user whose access it has.' }),
    api_key_id: z.string().nullable().meta({ description: 'The key that created it; the webhook ends with it.' }),
    created_by_name: z.string().meta({ description: 'The person or key that created it.' }),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Webhook', description: 'A subscription of your server to events.' });

export const deliveryAttempt = z
  .strictObject({
    at: moment.nullable(),
    duration_ms: z.int(),
    status: z.int().nullable().meta({ description: 'HTTP status of the response; null if none arrived.' }),
    body: z.string().meta({ description: 'Beginning of the response, at most 2 kB.' }),
    error: z.string().nullable().meta({ description: 'Error message if no response arrived.' }),
  })
  .meta({ id: 'DeliveryAttempt' });

export const delivery = z
  .strictObject({
    id: z.string().meta({ description: 'Also sent as the header `webhook-id`, the same in every attempt.' }),
    webhook_id: z.string(),
    type: word([...WEBHOOK_EVENTS, PING]),
    project_id: z.string().nullable(),
    payload: z.record(z.string(), z.unknown()).meta({ description: 'The payload.' }),
    status: word(DELIVERY_STATUSES).meta({
      description:
        '`pending`: in progress or to be retried; `delivered`; `failed`: given up; `cancelled`: the webhook was stopped or lost access to the project.',
    }),
    attempts: z.array(deliveryAttempt).meta({ description: 'Oldest first; the latest ten.' }),
    attempt_count: z.int(),
    next_attempt_at: moment.nullable(),
    created_at: moment.nullable(),
    updated_at: moment.nullable(),
  })
  .meta({ id: 'Delivery', description: 'The delivery of one event to one webhook.' });

export const secret = z.string().meta({
  description:
    'The signing secret, `whsec_` and base64. Returned only once: a repeat with the same Idempotency-Key returns an empty one. If it is lost, replace it.',
  examples: ['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'],
});

export type WebhookJson = z.output<typeof webhook>;
export type DeliveryJson = z.output<typeof delivery>;
