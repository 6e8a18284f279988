import { fields, part, rowSchema, type Connection, type RowOf, type ValuesOf } from '@symbio/kit';
import { ISSUE_SEVERITIES, ISSUE_STATUSES, ISSUE_TYPES } from '@symbio/proto/issue/vocabulary';
import type { Model } from 'mongoose';

const text = { type: String, required: true } as const;

const screenshot = fields({
  id: text,
  /** Blob key. */
  path: text,
  fileName: text,
  mimeType: text,
  /** Bytes. */
  fileSize: { type: Number, required: true },
  createdAt: { type: Date, required: true },
  /** Who added it, and SHA-256 of the file in hex; absent for those of version 0.2.0. */
  addedBy: { type: String },
  sha256: { type: String },
});

/** A picture that belongs to an issue. Kept inside it: ten at most, and never shown without it (OP-36). */
export type ScreenshotValue = ValuesOf<typeof screenshot>;

const issue = fields({
  title: text,
  /** Markdown. */
  description: text,
  type: { type: String, enum: ISSUE_TYPES, required: true },
  severity: { type: String, enum: ISSUE_SEVERITIES, required: true },
  status: { type: String, enum: ISSUE_STATUSES, required: true },
  assignee: { type: String },
  assigneeName: { type: String, default: '' },
  reporterId: text,
  reporterName: { type: String, default: '' },
  path: { type: String, default: '' },
  screenshots: { type: [part(screenshot)], default: [] },
  /** Tells a repeated creation from another one; absent for issues of version 0.2.0. */
  creationHash: { type: String },
});

export type IssueRow = RowOf<typeof issue>;

const comment = fields({
  issueId: text,
  content: text,
  commenterId: text,
  commenterName: { type: String, default: '' },
  /** As in an issue. */
  creationHash: { type: String },
});

export type CommentRow = RowOf<typeof comment>;

export interface IssueModels {
  issues: Model<IssueRow>;
  comments: Model<CommentRow>;
}

/** The collections of this service on its connection. */
export function issueModels(connection: Connection): IssueModels {
  const issues = rowSchema<IssueRow>('issues', issue);
  issues.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  issues.index({ deletedAt: 1, status: 1, createdAt: -1, _id: -1 });
  issues.index({ 'screenshots.id': 1 }, { sparse: true });

  const comments = rowSchema<CommentRow>('comments', comment);
  comments.index({ issueId: 1, deletedAt: 1, createdAt: 1, _id: 1 });

  return {
    issues: connection.model<IssueRow>('Issue', issues),
    comments: connection.model<CommentRow>('Comment', comments),
  };
}
