/** Copies of people's names in this service, for erasure. */
import type { NamesInRows } from '@symbio/people';

export const reportNames: NamesInRows = { copies: [{ list: 'sections', id: 'byId', name: 'byName' }] };
/** A signed version keeps its files; the row names nobody any more. */
export const versionNames: NamesInRows = {
  copies: [
    { id: 'lockedById', name: 'lockedByName' },
    { id: 'signature.byId', name: 'signature.byName' },
  ],
};
