import type { Comment, Issue, Screenshot } from '@symbio/proto/issue';
import { moment, type Presented } from './json.js';

const presentScreenshot = (screenshot: Screenshot): Presented<Screenshot> => ({
  id: screenshot.id,
  issue_id: screenshot.issueId,
  path: screenshot.path,
  url: screenshot.url,
  file_name: screenshot.fileName,
  mime_type: screenshot.mimeType,
  file_size: screenshot.fileSize,
  created_at: moment(screenshot.createdAt),
});

export const presentIssue = (issue: Issue): Presented<Issue> => ({
  id: issue.id,
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
  created_at: moment(issue.createdAt),
  updated_at: moment(issue.updatedAt),
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
});
