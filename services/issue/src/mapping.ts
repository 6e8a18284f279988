import type { Comment, HistoryEntry as HistoryMessage, Issue, LinkedIssue, Screenshot } from '@symbio/proto/issue';
import { issueKey } from '@symbio/proto/issue/key';
import type { CommentRow, HistoryEntry, IssueRow, ScreenshotValue } from './model.js';

/** Omitted from events, where it would expire. */
export type SignedUrl = (path: string) => string;
const unsigned: SignedUrl = () => '';

export const toScreenshot = (issueId: string, value: ScreenshotValue, url: SignedUrl = unsigned): Screenshot => ({
  id: value.id,
  issueId,
  path: value.path,
  url: url(value.path),
  fileName: value.fileName,
  mimeType: value.mimeType,
  fileSize: value.fileSize,
  createdAt: value.createdAt,
  width: value.width,
  height: value.height,
  thumbnailUrl: value.thumbnailPath && url(value.thumbnailPath),
});

export interface IssueView {
  url: SignedUrl;
  links: Issue['links'];
  commentCount: number;
  readerId: string;
}

const IN_EVENTS: IssueView = { url: unsigned, links: [], commentCount: 0, readerId: '' };

export const toIssue = (row: IssueRow, { url, links, commentCount, readerId } = IN_EVENTS): Issue => ({
  id: row._id,
  number: row.number,
  key: issueKey(row.number),
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
  labels: row.labels,
  context: row.context,
  followers: row.followers,
  following: row.followers.some(({ id }) => id === readerId),
  links,
  commentCount,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  deletedAt: row.removal?.at,
  deletedByName: row.removal?.authorName,
  organizationId: row.organizationId ?? '',
  screenshots: row.screenshots.map((value) => toScreenshot(row._id, value, url)),
});

export const toLinkedIssue = (row: Pick<IssueRow, '_id' | 'number' | 'title' | 'status'>): LinkedIssue => ({
  id: row._id,
  number: row.number,
  key: issueKey(row.number),
  title: row.title,
  status: row.status,
});

export const toHistoryEntry = ({ id, at, authorId, authorName, changes }: HistoryEntry): HistoryMessage => ({
  id,
  at,
  authorId,
  authorName,
  changes: changes.map(({ field, from, to, fromId, toId }) => ({ field, from, to, fromId, toId })),
});

export const toComment = (row: CommentRow): Comment => ({
  id: row._id,
  issueId: row.issueId,
  content: row.content,
  commenterId: row.commenterId,
  commenterName: row.commenterName,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  // only the text of a comment can change
  edited: row.rev > 1,
});
