import { fields, moment, strictSchema, text, type Connection, type ValuesOf } from '@symbio/mongo';
import type { Model } from 'mongoose';

const opening = fields({
  /** Of page and user. */
  _id: text,
  projectId: text,
  documentId: text,
  pageId: text,
  userId: text,
  /** Name at the last opening. */
  userName: text,
  firstAt: moment,
  lastAt: moment,
  /** Its document is deleted and can be restored. */
  hidden: { type: Boolean },
});
export type PageOpeningRow = ValuesOf<typeof opening>;

export function pageOpeningModel(connection: Connection): Model<PageOpeningRow> {
  const openings = strictSchema<PageOpeningRow>('pageOpenings', opening);
  openings.index({ projectId: 1, firstAt: -1, _id: -1 });
  openings.index({ projectId: 1, userId: 1, firstAt: -1, _id: -1 });
  openings.index({ documentId: 1, firstAt: -1, _id: -1 });
  return connection.model<PageOpeningRow>('pageOpenings', openings);
}
