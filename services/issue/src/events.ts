import type { ConsumerSpec, EventType } from '@symbio/kit';
import { CommentEvent, IssueEvent } from '@symbio/proto/issue';

const issueEvent = (verb: string): EventType<IssueEvent> => ({
  service: 'issue',
  entity: 'issue',
  verb,
  toJSON: (data) => IssueEvent.toJSON(data),
  fromJSON: (json) => IssueEvent.fromJSON(json),
});

const commentEvent = (verb: string): EventType<CommentEvent> => ({
  service: 'issue',
  entity: 'comment',
  verb,
  toJSON: (data) => CommentEvent.toJSON(data),
  fromJSON: (json) => CommentEvent.fromJSON(json),
});

export const issueCreated = issueEvent('created');
export const issueChanged = issueEvent('changed');
export const issueDeleted = issueEvent('deleted');
export const commentCreated = commentEvent('created');
export const commentChanged = commentEvent('changed');

/** What this service listens to: the end of its own issues, to remove what hangs on them. */
export const consumers = (cleanUp: (issueId: string) => Promise<void>): ConsumerSpec[] => [
  {
    durable: 'issue-cleanup',
    filter: 'symbio.evt.issue.v1.issue.deleted.*',
    handle: (event) => cleanUp(event.entityId),
  },
];
