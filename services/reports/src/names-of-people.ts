/** Copies of people's names in this service, for erasure. */
import type { NamesInRows } from '@symbio/people';

export const reportNames: NamesInRows = { copies: [{ list: 'sections', id: 'byId', name: 'byName' }] };
/** The files of a signed version stay as they are. */
export const versionNames: NamesInRows = {
  copies: [
    { id: 'lockedById', name: 'lockedByName' },
    { id: 'signature.byId', name: 'signature.byName' },
  ],
};
