/** Where this service keeps copies of people's names: what erasing a person takes out. */
import type { NamesInRows } from '@symbio/kit';

/** Rows of jobs and attempts hold ids only. */
export const logNames: NamesInRows = { copies: [{ id: 'byId', name: 'byName' }] };
