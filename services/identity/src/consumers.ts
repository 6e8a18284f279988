/** What this service reacts to: what keys wrote, as the gateway saw it. */
import { consumer, type ConsumerSpec } from '@symbio/kit';
import { apiKeyEvents } from '@symbio/proto/identity';
import type { KeyWrites } from './key-writes.js';

export const consumers = ({ record }: Pick<KeyWrites, 'record'>): ConsumerSpec[] => [
  consumer({
    durable: 'identity-key-writes',
    events: apiKeyEvents.used,
    async handle({ data: { write } }) {
      if (write) await record(write);
    },
  }),
];
