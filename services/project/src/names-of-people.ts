/** Where this service keeps copies of people's names: what erasing a person takes out. */
import type { NamesInRows } from '@symbio/kit';

export const projectNames: NamesInRows = {
  copies: [
    { id: 'createdBy', name: 'createdByName' },
    { id: 'removal.authorId', name: 'removal.authorName' },
  ],
};

export const memberNames: NamesInRows = { copies: [{ id: 'userId', name: 'name' }] };

export const siteVisitNames: NamesInRows = { copies: [{ id: 'investigatorId', name: 'investigatorName' }] };
