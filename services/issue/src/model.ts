import { outboxIndexes, outboxPaths, type Connection, type OutboxRow } from '@symbio/kit';
import { Schema, type Model } from 'mongoose';
import type { IssueStatus, IssueType, Severity } from './issue-fields.js';

/** A picture that belongs to an issue. Kept inside it: ten at most, and never shown without it (OP-36). */
export interface ScreenshotValue {
  id: string;
  /** Blob key. */
  path: string;
  fileName: string;
  mimeType: string;
  /** Bytes. */
  fileSize: number;
  createdAt: Date;
}

export interface IssueRow extends OutboxRow {
  title: string;
  /** Markdown. */
  description: string;
  type: IssueType;
  severity: Severity;
  status: IssueStatus;
  assignee?: string;
  assigneeName: string;
  reporterId: string;
  reporterName: string;
  path: string;
  screenshots: ScreenshotValue[];
}

export interface CommentRow extends OutboxRow {
  issueId: string;
  content: string;
  commenterId: string;
  commenterName: string;
}

export interface IssueModels {
  issues: Model<IssueRow>;
  comments: Model<CommentRow>;
}

const options = { versionKey: false, minimize: false } as const;
const text = { type: String, required: true } as const;

/** The collections of this service on its connection. */
export function issueModels(connection: Connection): IssueModels {
  const issues = new Schema<IssueRow>(
    {
      ...outboxPaths,
      title: text,
      description: text,
      type: text,
      severity: text,
      status: text,
      assignee: String,
      assigneeName: { type: String, default: '' },
      reporterId: text,
      reporterName: { type: String, default: '' },
      path: { type: String, default: '' },
      screenshots: {
        type: [{ _id: false, id: text, path: text, fileName: text, mimeType: text, fileSize: Number, createdAt: Date }],
        default: [],
      },
    },
    { ...options, collection: 'issues' },
  );
  issues.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  issues.index({ deletedAt: 1, status: 1, createdAt: -1, _id: -1 });
  issues.index({ 'screenshots.id': 1 }, { sparse: true });
  outboxIndexes(issues);

  const comments = new Schema<CommentRow>(
    { ...outboxPaths, issueId: text, content: text, commenterId: text, commenterName: { type: String, default: '' } },
    { ...options, collection: 'comments' },
  );
  comments.index({ issueId: 1, deletedAt: 1, createdAt: 1, _id: 1 });
  outboxIndexes(comments);

  return {
    issues: connection.model<IssueRow>('Issue', issues),
    comments: connection.model<CommentRow>('Comment', comments),
  };
}
