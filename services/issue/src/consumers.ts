/** Consumers of this service's own events: clean-up of removed issues, and notices for followers. */
import { consumer, type ConsumerSpec, type ReceivedEvent } from '@symbio/events';
import type { Claims } from '@symbio/mongo';
import { assignmentEvents, evidenceCommentEvents } from '@symbio/proto/feature';
import { commentEvents, issueEvents, type CommentEvent, type IssueEvent } from '@symbio/proto/issue';
import { issueKey } from '@symbio/proto/issue/key';
import { evidenceNotices } from './notices/evidence.js';
import type { recordNotices } from './notices/recording.js';
import type { IssueRepository } from './repository.js';

type RecordNotices = ReturnType<typeof recordNotices>;

const cleanUpConsumer = (cleanUp: (issueId: string) => Promise<void>): ConsumerSpec =>
  consumer({
    durable: 'issue-cleanup',
    events: issueEvents.deleted,
    handle: ({ entityId }) => cleanUp(entityId),
  });

/** Maximum age in milliseconds of a history entry that belongs to an event; older ones belong to earlier changes. */
const OLD_MS = 3_600_000;

export interface NoticeConsumersDeps {
  issues: Pick<IssueRepository, 'find'>;
  record: RecordNotices;
  claims: Pick<Claims, 'once'>;
}

function noticeConsumers({ issues, record, claims }: NoticeConsumersDeps): ConsumerSpec[] {
  const onIssue = async (event: ReceivedEvent<IssueEvent>): Promise<void> => {
    const { entityId, actor, data } = event;
    const { issue, change } = data;
    // following and permanent removal write no history, so such events carry an earlier entry
    if (!issue || !change?.at || Date.parse(event.at) - change.at.getTime() > OLD_MS) return;
    const { id, authorId: byId, authorName: by, at, changes } = change;
    const words = changes.map(({ field, from = '', to = '', fromId, toId }) => ({ field, from, to, fromId, toId }));
    const happened = { eventId: id, issueId: entityId, byId: byId || actor.sub, by, at, changes: words };
    const { key, title, reporterId, organizationId, followers } = issue;
    await claims.once(`notice/${id}`, () =>
      record(happened, {
        ...{ key, title, reporterId, organizationId: organizationId || undefined },
        followers: followers.map((follower) => follower.id),
      }),
    );
  };
  const onComment = async ({ id, data: { comment } }: ReceivedEvent<CommentEvent>): Promise<void> => {
    const issue = comment && (await issues.find(comment.issueId));
    if (!issue) return;
    const { commenterId: byId, commenterName: by, createdAt, content } = comment;
    const changes = [{ field: 'comment', from: '', to: content }];
    const happened = { eventId: id, issueId: issue._id, byId, by, at: createdAt ?? issue.updatedAt, changes };
    const { number, title, reporterId, organizationId, followers } = issue;
    await claims.once(`notice/${id}`, () =>
      record(happened, {
        ...{ key: issueKey(number), title, reporterId, organizationId },
        followers: followers.map((follower) => follower.id),
      }),
    );
  };
  return [
    consumer({ durable: 'issue-notices', events: issueEvents.any, handle: onIssue }),
    consumer({ durable: 'issue-comment-notices', events: commentEvents.created, handle: onComment }),
  ];
}

function evidenceConsumers(deps: NoticeConsumersDeps): ConsumerSpec[] {
  const { onComment, onAssignment } = evidenceNotices(deps);
  return [
    consumer({ durable: 'issue-evidence-comment-notices', events: evidenceCommentEvents.any, handle: onComment }),
    consumer({ durable: 'issue-assignment-notices', events: assignmentEvents.changed, handle: onAssignment }),
  ];
}

/** @param notices undefined without a mail server */
export const consumers = (
  cleanUp: (issueId: string) => Promise<void>,
  notices: NoticeConsumersDeps | undefined,
): ConsumerSpec[] => [
  cleanUpConsumer(cleanUp),
  ...(notices ? [...noticeConsumers(notices), ...evidenceConsumers(notices)] : []),
];
