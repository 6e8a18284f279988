import { fields, moment, number, rowSchema, text, typed, type Connection, type RowOf } from '@symbio/mongo';
import type { LonLat } from '@symbio/georeference/boundary';
import { RADIUS_REPORT_STATES } from '@symbio/proto/records/vocabulary';
import type { ListDate, ReportRow } from '@symbio/radius-reports';
import type { Model } from 'mongoose';

/** A row with the page that it is on. */
export interface StoredReportRow extends ReportRow {
  pageId: string;
  /** Of its address, by the street lines. */
  place?: LonLat;
}

/** A list with its count, and whether a person must confirm it. */
export interface StoredReportList {
  list: string;
  standardList: string;
  total?: number;
  read: number;
  needsConfirmation: boolean;
  sentence: string;
  page: number;
  pageId: string;
}

const report = fields({
  projectId: text,
  state: { type: String, enum: RADIUS_REPORT_STATES, required: true },
  ...{ vendor: text, documentName: text, pageCount: number, unreadPages: number },
  check: { type: String, enum: ['agree', 'differ', 'none'], required: true },
  rows: { type: typed<StoredReportRow[]>([Object]), required: true },
  orphans: { type: typed<StoredReportRow[]>([Object]), required: true },
  lists: { type: typed<StoredReportList[]>([Object]), required: true },
  dates: { type: typed<ListDate[]>([Object]), required: true },
  doubts: { type: [String], required: true },
  /** Of its records, once confirmed. */
  hitIds: { type: [String], default: [] },
  ...{ byId: text, byName: text, readAt: moment },
  confirmedById: { type: String },
  confirmedByName: { type: String },
  confirmedAt: { type: Date },
});
/** The id is the document's. */
export type RadiusReportRow = RowOf<typeof report>;

export function radiusReportModel(connection: Connection): Model<RadiusReportRow> {
  const schema = rowSchema<RadiusReportRow>('radius_reports', report);
  schema.index({ deletedAt: 1, projectId: 1, state: 1 });
  schema.index({ hitIds: 1 });
  return connection.model<RadiusReportRow>('RadiusReport', schema);
}
