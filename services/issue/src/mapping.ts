import type { Comment, Issue, Screenshot } from '@symbio/proto/issue';
import type { CommentRow, IssueRow, ScreenshotValue } from './model.js';

/** Signs the address of a screenshot; events carry none, as it would run out before they are read. */
export type SignedUrl = (screenshot: ScreenshotValue) => string;
const unsigned: SignedUrl = () => '';

export const toScreenshot = (issueId: string, value: ScreenshotValue, url: SignedUrl = unsigned): Screenshot => ({
  id: value.id,
  issueId,
  path: value.path,
  url: url(value),
  fileName: value.fileName,
  mimeType: value.mimeType,
  fileSize: value.fileSize,
  createdAt: value.createdAt,
});

export const toIssue = (row: IssueRow, url: SignedUrl = unsigned): Issue => ({
  id: row._id,
  title: row.title,
  description: row.description,
  type: row.type,
  severity: row.severity,
  status: row.status,
  assignee: row.assignee,
  assigneeName: row.assigneeName,
  reporterId: row.reporterId,
  reporterName: row.reporterName,
  path: row.path,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  screenshots: row.screenshots.map((value) => toScreenshot(row._id, value, url)),
});

export const toComment = (row: CommentRow): Comment => ({
  id: row._id,
  issueId: row.issueId,
  content: row.content,
  commenterId: row.commenterId,
  commenterName: row.commenterName,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
