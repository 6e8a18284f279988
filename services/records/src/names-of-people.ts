/** Copies of people's names in this service, for erasure. */
import type { NamesInRows } from '@symbio/people';

export const dataSetNames: NamesInRows = { copies: [{ id: 'createdById', name: 'createdByName' }] };
export const versionNames: NamesInRows = { copies: [{ id: 'byId', name: 'byName' }] };
export const searchNames: NamesInRows = { copies: [{ id: 'byId', name: 'byName' }] };
export const distanceNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'byName' },
    { id: 'confirmed.byId', name: 'confirmed.byName' },
  ],
};
export const decidedHitNames: NamesInRows = { copies: [{ list: 'history', id: 'byId', name: 'byName' }] };
export const requestNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'byName' },
    { list: 'followUps', id: 'byId', name: 'byName' },
  ],
};
export const ruleNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'byName' },
    { id: 'undoneById', name: 'undoneByName' },
  ],
};
export const proposalNames: NamesInRows = {
  copies: [
    { id: 'byId', name: 'byName' },
    { id: 'decidedById', name: 'decidedByName' },
  ],
};
