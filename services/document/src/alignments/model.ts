import { fields, number, part, rowSchema, text, type Connection, type RowOf, type ValuesOf } from '@symbio/kit';
import type { Model } from 'mongoose';

const pair = fields({ fromX: number, fromY: number, toX: number, toY: number });
/** The same place on two sheets, in pixels of their full pictures. */
export type StoredPair = ValuesOf<typeof pair>;

const base = fields({ re: number, im: number, x: number, y: number });

const alignment = fields({
  projectId: text,
  firstPageId: text,
  secondPageId: text,
  firstDocumentId: text,
  secondDocumentId: text,
  /** None, and no base: it was taken back. */
  pairs: { type: [part(pair)], default: [] },
  base: { type: part(base) },
  /** Pixels of the second sheet; absent for fewer than three pairs. */
  residualPx: { type: Number },
  byId: text,
  /** As it was then. */
  byName: text,
});
/** How two sheets lie on each other, as stored; `_id` follows from the two pages. */
export type AlignmentRow = RowOf<typeof alignment>;

/** The model of the collection; its indexes answer each query of the repository. */
export function alignmentModel(connection: Connection): Model<AlignmentRow> {
  const alignments = rowSchema<AlignmentRow>('alignments', alignment);
  alignments.index({ firstDocumentId: 1, secondDocumentId: 1, updatedAt: -1 });
  alignments.index({ secondDocumentId: 1 });
  return connection.model<AlignmentRow>('alignments', alignments);
}
