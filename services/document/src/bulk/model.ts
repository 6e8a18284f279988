import { fields, flag, moment, part, strictSchema, text, type Connection, type ValuesOf } from '@symbio/kit';
import { BULK_ACTIONS, BULK_RESULTS, DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import type { Model } from 'mongoose';

/** Seconds for which it is known what a change did: as long as a deletion can be taken back. */
const KEPT_SECONDS = RESTORABLE_DAYS * 86_400;

const bulkItem = fields({
  documentId: text,
  /** As it was when the change began; empty for a document that was not there. */
  title: text,
  /** What the document was when the change began; absent when it was not there. */
  before: {
    type: part({
      isDeleted: flag,
      category: { type: String, enum: DOCUMENT_CATEGORIES, required: true },
      categoryBy: { type: String, enum: ['nobody', 'classifier', 'person'], required: true },
    }),
  },
  /** The job that is made for it, by a change that makes jobs. */
  jobId: { type: String },
  /** Absent until it is known. */
  result: { type: String, enum: BULK_RESULTS },
  /** Why it was refused. */
  error: { type: String },
  code: { type: String },
});
/** One document of several, and what became of it. */
export type BulkItem = ValuesOf<typeof bulkItem>;

const bulkChange = fields({
  _id: text,
  projectId: text,
  action: { type: String, enum: BULK_ACTIONS, required: true },
  category: { type: String, enum: DOCUMENT_CATEGORIES },
  /** It takes another change with this action back. */
  isUndo: flag,
  /** Hash of what was asked for: tells a repeat from another change under the same id. */
  wish: text,
  /** Who asked for it. */
  by: {
    type: part({
      sub: text,
      authorId: text,
      name: text,
      via: { type: String, enum: ['user', 'api_key', 'service'], required: true },
      agentId: { type: String },
    }),
    required: true,
  },
  items: { type: [part(bulkItem)], default: [] },
  /** Every document has its result. */
  isEnded: flag,
  at: moment,
  /** When somebody worked on it last. */
  touchedAt: moment,
});
/** Something done with several documents, as stored. */
export type BulkRow = ValuesOf<typeof bulkChange>;

/** The model of the collection. */
export function bulkModel(connection: Connection): Model<BulkRow> {
  const changes = strictSchema<BulkRow>('bulkChanges', bulkChange);
  changes.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  changes.index({ projectId: 1 });
  // those that are under way, which are few
  changes.index({ touchedAt: 1 }, { partialFilterExpression: { isEnded: false } });
  return connection.model<BulkRow>('bulkChanges', changes);
}
