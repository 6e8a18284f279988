import type { app, EvidenceCommentJson } from '@symbio/api';
import type { EvidenceAssignment, EvidenceComment, EvidenceSubject } from '@symbio/proto/feature';
import { moment } from './json.js';

const presentSubject = (subject: EvidenceSubject | undefined): EvidenceCommentJson['subject'] => ({
  type: subject?.type === 'feature' ? 'feature' : 'annotation',
  id: subject?.id ?? '',
  title: subject?.title ?? '',
  document_id: subject?.documentId || null,
  document_page_id: subject?.documentPageId || null,
});

export const presentEvidenceComment = (comment: EvidenceComment): EvidenceCommentJson => ({
  id: comment.id,
  project_id: comment.projectId,
  subject: presentSubject(comment.subject),
  content: comment.content,
  author_id: comment.authorId,
  author_name: comment.authorName,
  author_type: comment.authorType,
  mentioned: comment.mentioned.map(({ userId, name }) => ({ user_id: userId, name })),
  previous: comment.previous.map(({ content, until }) => ({ content, until: moment(until) })),
  created_at: moment(comment.createdAt),
  updated_at: moment(comment.updatedAt),
  deleted_at: moment(comment.deletedAt),
  deleted_by_name: comment.deletedByName || null,
  via: comment.via === 'key' ? 'key' : null,
});

export const presentAssignment = (assignment: EvidenceAssignment): app.assignments.AssignmentJson => ({
  project_id: assignment.projectId,
  subject: presentSubject(assignment.subject),
  assignee_id: assignment.assignee?.userId ?? null,
  assignee_name: assignment.assignee?.name ?? null,
  assigned_by_name: assignment.assignedByName,
  assigned_at: moment(assignment.assignedAt),
});
