/** Where this service keeps what people are called, beside their own record: what erasing a person takes out. */
import type { NamesInRows } from '@symbio/kit';

/** A key is called after whoever uses it, as a rule. */
export const apiKeyNames: NamesInRows = {
  copies: [
    { id: 'userId', name: 'name' },
    { id: 'notice.byId', name: 'notice.byName' },
  ],
};
