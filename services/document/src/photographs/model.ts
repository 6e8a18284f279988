import { fields, number, part, rowSchema, text, typed, type Connection, type RowOf } from '@symbio/mongo';
import type { Direction } from '@symbio/proto/feature/vocabulary';
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
  /** Absent, and the row hidden, until stored. */
  stored: { type: part(stored) },
  /** Of the uploaded file, which is not stored. */
  sha256: { type: String, default: '' },
  /** By the camera's clock. Empty: unknown. */
  takenAt: { type: String, default: '' },
  /** Time, or {@link UNTIMED}. */
  sortKey: { type: String, default: '' },
  latitude: { type: Number },
  longitude: { type: Number },
  heading: { type: Number },
  /** Stated by a person. */
  viewDirection: { type: typed<Direction>(String) },
  featureId: { type: String },
  addedBy: text,
  addedByName: text,
  /** End of the restore period. */
  purgeAt: { type: Date },
  withVisit: { type: Boolean },
  /** Until stored: start of the latest attempt. */
  begunAt: { type: Date },
  /** Until stored: attempts not known to have ended. */
  attempts: { type: [String], default: undefined },
});

export type PhotographRow = RowOf<typeof photograph>;

export type StoredPhotograph = PhotographRow & { stored: NonNullable<PhotographRow['stored']> };

/** May be deleted but restorable. */
export const isStored = (row: PhotographRow): row is StoredPhotograph => row.stored !== undefined && !row.begunAt;

/** Sorts after all times. */
export const UNTIMED = '~';

export function photographModel(connection: Connection): Model<PhotographRow> {
  const photographs = rowSchema<PhotographRow>('photographs', photograph);
  photographs.index({ visitId: 1, deletedAt: 1, sortKey: 1, _id: 1 });
  photographs.index({ projectId: 1, deletedAt: 1 });
  // sparse: only deleted and pending ones
  photographs.index({ purgeAt: 1 }, { sparse: true });
  photographs.index({ begunAt: 1 }, { sparse: true });
  return connection.model<PhotographRow>('photographs', photographs);
}
