/** Event consumers: keys' writes as seen by the gateway, and all events for the audit trail. */
import { consumer, type ConsumerSpec, type EventSource } from '@symbio/events';
import { ALL_EVENTS } from '@symbio/proto/event-type';
import { apiKeyEvents } from '@symbio/proto/identity';
import { entriesOf } from './audit/entries.js';
import type { Trail } from './audit/trail.js';
import type { KeyWrites } from './key-writes.js';

/** All events; consumers parse the payloads they need. */
const everything: EventSource<unknown> = {
  service: '*',
  entity: '*',
  verb: undefined,
  filter: () => ALL_EVENTS,
  fromJSON: (json) => json,
};

export const AUDIT_DURABLE = 'identity-audit';

/** They share one write. */
const AUDIT_CONCURRENCY = 64;

export interface ConsumerDeps {
  keyWrites: Pick<KeyWrites, 'record'>;
  trail: Pick<Trail, 'record'>;
  /** Receives the time of each event, including events without an entry. */
  onAudited: (at: Date) => void;
}

export const consumers = ({ keyWrites, trail, onAudited }: ConsumerDeps): ConsumerSpec[] => [
  consumer({
    durable: AUDIT_DURABLE,
    events: everything,
    concurrency: AUDIT_CONCURRENCY,
    async handle(event) {
      await trail.record(entriesOf(event));
      onAudited(new Date(event.at));
    },
  }),
  consumer({
    durable: 'identity-key-writes',
    events: apiKeyEvents.used,
    async handle({ data: { write } }) {
      if (write) await keyWrites.record(write);
    },
  }),
];
