import { fields, flag, moment, part, strictSchema, text, type Connection, type ValuesOf } from '@symbio/mongo';
import { BULK_ACTIONS, BULK_RESULTS, DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import type { Model } from 'mongoose';
import { saidFacts } from '../model.js';

/** Seconds, as long as a deletion can be undone. */
const KEPT_SECONDS = RESTORABLE_DAYS * 86_400;

const bulkItem = fields({
  documentId: text,
  /** At the beginning of the change; empty if the document did not exist. */
  title: text,
  /** State at the beginning; absent if the document did not exist. */
  before: {
    type: part({
      isDeleted: flag,
      category: { type: String, enum: DOCUMENT_CATEGORIES, required: true },
      categoryBy: { type: String, enum: ['nobody', 'classifier', 'person'], required: true },
      said: saidFacts,
    }),
  },
  /** The job to create, for that action. */
  jobId: { type: String },
  /** Of the corrections of its sheets, also in the undo. */
  correctionId: { type: String },
  result: { type: String, enum: BULK_RESULTS },
  error: { type: String },
  code: { type: String },
});
export type BulkItem = ValuesOf<typeof bulkItem>;

const bulkChange = fields({
  _id: text,
  projectId: text,
  action: { type: String, enum: BULK_ACTIONS, required: true },
  category: { type: String, enum: DOCUMENT_CATEGORIES },
  /** With `set_details`: each that is given; an empty text removes it. */
  year: { type: String },
  provider: { type: String },
  isUndo: flag,
  /** Hash of the request, to recognize a retry. */
  wish: text,
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
  isEnded: flag,
  at: moment,
  touchedAt: moment,
});
export type BulkRow = ValuesOf<typeof bulkChange>;

export function bulkModel(connection: Connection): Model<BulkRow> {
  const changes = strictSchema<BulkRow>('bulkChanges', bulkChange);
  changes.index({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  changes.index({ projectId: 1 });
  // only those in progress
  changes.index({ touchedAt: 1 }, { partialFilterExpression: { isEnded: false } });
  return connection.model<BulkRow>('bulkChanges', changes);
}
