/** Copies of people's names, to be erased with a person. */
import type { NamesInRows } from '@symbio/people';

/** Rows of jobs and attempts only have ids. */
export const logNames: NamesInRows = { copies: [{ id: 'byId', name: 'byName' }] };
