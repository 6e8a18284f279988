import { fields, number, part, rowSchema, text, type Connection, type RowOf, type ValuesOf } from '@symbio/mongo';
import type { Model } from 'mongoose';

const pair = fields({ fromX: number, fromY: number, toX: number, toY: number });
export type StoredPair = ValuesOf<typeof pair>;

const base = fields({ re: number, im: number, x: number, y: number });

const size = fields({ width: number, height: number });

const alignment = fields({
  projectId: text,
  firstPageId: text,
  secondPageId: text,
  firstDocumentId: text,
  secondDocumentId: text,
  /** Empty, like `base`, once retracted. */
  pairs: { type: [part(pair)], default: [] },
  base: { type: part(base) },
  /** Of the pictures whose pixels the values have; absent in rows from before December 2026. */
  firstSize: { type: part(size) },
  secondSize: { type: part(size) },
  /** Pixels of the second sheet; absent for fewer than three pairs. */
  residualPx: { type: Number },
  byId: text,
  /** Name at that time. */
  byName: text,
});
/** `_id` is derived from the two pages. */
export type AlignmentRow = RowOf<typeof alignment>;

export function alignmentModel(connection: Connection): Model<AlignmentRow> {
  const alignments = rowSchema<AlignmentRow>('alignments', alignment);
  alignments.index({ firstDocumentId: 1, secondDocumentId: 1, updatedAt: -1 });
  alignments.index({ secondDocumentId: 1 });
  alignments.index({ firstPageId: 1 });
  alignments.index({ secondPageId: 1 });
  return connection.model<AlignmentRow>('alignments', alignments);
}
