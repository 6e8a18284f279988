import { fields, number, part, rowSchema, text, type Connection, type RowOf } from '@symbio/kit';
import type { Model } from 'mongoose';

const stored = fields({
  /** Blob keys. */
  picture: text,
  thumbnail: text,
  /** Pixels and bytes of the picture. */
  width: number,
  height: number,
  fileSize: number,
});

const photograph = fields({
  projectId: text,
  visitId: text,
  fileName: text,
  caption: text,
  /** Absent while it is being stored: then nobody is shown it. */
  stored: { type: part(stored) },
  /** Of the file as it was sent, which is not kept. */
  sha256: { type: String, default: '' },
  /** By the camera's clock; see the contract. Empty: not known. */
  takenAt: { type: String, default: '' },
  /** What they are listed by: the time, or what comes after every time. */
  sortKey: { type: String, default: '' },
  latitude: { type: Number },
  longitude: { type: Number },
  heading: { type: Number },
  addedBy: text,
  addedByName: text,
  /** A person deleted it; until then that can be taken back. */
  purgeAt: { type: Date },
  /** It went with its visit, and comes back with it. */
  withVisit: { type: Boolean },
  /** Until it is stored: when its adding began, or was begun anew. */
  begunAt: { type: Date },
  /** Until it is stored: the attempts at it that are not known to have ended. */
  attempts: { type: [String], default: undefined },
});

/** A photograph of a site visit as stored. */
export type PhotographRow = RowOf<typeof photograph>;

/** A photograph that is there in full. */
export type StoredPhotograph = PhotographRow & { stored: NonNullable<PhotographRow['stored']> };

/** Whether a photograph is stored; it may be deleted, and waiting to be restored. */
export const isThere = (row: PhotographRow): row is StoredPhotograph => row.stored !== undefined && !row.begunAt;

/** What photographs without a time are listed by, after all others. */
export const UNTIMED = '~';

/** The collection of photographs. */
export function photographModel(connection: Connection): Model<PhotographRow> {
  const photographs = rowSchema<PhotographRow>('photographs', photograph);
  photographs.index({ visitId: 1, deletedAt: 1, sortKey: 1, _id: 1 });
  photographs.index({ projectId: 1, deletedAt: 1 });
  // only those that were deleted, and those that are being stored, are in these
  photographs.index({ purgeAt: 1 }, { sparse: true });
  photographs.index({ begunAt: 1 }, { sparse: true });
  return connection.model<PhotographRow>('photographs', photographs);
}
