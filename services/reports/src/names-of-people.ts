/** Copies of people's names in this service, for erasure. */
import type { NamesInRows } from '@symbio/people';
import type { ReportRow } from './model.js';

export const reportNames: NamesInRows<ReportRow> = {
  copies: [
    { list: 'sections', id: 'byId', name: 'byName' },
    { id: 'professional.id', name: 'professional.name' },
  ],
  // a licence identifies a person
  also: ({ professional }, replaced) => {
    if (!professional || !replaced.some(({ now }) => now === professional.name)) return [];
    Object.assign(professional, { licence: '', licenceState: '', expiresOn: '' });
    return ['professional.licence', 'professional.licenceState', 'professional.expiresOn'];
  },
};
/** The files of a signed version stay as they are. */
export const versionNames: NamesInRows = {
  copies: [
    { id: 'lockedById', name: 'lockedByName' },
    { id: 'professionalId', name: 'professionalName' },
    { id: 'signature.byId', name: 'signature.byName' },
  ],
};
export const templateNames: NamesInRows = { copies: [{ id: 'byId', name: 'byName' }] };
export const shareLinkNames: NamesInRows = { copies: [{ id: 'byId', name: 'byName' }] };
