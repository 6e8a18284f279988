import type { Connection, Model } from 'mongoose';
import { fields, moment, part, rowSchema, text, type RowOf, type ValuesOf } from '@symbio/mongo';

const subject = fields({
  type: { type: String, enum: ['annotation', 'feature'], required: true },
  id: text,
  /** Label or name when it was written. */
  title: { type: String, default: '' },
  documentId: { type: String, default: '' },
  documentPageId: { type: String, default: '' },
});

export type Subject = ValuesOf<typeof subject>;

const evidencePerson = fields({ userId: text, name: text });

export type EvidencePerson = ValuesOf<typeof evidencePerson>;

/** Hidden with its subject, and removed when that can no longer be restored. */
const hiding = {
  orphanedAt: { type: Date },
  /** Revision of the newest applied deletion or restoration of the annotation. */
  sourceRev: { type: Number },
} as const;

const comment = fields({
  projectId: text,
  subject: { type: part(subject), required: true },
  content: text,
  authorId: text,
  authorName: text,
  authorType: { type: String, enum: ['human', 'ai_agent'], required: true },
  /** The API key that wrote it for a person. */
  viaKey: { type: String },
  mentioned: { type: [part(evidencePerson)], default: [] },
  /** Replaced texts, oldest first. */
  previous: { type: [part(fields({ content: text, until: moment }))], default: [] },
  /** Deleted by a person: the text is kept but no longer shown. */
  removal: { type: part(fields({ authorId: text, authorName: text, at: moment })) },
  creationHash: text,
  /** Merges of features that moved it here, oldest first. */
  moves: { type: [part(fields({ mergeId: text, fromId: text }))], default: undefined },
  ...hiding,
});

export type CommentRow = RowOf<typeof comment>;

/** `_id`: id of the subject. */
const assignment = fields({
  projectId: text,
  subject: { type: part(subject), required: true },
  /** Absent: the assignment ended. */
  assignee: { type: part(evidencePerson) },
  byId: text,
  byName: text,
  at: moment,
  ...hiding,
});

export type AssignmentRow = RowOf<typeof assignment>;

/** Seconds: as long as an annotation can be restored. */
const HIDDEN_SECONDS = 30 * 86_400;

export function commentModel(connection: Connection): Model<CommentRow> {
  const schema = rowSchema<CommentRow>('comments', comment);
  schema.index({ 'subject.id': 1, createdAt: 1, _id: 1 });
  schema.index({ projectId: 1, createdAt: -1, _id: -1 });
  schema.index({ 'moves.mergeId': 1 }, { sparse: true });
  schema.index({ orphanedAt: 1 }, { expireAfterSeconds: HIDDEN_SECONDS, sparse: true });
  return connection.model<CommentRow>('comment', schema);
}

export function assignmentModel(connection: Connection): Model<AssignmentRow> {
  const schema = rowSchema<AssignmentRow>('assignments', assignment);
  schema.index({ projectId: 1, at: -1, _id: -1 });
  schema.index({ 'subject.id': 1 });
  schema.index({ orphanedAt: 1 }, { expireAfterSeconds: HIDDEN_SECONDS, sparse: true });
  return connection.model<AssignmentRow>('assignment', schema);
}
