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
} from '@symbio/kit';
import { ISSUE_SEVERITIES, ISSUE_STATUSES, ISSUE_TYPES, type IssueLinkType } from '@symbio/proto/issue/vocabulary';
import type { Model } from 'mongoose';

/** The two that are stored; the others are their inverse, seen from the other issue. */
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
  /** Pixels, and the blob key of a small copy; absent for those from before November 2026. */
  width: { type: Number },
  height: { type: Number },
  thumbnailPath: { type: String },
  /** Who added it, and SHA-256 of the file in hex; absent for those from before November 2026. */
  addedBy: { type: String },
  sha256: { type: String },
});

/** A picture that belongs to an issue. Kept inside it: ten at most, and never shown without it (OP-36). */
export type ScreenshotValue = ValuesOf<typeof screenshot>;

/** One thing that was attached when the issue was reported. */
const contextEntry = part({ name: text, value: text });

const follower = part({ id: text, name: text });

/** Who did something, and when. */
const deed = fields({ authorId: text, authorName: text, at: moment });

const link = fields({
  /** Tells this link from one that was made again; the history names it. */
  id: text,
  type: { type: String, enum: STORED_LINK_TYPES, required: true },
  issueId: text,
});

/** What another issue is to this one. The other one knows nothing of it: the inverse is looked up. */
export type LinkValue = ValuesOf<typeof link>;

const fieldChange = fields({
  field: text,
  from: { type: String },
  to: { type: String },
  /** Whose names they are, of the assignee; absent in entries written before November 2026. */
  fromId: { type: String },
  toId: { type: String },
});

/** A field before and after, as people read it; no value where there was, or is, nothing. */
export type FieldChange = ValuesOf<typeof fieldChange>;

const historyEntry = fields({
  id: text,
  at: moment,
  authorId: text,
  authorName: text,
  changes: { type: [part(fieldChange)], required: true },
});

/** What somebody did to an issue. */
export type HistoryEntry = ValuesOf<typeof historyEntry>;

const fieldEdit = part({ field: text, at: moment, by: text });

const issue = fields({
  /** Absent for an issue from before November 2026 that was not given one yet. */
  number: { type: Number },
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
  /** Lower case. */
  labels: { type: [String], default: [] },
  context: { type: [contextEntry], default: [] },
  /** Who is told of changes. */
  followers: { type: [follower], default: [] },
  links: { type: [part(link)], default: [] },
  screenshots: { type: [part(screenshot)], default: [] },
  /** Tells a repeated creation from another one; absent for issues from before November 2026. */
  creationHash: { type: String },
  /** Who changed a field last, and when; fields that nobody changed are not in it. */
  edits: { type: [fieldEdit], default: [] },
  /** Oldest first, the newest 500. Read by itself only. */
  history: { type: [part(historyEntry)], default: undefined },
  /** Somebody deleted it: not there for readers, and kept until `purgeAt` so that it can be restored. */
  removal: { type: part(deed) },
  purgeAt: { type: Date },
  /** What lists look for and are in the order of: see search-words.ts. */
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
  /** As in an issue. */
  creationHash: { type: String },
});

export type CommentRow = RowOf<typeof comment>;

const counter = fields({ _id: text, value: number });

/** The last number that was given to an issue. */
export type CounterRow = ValuesOf<typeof counter>;

const noticeChange = fields({
  /** A field of the issue, or created, deleted, restored, screenshots, links, comment. */
  field: text,
  /** Empty: there was nothing. */
  from: { type: String, default: '' },
  to: { type: String, default: '' },
  /** Whose names they are, of the assignee. */
  fromId: { type: String },
  toId: { type: String },
});

/** One thing that changed, in words for people. */
export type NoticeChange = ValuesOf<typeof noticeChange>;

const notice = fields({
  /** The event it comes from and the person: an event that comes twice makes one. */
  _id: text,
  userId: text,
  issueId: text,
  /** As the issue was called then, for one that is deleted by now. */
  key: text,
  title: text,
  /** Who did it, by name and by id. */
  by: text,
  byId: { type: String, default: '' },
  changes: { type: [part(noticeChange)], required: true },
  at: { type: Date, required: true },
  /** When it is to be sent; together with whatever else is there for this person by then. */
  dueAt: { type: Date, required: true },
  /** The attempt that is sending it, and until when it has it to itself. */
  claim: { type: String },
  claimedUntil: { type: Date },
  /** How often sending it has failed. */
  tries: { type: Number, default: 0 },
});

export type NoticeRow = ValuesOf<typeof notice>;

export interface IssueModels {
  issues: Model<IssueRow>;
  comments: Model<CommentRow>;
  counters: Model<CounterRow>;
  notices: Model<NoticeRow>;
}

/** The collections of this service on its connection. */
export function issueModels(connection: Connection): IssueModels {
  const issues = rowSchema<IssueRow>('issues', issue);
  // one for each order of the list (purgeAt: those that are there, and those that can be restored), read either way
  for (const sort of ['createdAt', 'updatedAt', 'number', 'severity', 'status', 'titleKey', 'type', 'assigneeKey'])
    issues.index({ deletedAt: 1, purgeAt: 1, [sort]: -1, _id: -1 });
  // filters that leave few; the others are applied to what these leave, or on the way through the order
  for (const filter of ['status', 'assignee', 'reporterId', 'labels'])
    issues.index({ deletedAt: 1, purgeAt: 1, [filter]: 1, createdAt: -1, _id: -1 });
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
