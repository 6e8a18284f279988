import { fields, moment, part, number, strictSchema, text, type Connection, type ValuesOf } from '@symbio/kit';
import type { Model } from 'mongoose';

const spot = fields({
  /** `<page>/<land use>/<column>/<row>`: two runs side by side write the same row once. */
  _id: text,
  projectId: text,
  documentId: text,
  pageId: text,
  landUse: text,
  /** The words' box in shares of the page, so that a page drawn at another resolution keeps its spots. */
  box: { type: part({ x: number, y: number, width: number, height: number }), required: true },
  /** Around the building that the words lie in, in the same shares; absent where no outline was found. */
  site: { type: part({ x: number, y: number, width: number, height: number }), required: false },
  /** Ids of what is proposed, chosen before it is made: a run that breaks off is finished by the next. */
  annotationId: text,
  mentionId: text,
  /** Both are made, or a person deleted the annotation before the mention was. */
  done: { type: Boolean, default: false },
  at: moment,
});

/** A spot that was proposed once. It is never proposed again, whatever became of the proposal. */
export type SpotRow = ValuesOf<typeof spot>;

/** The `spots` collection. */
export function spotModel(connection: Connection): Model<SpotRow> {
  const schema = strictSchema<SpotRow>('spots', spot);
  schema.index({ pageId: 1 });
  schema.index({ documentId: 1 });
  schema.index({ projectId: 1 });
  return connection.model<SpotRow>('spot', schema);
}
