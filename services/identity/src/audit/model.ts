import { fields, moment, number, part, strictSchema, text, type Connection, type ValuesOf } from '@symbio/mongo';
import { AUDIT_ACTIONS } from '@symbio/proto/identity/vocabulary';
import type { Model } from 'mongoose';

/** Ids, keywords and addresses only: names and content could never be removed from the trail. */
const auditValues = fields({
  /** Id of the recorded event or request. */
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
  /** Only if the client chose one: older entries lack the field, and their hashes do not cover it. */
  clientRequestId: { type: String },
  /** Of a version of a report, when it was signed, issued, retained or erased; absent otherwise. */
  manifestSha256: { type: String },
  /** Of a version of a report; absent otherwise, and in entries from before the field existed. */
  versionNumber: { type: Number },
  /** Of the user when it was recorded, or of the report that was retained; absent: the operator's, and before December 2026. */
  organizationId: { type: String },
});

/** Entry without a position yet. */
export type AuditValues = ValuesOf<typeof auditValues>;

const auditEntry = fields({ _id: number, ...auditValues, previous: text, hash: text });

export type AuditRow = ValuesOf<typeof auditEntry>;

const auditState = fields({
  /** Name of the state: `verification`. */
  _id: text,
  verifiedAt: moment,
  /** Last verified entry. */
  through: number,
  /** Problem found; empty if none. */
  broken: text,
});

export type AuditStateRow = ValuesOf<typeof auditState>;

const auditCheckpoint = fields({
  /** Position and hash of the last removed entry, which the oldest kept entry follows. */
  _id: number,
  hash: text,
  /** When, and under which retention in days. */
  at: moment,
  days: number,
});

export type AuditCheckpoint = ValuesOf<typeof auditCheckpoint>;

const auditSetting = fields({
  /** Name of the setting: `retention`. */
  _id: text,
  /** Days after which entries are removed; 0: never. */
  days: number,
  /** Last change as an entry, until it is in the trail. */
  change: { type: part(auditValues), default: null },
});

export type AuditSetting = ValuesOf<typeof auditSetting>;

export interface AuditModels {
  entries: Model<AuditRow>;
  checkpoints: Model<AuditCheckpoint>;
  settings: Model<AuditSetting>;
  states: Model<AuditStateRow>;
}

/** Collections of the audit trail's own database. */
export function auditModels(connection: Connection): AuditModels {
  const entries = strictSchema<AuditRow>('audit_entries', auditEntry);
  // deduplicates redelivered events
  entries.index({ id: 1 }, { unique: true });
  // each list is sorted by time
  entries.index({ at: -1, _id: -1 });
  for (const field of ['userId', 'apiKeyId', 'projectId', 'address'] as const)
    entries.index({ [field]: 1, at: -1, _id: -1 });
  entries.index(
    { organizationId: 1, at: -1, _id: -1 },
    { partialFilterExpression: { organizationId: { $exists: true } } },
  );
  return {
    entries: connection.model<AuditRow>('AuditEntry', entries),
    checkpoints: connection.model<AuditCheckpoint>(
      'AuditCheckpoint',
      strictSchema<AuditCheckpoint>('audit_checkpoints', auditCheckpoint),
    ),
    settings: connection.model<AuditSetting>(
      'AuditSetting',
      strictSchema<AuditSetting>('audit_settings', auditSetting),
    ),
    states: connection.model<AuditStateRow>('AuditState', strictSchema<AuditStateRow>('audit_states', auditState)),
  };
}
