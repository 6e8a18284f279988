import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import type { CommentEvent, IssueEvent } from '@symbio/proto/issue';
import { toComment, toHistoryEntry, toIssue } from './mapping.js';
import type { CommentRow, IssueRow } from './model.js';

export const issueEvent = (type: EventType<IssueEvent>, row: IssueRow): PendingEvent => {
  const last = row.history?.at(-1);
  return event(type, '', { issue: toIssue(row), change: last && toHistoryEntry(last) });
};

export const commentEvent = (
  type: EventType<CommentEvent>,
  row: CommentRow,
  { reporterId, organizationId = '' }: Pick<IssueRow, 'reporterId' | 'organizationId'>,
): PendingEvent => event(type, '', { comment: toComment(row), reporterId, organizationId });
