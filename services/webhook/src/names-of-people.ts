/** Copies of people's names, to be erased with a person. */
import type { NamesInRows } from '@symbio/people';

/** Webhooks of a key end with their owner. Deliveries only have ids. */
export const webhookNames: NamesInRows = { copies: [{ id: 'ownerId', name: 'createdByName' }] };
