import { Schema, type Connection, type Model } from 'mongoose';

/** A spot that was proposed once. It is never proposed again, whatever became of the proposal. */
export interface SpotRow {
  /** `<page>/<land use>/<column>/<row>`: two runs side by side write the same row once. */
  _id: string;
  projectId: string;
  documentId: string;
  pageId: string;
  landUse: string;
  /** The words' box in shares of the page, so that a page drawn at another resolution keeps its spots. */
  box: { x: number; y: number; width: number; height: number };
  /** Ids of what is proposed, chosen before it is made: a run that breaks off is finished by the next. */
  annotationId: string;
  mentionId: string;
  /** Both are made, or their page was deleted. */
  done: boolean;
  at: Date;
}

/** The `spots` collection. */
export function spotModel(connection: Connection): Model<SpotRow> {
  const schema = new Schema<SpotRow>(
    {
      _id: String,
      projectId: { type: String, required: true },
      documentId: { type: String, required: true },
      pageId: { type: String, required: true },
      landUse: { type: String, required: true },
      box: { type: Object, required: true },
      annotationId: { type: String, required: true },
      mentionId: { type: String, required: true },
      done: { type: Boolean, default: false },
      at: { type: Date, required: true },
    },
    { collection: 'spots', versionKey: false },
  );
  schema.index({ pageId: 1 });
  schema.index({ documentId: 1 });
  schema.index({ projectId: 1 });
  return connection.model<SpotRow>('spot', schema);
}
