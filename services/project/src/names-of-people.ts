/** Copies of people's names in this service, for erasure. */
import type { NamesInRows } from '@symbio/people';

export const projectNames: NamesInRows = {
  copies: [
    { id: 'createdBy', name: 'createdByName' },
    { id: 'removal.authorId', name: 'removal.authorName' },
  ],
};

export const memberNames: NamesInRows = { copies: [{ id: 'userId', name: 'name' }] };

export const siteVisitNames: NamesInRows = { copies: [{ id: 'investigatorId', name: 'investigatorName' }] };
