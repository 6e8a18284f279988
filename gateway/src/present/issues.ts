import type { Comment, ContextEntry, Follower, HistoryEntry, Issue, IssueLink, LinkedIssue } from '@symbio/proto/issue';
import type { FieldChange, LabelCount, Screenshot } from '@symbio/proto/issue';
import { moment, type Presented } from './json.js';

export const presentScreenshot = (screenshot: Screenshot): Presented<Screenshot> => ({
  id: screenshot.id,
  issue_id: screenshot.issueId,
  path: screenshot.path,
  url: screenshot.url,
  thumbnail_url: screenshot.thumbnailUrl ?? null,
  width: screenshot.width ?? null,
  height: screenshot.height ?? null,
  file_name: screenshot.fileName,
  mime_type: screenshot.mimeType,
  file_size: screenshot.fileSize,
  created_at: moment(screenshot.createdAt),
});

const presentFollower = ({ id, name }: Follower): Presented<Follower> => ({ id, name });

const presentContext = ({ name, value }: ContextEntry): Presented<ContextEntry> => ({ name, value });

/** An issue in a word, as links and similar issues name it. */
export const presentLinkedIssue = (issue: LinkedIssue): Presented<LinkedIssue> => ({
  id: issue.id,
  number: issue.number,
  key: issue.key,
  title: issue.title,
  status: issue.status,
});

const presentLink = ({ type, issue }: IssueLink): Presented<IssueLink> => ({
  type,
  issue: issue ? presentLinkedIssue(issue) : null,
});

export const presentIssue = (issue: Issue): Presented<Issue> => ({
  id: issue.id,
  number: issue.number,
  key: issue.key,
  title: issue.title,
  description: issue.description,
  type: issue.type,
  severity: issue.severity,
  status: issue.status,
  assignee: issue.assignee ?? null,
  assignee_name: issue.assigneeName,
  reporter_id: issue.reporterId,
  reporter_name: issue.reporterName,
  path: issue.path,
  labels: issue.labels,
  links: issue.links.map(presentLink),
  context: issue.context.map(presentContext),
  followers: issue.followers.map(presentFollower),
  following: issue.following,
  comment_count: issue.commentCount,
  created_at: moment(issue.createdAt),
  updated_at: moment(issue.updatedAt),
  deleted_at: moment(issue.deletedAt),
  deleted_by_name: issue.deletedByName ?? null,
  screenshots: issue.screenshots.map(presentScreenshot),
});

export const presentComment = (comment: Comment): Presented<Comment> => ({
  id: comment.id,
  issue_id: comment.issueId,
  content: comment.content,
  commenter_id: comment.commenterId,
  commenter_name: comment.commenterName,
  created_at: moment(comment.createdAt),
  updated_at: moment(comment.updatedAt),
  edited: comment.edited,
});

const presentChange = ({ field, from, to }: FieldChange): Presented<FieldChange> => ({
  field,
  from: from ?? null,
  to: to ?? null,
});

export const presentHistoryEntry = (entry: HistoryEntry): Presented<HistoryEntry> => ({
  id: entry.id,
  at: moment(entry.at),
  author_id: entry.authorId,
  author_name: entry.authorName,
  changes: entry.changes.map(presentChange),
});

export const presentLabel = ({ label, count }: LabelCount): Presented<LabelCount> => ({ label, count });
