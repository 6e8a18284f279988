import { fields, moment, part, number, strictSchema, text, type Connection, type ValuesOf } from '@symbio/mongo';
import type { Model } from 'mongoose';

const spot = fields({
  /** `<page>/<land use>/<column>/<row>`: concurrent runs write the same row once. */
  _id: text,
  projectId: text,
  documentId: text,
  pageId: text,
  landUse: text,
  /** In shares of the page. */
  box: { type: part({ x: number, y: number, width: number, height: number }), required: true },
  /** Building, in shares of the page; absent without outline. */
  site: { type: part({ x: number, y: number, width: number, height: number }), required: false },
  /** Chosen in advance, so the next run can finish an interrupted one. */
  annotationId: text,
  mentionId: text,
  /** Both exist, or a person deleted the annotation in between. */
  done: { type: Boolean, default: false },
  at: moment,
});

/** Never proposed again, regardless of the outcome. */
export type SpotRow = ValuesOf<typeof spot>;

export function spotModel(connection: Connection): Model<SpotRow> {
  const schema = strictSchema<SpotRow>('spots', spot);
  schema.index({ pageId: 1 });
  schema.index({ documentId: 1 });
  schema.index({ projectId: 1 });
  return connection.model<SpotRow>('spot', schema);
}
