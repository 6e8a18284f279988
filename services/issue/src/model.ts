import {
  fields,
  moment,
  number,
  part,
  rowSchema,
  strictSchema,
  text,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/mongo';
import { ISSUE_SEVERITIES, ISSUE_STATUSES, ISSUE_TYPES, type IssueLinkType } from '@symbio/proto/issue/vocabulary';
import type { Model } from 'mongoose';

export const STORED_LINK_TYPES = ['duplicate_of', 'blocks'] as const satisfies readonly IssueLinkType[];

const screenshot = fields({
  id: text,
  /** Blob key. */
  path: text,
  fileName: text,
  mimeType: text,
  /** Bytes. */
  fileSize: number,
  createdAt: moment,
  /** Size in pixels, and blob key of the thumbnail; absent before November 2026. */
  width: { type: Number },
  height: { type: Number },
  thumbnailPath: { type: String },
  /** Uploader, and SHA-256 of the file in hex; absent before November 2026. */
  addedBy: { type: String },
  sha256: { type: String },
});

/** Screenshot, embedded in its issue: at most ten, and never shown separately (OP-36). */
export type ScreenshotValue = ValuesOf<typeof screenshot>;

const contextEntry = part({ name: text, value: text });

const follower = part({ id: text, name: text });

const authorship = fields({ authorId: text, authorName: text, at: moment });

const link = fields({
  /** Distinguishes this link from a re-created one; used by the history. */
  id: text,
  type: { type: String, enum: STORED_LINK_TYPES, required: true },
  issueId: text,
});

/** Link to another issue, stored on one side only. */
export type LinkValue = ValuesOf<typeof link>;

const fieldChange = fields({
  field: text,
  from: { type: String },
  to: { type: String },
  /** User ids of the assignee names; absent before November 2026. */
  fromId: { type: String },
  toId: { type: String },
});

/** Field before and after, as displayed; absent values were or are empty. */
export type FieldChange = ValuesOf<typeof fieldChange>;

const historyEntry = fields({
  id: text,
  at: moment,
  authorId: text,
  authorName: text,
  changes: { type: [part(fieldChange)], required: true },
});

export type HistoryEntry = ValuesOf<typeof historyEntry>;

const fieldEdit = part({ field: text, at: moment, by: text });

const issue = fields({
  /** From 1, never reused. */
  number,
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
  /** Of the reporter; absent: the operator of the installation. */
  organizationId: { type: String },
  path: { type: String, default: '' },
  /** Lower case. */
  labels: { type: [String], default: [] },
  context: { type: [contextEntry], default: [] },
  followers: { type: [follower], default: [] },
  links: { type: [part(link)], default: [] },
  screenshots: { type: [part(screenshot)], default: [] },
  /** Detects a repeated creation; empty before November 2026. */
  creationHash: text,
  /** Last editor and time per field; only edited fields. */
  edits: { type: [fieldEdit], default: [] },
  /** Oldest first, the latest 500. Read by a separate query. */
  history: { type: [part(historyEntry)], default: undefined },
  /** Set on deletion: hidden, and restorable until `purgeAt`. */
  removal: { type: part(authorship) },
  purgeAt: { type: Date },
  /** Search and sort keys: see search-words.ts. */
  titleKey: { type: String },
  assigneeKey: { type: String },
  words: { type: [String], default: undefined },
});

export type IssueRow = RowOf<typeof issue>;

const comment = fields({
  issueId: text,
  content: text,
  commenterId: text,
  commenterName: { type: String, default: '' },
  creationHash: text,
});

export type CommentRow = RowOf<typeof comment>;

const counter = fields({ _id: text, value: number });

export type CounterRow = ValuesOf<typeof counter>;

const noticeChange = fields({
  /** Field of the issue, or created, deleted, restored, screenshots, links, comment; mention or assignment. */
  field: text,
  from: { type: String, default: '' },
  to: { type: String, default: '' },
  fromId: { type: String },
  toId: { type: String },
});

export type NoticeChange = ValuesOf<typeof noticeChange>;

const notice = fields({
  /** Event and recipient: makes repeated events idempotent. */
  _id: text,
  userId: text,
  /** Or the annotation or feature, with `path`. */
  issueId: text,
  /** Key and title at the time of the event, for deleted issues; evidence has no key. */
  key: text,
  title: text,
  /** Address of evidence in the product; absent for issues. */
  path: { type: String },
  /** Of the issue; absent for evidence. */
  reporterId: { type: String },
  /** Of the issue; absent: the operator of the installation. */
  organizationId: { type: String },
  by: text,
  byId: { type: String, default: '' },
  changes: { type: [part(noticeChange)], required: true },
  at: { type: Date, required: true },
  /** Send time; all notices of the recipient are sent together. */
  dueAt: { type: Date, required: true },
  /** Sending attempt and its lease. */
  claim: { type: String },
  claimedUntil: { type: Date },
  tries: { type: Number, default: 0 },
});

export type NoticeRow = ValuesOf<typeof notice>;

export interface IssueModels {
  issues: Model<IssueRow>;
  comments: Model<CommentRow>;
  counters: Model<CounterRow>;
  notices: Model<NoticeRow>;
}

export function issueModels(connection: Connection): IssueModels {
  const issues = rowSchema<IssueRow>('issues', issue);
  // one index per sort order (with purgeAt, to separate current from restorable issues), usable in both directions
  for (const sort of ['createdAt', 'updatedAt', 'number', 'severity', 'status', 'titleKey', 'type', 'assigneeKey'])
    issues.index({ deletedAt: 1, purgeAt: 1, [sort]: -1, _id: -1 });
  // selective filters; others are applied to their results, or while scanning the order
  for (const filter of ['status', 'assignee', 'reporterId', 'labels'])
    issues.index({ deletedAt: 1, purgeAt: 1, [filter]: 1, createdAt: -1, _id: -1 });
  // partial: only those of firms
  issues.index(
    { organizationId: 1, deletedAt: 1, purgeAt: 1, createdAt: -1, _id: -1 },
    { partialFilterExpression: { organizationId: { $exists: true } } },
  );
  issues.index({ words: 1, deletedAt: 1, purgeAt: 1 });
  issues.index({ number: 1 }, { unique: true, partialFilterExpression: { number: { $exists: true } } });
  issues.index({ 'screenshots.id': 1 }, { sparse: true });
  issues.index({ 'links.issueId': 1 }, { sparse: true });
  issues.index({ purgeAt: 1 }, { sparse: true });

  const comments = rowSchema<CommentRow>('comments', comment);
  comments.index({ issueId: 1, deletedAt: 1, createdAt: 1, _id: 1 });

  const counters = strictSchema<CounterRow>('counters', counter);

  const notices = strictSchema<NoticeRow>('notices', notice);
  notices.index({ dueAt: 1 });
  notices.index({ userId: 1, dueAt: 1 });
  notices.index({ claim: 1 }, { sparse: true });

  return {
    issues: connection.model<IssueRow>('Issue', issues),
    comments: connection.model<CommentRow>('Comment', comments),
    counters: connection.model<CounterRow>('Counter', counters),
    notices: connection.model<NoticeRow>('Notice', notices),
  };
}
