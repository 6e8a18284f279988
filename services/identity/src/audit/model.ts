import { fields, moment, number, strictSchema, text, type Connection, type Link, type ValuesOf } from '@symbio/kit';
import { AUDIT_ACTIONS } from '@symbio/proto/identity/vocabulary';
import type { Model } from 'mongoose';

/** Ids, words and addresses only: a name or a content that is in here can never be taken out again. */
const auditEntry = fields({
  /** Its place in the chain. */
  _id: number,
  /** Of the event or request that it tells of. */
  id: text,
  at: moment,
  userId: text,
  authorId: text,
  apiKeyId: text,
  address: text,
  action: { type: String, enum: AUDIT_ACTIONS, required: true },
  operation: text,
  object: text,
  objectId: text,
  projectId: text,
  status: number,
  requestId: text,
  previous: text,
  hash: text,
});

export type AuditRow = ValuesOf<typeof auditEntry>;

/** An entry before it has its place. */
export type AuditValues = Omit<AuditRow, keyof Link>;

const auditState = fields({
  /** What it is the state of: `verification`. */
  _id: text,
  verifiedAt: moment,
  /** The last entry that was found sound. */
  through: number,
  /** What is wrong; empty: nothing was found. */
  broken: text,
});

export type AuditStateRow = ValuesOf<typeof auditState>;

export interface AuditModels {
  entries: Model<AuditRow>;
  states: Model<AuditStateRow>;
}

/** The collections of the audit trail's own database. */
export function auditModels(connection: Connection): AuditModels {
  const entries = strictSchema<AuditRow>('audit_entries', auditEntry);
  // what is delivered twice is written once
  entries.index({ id: 1 }, { unique: true });
  // each list is sorted by time
  entries.index({ at: -1, _id: -1 });
  for (const field of ['userId', 'apiKeyId', 'projectId', 'address'] as const)
    entries.index({ [field]: 1, at: -1, _id: -1 });
  return {
    entries: connection.model<AuditRow>('AuditEntry', entries),
    states: connection.model<AuditStateRow>('AuditState', strictSchema<AuditStateRow>('audit_states', auditState)),
  };
}
