import { fields, flag, moment, number, part, strictSchema, text, type Connection, type ValuesOf } from '@symbio/mongo';
import { DOCUMENT_CATEGORIES } from '@symbio/proto/document/vocabulary';
import type { Model } from 'mongoose';

export const SPLIT_STATUSES = ['proposed', 'confirming', 'confirmed', 'undone'] as const;

const range = fields({
  /** Page numbers from 1, inclusive. */
  from: number,
  to: number,
  /** Absent: unknown. */
  category: { type: String, enum: DOCUMENT_CATEGORIES },
  title: text,
  /** A person gave the title. */
  isTitled: { type: Boolean },
  /** That a document begins here, 0 to 1; 1 once a person has said so. */
  confidence: number,
  why: { type: [String], default: [] },
  /** Given by a person. */
  year: { type: Number },
  address: { type: String },
  /** Made of it, once confirmed. */
  documentId: { type: String },
});
export type SplitRange = ValuesOf<typeof range>;

const pageYear = fields({ page: number, year: number, isCovered: flag });

const split = fields({
  _id: text,
  projectId: text,
  documentId: text,
  status: { type: String, enum: SPLIT_STATUSES, required: true },
  pageCount: number,
  ranges: { type: [part(range)], default: [] },
  years: { type: [part(pageYear)], default: [] },
  byId: text,
  byName: text,
  at: moment,
  /** Changed by a person: agents leave it. */
  isEdited: { type: Boolean },
  /** Number of changes; absent: 0. */
  revision: { type: Number },
  /** Of the person who confirms it, from the beginning of the confirmation. */
  confirmedBySub: { type: String },
  confirmedById: { type: String },
  confirmedByName: { type: String },
  confirmedAt: { type: Date },
  /** Latest progress of the confirmation. */
  touchedAt: { type: Date },
});
export type SplitRow = ValuesOf<typeof split>;

export function splitModel(connection: Connection): Model<SplitRow> {
  const splits = strictSchema<SplitRow>('splits', split);
  splits.index({ documentId: 1, at: -1 });
  splits.index({ projectId: 1 });
  splits.index({ touchedAt: 1 }, { partialFilterExpression: { status: 'confirming' } });
  return connection.model<SplitRow>('splits', splits);
}
