import { Schema, type Connection, type Model } from 'mongoose';
import { outboxIndexes, outboxPaths, type OutboxRow } from '@symbio/kit';
import type { PageSize, Shape } from './shapes.js';

export const VERDICTS = ['accepted', 'rejected', 'undone'] as const;
export type Verdict = (typeof VERDICTS)[number];

/** What a person decided about an agent's mark, and when. */
export interface Decision {
  verdict: Verdict;
  /** Empty: none was given. */
  reason: string;
  /** accepted: the person's own mark made of it; otherwise empty. */
  copyId: string;
  authorId: string;
  authorName: string;
  at: Date;
}

/** Who deleted a mark, and when. */
export interface Removal {
  authorId: string;
  authorName: string;
  at: Date;
}

/** A deletion that was taken back. */
export interface Restoration {
  removed: Removal;
  restored: Removal;
}

/** A mark on a page as it is stored (DATA-10). */
export interface AnnotationRow extends OutboxRow {
  projectId: string;
  documentId: string;
  documentPageId: string;
  shape: Shape;
  /** Size of the page when the mark was made: a move is checked against it without asking the document service. */
  page: PageSize;
  content: string;
  authorId: string;
  authorType: 'human' | 'ai_agent';
  authorName: string;
  /** The agent's mark that a person took over into this one. */
  derivedFrom?: string;
  /** What people decided about an agent's mark, oldest first; the last one holds. Absent: nothing yet. */
  decisions?: Decision[];
  /** A person deleted it: gone for readers, and kept until `purgeAt` so that it can be brought back. */
  removal?: Removal;
  purgeAt?: Date;
  /** Deletions that were taken back, oldest first. */
  restorations?: Restoration[];
}

/** The `annotations` collection. */
export function annotationModel(connection: Connection): Model<AnnotationRow> {
  const schema = new Schema<AnnotationRow>(
    {
      ...outboxPaths,
      projectId: { type: String, required: true },
      documentId: { type: String, required: true },
      documentPageId: { type: String, required: true },
      shape: { type: Object, required: true },
      page: { type: Object, required: true },
      content: { type: String, required: true },
      authorId: { type: String, required: true },
      authorType: { type: String, required: true },
      authorName: { type: String, required: true },
      derivedFrom: { type: String },
      decisions: { type: [Object], default: undefined },
      removal: { type: Object },
      purgeAt: { type: Date },
      restorations: { type: [Object], default: undefined },
    },
    { collection: 'annotations', versionKey: false },
  );
  // each list: which projects its marks lie in, then those of the visible projects in order
  schema.index({ documentPageId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ documentId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ projectId: 1, createdAt: 1, _id: 1 });
  // the database itself removes what nobody brought back
  schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0, sparse: true });
  outboxIndexes(schema);
  return connection.model<AnnotationRow>('annotation', schema);
}
