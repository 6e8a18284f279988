import { fields, number, part, rowSchema, text, type Connection, type RowOf } from '@symbio/mongo';
import type { Model } from 'mongoose';

const stored = fields({
  picture: text,
  thumbnail: text,
  width: number,
  height: number,
  fileSize: number,
});

const photograph = fields({
  projectId: text,
  visitId: text,
  fileName: text,
  caption: text,
  /** Absent, and the photograph hidden, until stored. */
  stored: { type: part(stored) },
  /** Of the uploaded file, which is not kept. */
  sha256: { type: String, default: '' },
  /** By the camera's clock; see the contract. Empty: unknown. */
  takenAt: { type: String, default: '' },
  /** Sort key: the time, or {@link UNTIMED}. */
  sortKey: { type: String, default: '' },
  latitude: { type: Number },
  longitude: { type: Number },
  heading: { type: Number },
  addedBy: text,
  addedByName: text,
  /** End of the period in which a person's deletion can be undone. */
  purgeAt: { type: Date },
  /** Deleted with its visit, and restored with it. */
  withVisit: { type: Boolean },
  /** Until stored: start of the latest attempt. */
  begunAt: { type: Date },
  /** Until stored: attempts not known to have ended. */
  attempts: { type: [String], default: undefined },
});

export type PhotographRow = RowOf<typeof photograph>;

export type StoredPhotograph = PhotographRow & { stored: NonNullable<PhotographRow['stored']> };

/** Whether the files are stored; the photograph may be deleted but restorable. */
export const isThere = (row: PhotographRow): row is StoredPhotograph => row.stored !== undefined && !row.begunAt;

/** Sort key of photographs without a time: after all others. */
export const UNTIMED = '~';

export function photographModel(connection: Connection): Model<PhotographRow> {
  const photographs = rowSchema<PhotographRow>('photographs', photograph);
  photographs.index({ visitId: 1, deletedAt: 1, sortKey: 1, _id: 1 });
  photographs.index({ projectId: 1, deletedAt: 1 });
  // sparse: only deleted ones, and those not stored yet
  photographs.index({ purgeAt: 1 }, { sparse: true });
  photographs.index({ begunAt: 1 }, { sparse: true });
  return connection.model<PhotographRow>('photographs', photographs);
}
