/** What this service reacts to: the end of its own issues, to remove what hangs on them. */
import { consumer, type ConsumerSpec } from '@symbio/kit';
import { issueEvents } from '@symbio/proto/issue';

export const consumers = (cleanUp: (issueId: string) => Promise<void>): ConsumerSpec[] => [
  consumer({
    durable: 'issue-cleanup',
    events: issueEvents.deleted,
    handle: ({ entityId }) => cleanUp(entityId),
  }),
];
