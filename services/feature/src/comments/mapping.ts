import { event, type PendingEvent } from '@symbio/mongo';
import type { EventType } from '@symbio/events';
import type {
  EvidenceAssignment,
  EvidenceAssignmentEvent,
  EvidenceComment,
  EvidenceCommentEvent,
} from '@symbio/proto/feature';
import type { AssignmentRow, CommentRow } from './model.js';

export function toComment(row: CommentRow): EvidenceComment {
  const { removal } = row;
  return {
    id: row._id,
    projectId: row.projectId,
    subject: row.subject,
    content: removal ? '' : row.content,
    authorId: row.authorId,
    authorName: row.authorName,
    authorType: row.authorType,
    mentioned: removal ? [] : row.mentioned,
    previous: removal ? [] : row.previous,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    deletedAt: removal?.at,
    deletedByName: removal?.authorName ?? '',
    via: row.viaKey === undefined ? '' : 'key',
  };
}

export const toAssignment = ({
  projectId,
  subject,
  assignee,
  byId,
  byName,
  at,
}: AssignmentRow): EvidenceAssignment => ({
  projectId,
  subject,
  assignee,
  assignedById: byId,
  assignedByName: byName,
  assignedAt: at,
});

export const commentEvent = (
  type: EventType<EvidenceCommentEvent>,
  row: CommentRow,
  { notifiedIds, projectTitle }: Pick<EvidenceCommentEvent, 'notifiedIds' | 'projectTitle'> = {
    notifiedIds: [],
    projectTitle: '',
  },
): PendingEvent =>
  event(type, row.projectId, {
    comment: toComment(row),
    notifiedIds,
    projectTitle: notifiedIds.length > 0 ? projectTitle : '',
  });

export const assignmentEvent = (
  type: EventType<EvidenceAssignmentEvent>,
  row: AssignmentRow,
  projectTitle: string,
): PendingEvent => event(type, row.projectId, { assignment: toAssignment(row), projectTitle });
