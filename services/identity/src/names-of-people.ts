/** Copies of people's names in this service outside their own record, removed when a person is erased. */
import type { NamesInRows } from '@symbio/people';

/** Keys are usually named after their user. */
export const apiKeyNames: NamesInRows = {
  copies: [
    { id: 'userId', name: 'name' },
    { id: 'notice.byId', name: 'notice.byName' },
  ],
};
