import { fields, part, rowSchema, text, type Connection, type RowOf, type ValuesOf } from '@symbio/mongo';
import { AGENCY_KINDS, REQUEST_OUTCOMES } from '@symbio/proto/records/vocabulary';
import type { Model } from 'mongoose';

const line = { type: String, default: '' } as const;

const followUp = fields({ id: text, day: text, note: line, byId: text, byName: text });

/** Days are YYYY-MM-DD, or empty. */
const requestFields = fields({
  agencyName: text,
  agencyKind: { type: String, enum: AGENCY_KINDS, required: true },
  ...{ agencyAddress: line, agencyEmail: line, agencyPortal: line, subject: line },
  hitIds: { type: [String], required: true },
  ...{ sentOn: line, method: line, reference: line, promisedOn: line, followUpOn: line, answeredOn: line },
  /** Absent while waiting. */
  outcome: { type: String, enum: REQUEST_OUTCOMES },
  documentIds: { type: [String], required: true },
  note: line,
});
export type StoredFields = ValuesOf<typeof requestFields>;

const agencyRequest = fields({
  projectId: text,
  fields: { type: part(requestFields), required: true },
  /** Of the property, as `agencyArea` returns it; absent before agencies were remembered. */
  area: { type: String },
  /** A person deleted it; it can be restored. */
  removedAt: { type: Date },
  followUps: { type: [part(followUp)], default: [] },
  byId: text,
  byName: text,
  creationHash: text,
});
export type AgencyRequestRow = RowOf<typeof agencyRequest>;

export function agencyRequestModel(connection: Connection): Model<AgencyRequestRow> {
  const schema = rowSchema<AgencyRequestRow>('agency_requests', agencyRequest);
  schema.index({ deletedAt: 1, projectId: 1, createdAt: -1, _id: -1 });
  schema.index({ deletedAt: 1, area: 1, createdAt: -1 });
  return connection.model<AgencyRequestRow>('AgencyRequest', schema);
}
