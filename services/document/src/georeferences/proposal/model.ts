import { fields, moment, number, part, strictSchema, text, type Connection, type ValuesOf } from '@symbio/mongo';
import type { Model } from 'mongoose';

const point = fields({ id: text, x: number, y: number, longitude: number, latitude: number, name: text });

const proposal = fields({
  /** That of the georeference. */
  _id: text,
  projectId: text,
  documentId: text,
  pageId: text,
  state: { type: String, enum: ['proposed', 'abstained'], required: true },
  points: { type: [part(point)], default: [] },
  streets: { type: [String], default: [] },
  agreeing: number,
  score: number,
  next: number,
  why: text,
  /** Pixels that the points were found in. */
  pictureWidth: number,
  pictureHeight: number,
  madeAt: moment,
});
/** Has no effect until a person accepts its points. */
export type ProposalRow = ValuesOf<typeof proposal>;

export function proposalModel(connection: Connection): Model<ProposalRow> {
  const proposals = strictSchema<ProposalRow>('proposals', proposal);
  proposals.index({ documentId: 1 });
  return connection.model<ProposalRow>('proposals', proposals);
}
