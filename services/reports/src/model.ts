import {
  fields,
  moment,
  number,
  part,
  rowSchema,
  text,
  typed,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/mongo';
import { COMPOSITION_STATES, REPORT_STATES, SECTION_KEYS } from '@symbio/proto/reports/vocabulary';
import type { Model } from 'mongoose';

const section = fields({
  key: { type: String, enum: SECTION_KEYS, required: true },
  text,
  isChecked: { type: Boolean, required: true },
  byId: text,
  byName: text,
  at: moment,
});
export type StoredSection = ValuesOf<typeof section>;

export interface StoredProfessional {
  id: string;
  name: string;
  path: string;
  licence: string;
  licenceState: string;
  /** YYYY-MM-DD; empty if it does not expire. */
  expiresOn: string;
}

const professional = fields({ id: text, name: text, path: text, licence: text, licenceState: text, expiresOn: text });

/** Its id is that of the project. */
const report = fields({
  sections: { type: [part(section)], default: [] },
  /** YYYY-MM-DD; empty if not set. */
  deliveryDate: text,
  /** As `deliveryDate`; absent in older rows. */
  relianceLetterDate: { type: String },
  insuranceExpiresOn: { type: String },
  professional: { type: typed<StoredProfessional>(part(professional)) },
  fourEyes: { type: Boolean },
});
export type ReportRow = RowOf<typeof report>;

const file = fields({
  name: text,
  /** In the blob store. */
  key: text,
  bytes: number,
  sha256: text,
  contentType: text,
});
export type StoredFile = ValuesOf<typeof file>;

/** A picture that the report shows, in the blob store. */
const photograph = fields({ id: text, key: text });

export interface StoredSignature {
  byId: string;
  byName: string;
  path: string;
  licence: string;
  licenceState: string;
  at: Date;
}

const signature = fields({ byId: text, byName: text, path: text, licence: text, licenceState: text, at: moment });

/** Of an issued version whose project was erased. */
const retention = fields({
  projectNumber: text,
  projectTitle: text,
  /** Of the project; absent: the operator of the installation. */
  organizationId: { type: String },
  erasedAt: moment,
  /** Absent: automatically. */
  erasedById: { type: String },
  until: moment,
});
export type StoredRetention = ValuesOf<typeof retention>;

const version = fields({
  projectId: text,
  number,
  state: { type: String, enum: REPORT_STATES, required: true },
  evidenceSha256: text,
  manifestSha256: text,
  composition: { type: String, enum: COMPOSITION_STATES, required: true },
  percent: number,
  /** A sentence, if the composition failed. */
  problem: text,
  /** End of the lease of the process that composes it. */
  leaseUntil: moment,
  /** Attempts to compose it that ended without a result. */
  failedAttempts: { type: Number },
  files: { type: [part(file)], required: true },
  photographs: { type: [part(photograph)], required: true },
  basedOnId: text,
  lockedById: text,
  lockedByName: text,
  /** The only person who can sign; empty: not named. */
  professionalId: { type: String },
  professionalName: { type: String },
  /** For its DOCX, as it was when the version was locked. */
  template: { type: typed<StoredFile>(part(file)) },
  /** Author ids of the active determinations. */
  determinedBy: { type: typed<string[]>([String]) },
  reason: text,
  signature: { type: typed<StoredSignature>(part(signature)) },
  issuedAt: { type: Date },
  deliveryDate: text,
  retained: { type: typed<StoredRetention>(part(retention)) },
});
export type VersionRow = RowOf<typeof version>;

const shareLink = fields({
  projectId: text,
  versionId: text,
  /** SHA-256 of the token in hex; the token itself is not stored. */
  tokenHash: text,
  name: text,
  /** YYYY-MM-DD, UTC, inclusive. */
  lastDay: text,
  byId: text,
  byName: text,
  /** Exact to a minute. */
  lastUsedAt: { type: Date },
});
export type ShareLinkRow = RowOf<typeof shareLink>;

/** Its id is that of the project, or of the installation. */
const template = fields({
  file: { type: part(file), required: true },
  tags: { type: [String], required: true },
  byId: text,
  byName: text,
  at: moment,
});
export type TemplateRow = RowOf<typeof template>;

export interface ReportModels {
  reports: Model<ReportRow>;
  versions: Model<VersionRow>;
  shareLinks: Model<ShareLinkRow>;
  templates: Model<TemplateRow>;
}

export function reportModels(connection: Connection): ReportModels {
  const reports = rowSchema<ReportRow>('reports', report);
  const versions = rowSchema<VersionRow>('versions', version);
  versions.index({ projectId: 1, number: -1 }, { unique: true });
  versions.index({ composition: 1, leaseUntil: 1 });
  versions.index({ 'retained.until': -1 }, { sparse: true });
  const shareLinks = rowSchema<ShareLinkRow>('shareLinks', shareLink);
  shareLinks.index({ tokenHash: 1 }, { unique: true });
  shareLinks.index({ versionId: 1, createdAt: 1 });
  return {
    reports: connection.model<ReportRow>('Report', reports),
    versions: connection.model<VersionRow>('ReportVersion', versions),
    shareLinks: connection.model<ShareLinkRow>('ReportShareLink', shareLinks),
    templates: connection.model<TemplateRow>('ReportTemplate', rowSchema<TemplateRow>('templates', template)),
  };
}
