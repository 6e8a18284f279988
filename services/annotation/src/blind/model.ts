import type { Connection, Model } from 'mongoose';
import { fields, number, part, rowSchema, text, type RowOf } from '@symbio/mongo';
import type { BlindSheetStatus } from '@symbio/proto/annotation/vocabulary';
import type { Page } from '@symbio/proto/document';
import { sheetFields } from '../model.js';

const sample = fields({ percent: number, authorId: text, authorName: text });

/** The id is the project's. */
export type BlindSampleRow = RowOf<typeof sample>;

export interface Sample {
  projectId: string;
  /** Undefined if it was never set. */
  row: BlindSampleRow | undefined;
  markedSheets: number;
}

export function blindSampleModel(connection: Connection): Model<BlindSampleRow> {
  return connection.model<BlindSampleRow>('blind_sample', rowSchema<BlindSampleRow>('blind_samples', sample));
}

const agent = fields({ authorId: text, found: number });

const sheet = fields({
  projectId: text,
  documentId: text,
  sheet: { type: part(sheetFields), required: true },
  authorId: text,
  authorName: text,
  /** Drawn by people before proposals were shown. */
  marks: number,
  /** That proposed something in the document by then, with the number of marks that their proposals overlap. */
  agents: { type: [part(agent)], required: true },
  removedWithDocument: { type: Boolean },
});

/** A blind sheet that a person marked. The id is the page's. */
export type BlindSheetRow = RowOf<typeof sheet>;

export interface PageStatus {
  page: Page;
  status: BlindSheetStatus;
  row?: BlindSheetRow | undefined;
}

export function blindSheetModel(connection: Connection): Model<BlindSheetRow> {
  const schema = rowSchema<BlindSheetRow>('blind_sheets', sheet);
  schema.index({ projectId: 1 });
  schema.index({ documentId: 1 });
  return connection.model<BlindSheetRow>('blind_sheet', schema);
}
