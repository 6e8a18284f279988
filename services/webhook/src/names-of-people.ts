/** Where this service keeps copies of people's names: what erasing a person takes out. */
import type { NamesInRows } from '@symbio/kit';

/** Also where a program made it in its own name: with its owner it is over. Deliveries hold ids only. */
export const webhookNames: NamesInRows = { copies: [{ id: 'ownerId', name: 'createdByName' }] };
