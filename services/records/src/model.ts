import type { Part } from '@symbio/georeference/boundary';
import type { Columns, DATA_SETS, ImportProgress, StoredRecord, VERSIONS } from '@symbio/agency-lists';
import {
  fields,
  moment,
  number,
  part,
  rowSchema,
  strictSchema,
  text,
  typed,
  type Connection,
  type RowOf,
  type ValuesOf,
} from '@symbio/mongo';
import { VERSION_STATES } from '@symbio/proto/records/vocabulary';
import type { Model } from 'mongoose';
import { decisionModels, type DecisionModels } from './decisions/model.js';
import type { StoredHit } from './hits.js';
import { radiusReportModel, type RadiusReportRow } from './radius/model.js';
import { rerunModel, type RerunRow } from './reruns/model.js';
import { agencyRequestModel, type AgencyRequestRow } from './requests/model.js';

/** Columns that a person named, for later files with the same header. */
const mapping = fields({
  headerHash: text,
  columns: { type: typed<Columns>(Object), required: true },
  lists: { type: [String], required: true },
});

const dataSet = fields({
  name: text,
  agency: text,
  sourceUrl: text,
  licence: text,
  currentVersionId: text,
  mappings: { type: [part(mapping)], default: [] },
  createdById: text,
  createdByName: text,
  /** SHA-256 of the creation request. */
  creationHash: text,
});
export type DataSetRow = RowOf<typeof dataSet>;

export interface StoredUnknownColumns {
  header: string[];
  headerHash: string;
  proposed: Record<string, string>;
  sample: string[][];
}

const version = fields({
  _id: text,
  dataSetId: text,
  state: { type: String, enum: VERSION_STATES, required: true },
  agencyDate: text,
  fileName: text,
  bytes: number,
  sha256: text,
  format: text,
  /** Columns of the file, once its format is known. */
  header: { type: [String], default: undefined },
  progress: { type: typed<ImportProgress>(Object), required: true },
  problem: { type: String },
  unknown: { type: typed<StoredUnknownColumns>(Object) },
  byId: text,
  byName: text,
  at: moment,
  /** End of the lease of the process that imports it. */
  leaseUntil: moment,
});
export type VersionRow = ValuesOf<typeof version>;

const record = fields({
  _id: text,
  ...{ v: text, r: number, n: text, a: text, c: text, s: text, z: text, q: text },
  l: { type: [String], required: true },
  t: { type: String },
  x: { type: String, enum: ['none', 'found'] },
  f: { type: String },
  k: { type: [String], default: undefined },
  m: { type: Number },
  p: { type: [Number], default: undefined },
  h: { type: Number },
  o: { type: String },
});

const originalRows = fields({
  /** Version and number of the part. */
  _id: text,
  v: text,
  /** JSON of rows with their cells, compressed. */
  rows: { type: typed<Buffer>(Buffer), required: true },
});
/** Rows of a version as its file has them. */
export type OriginalRowsRow = ValuesOf<typeof originalRows>;

const count = fields({
  list: text,
  metres: number,
  isLoaded: { type: Boolean, required: true },
  ...{ on: number, perhapsOn: number, adjoining: number, within: number, perhaps: number, beyond: number },
  orphans: number,
});
export type StoredCount = ValuesOf<typeof count>;

const searched = fields({ dataSetId: text, name: text, versionId: text, agencyDate: text, sha256: text });
export type StoredSearched = ValuesOf<typeof searched>;

const search = fields({
  projectId: text,
  number,
  counts: { type: [part(count)], required: true },
  data: { type: [part(searched)], required: true },
  /** As it was searched; absent in searches of earlier releases. */
  boundary: { type: typed<Part[]>(Array), default: undefined },
  /** Of boundary, distances and versions: another one makes the search outdated. */
  inputHash: text,
  previousId: text,
  appeared: number,
  vanished: number,
  byId: text,
  byName: text,
});
export type SearchRow = RowOf<typeof search>;

const searchHits = fields({
  /** Of the search. */
  _id: text,
  projectId: text,
  hits: { type: typed<StoredHit[]>([Object]), required: true },
});
export type SearchHitsRow = ValuesOf<typeof searchHits>;

const distance = fields({ list: text, kind: text, miles: number, reason: text });
export type StoredDistance = ValuesOf<typeof distance>;

const confirmation = fields({ byId: text, byName: text, at: moment, tableHash: text });
export type StoredConfirmation = ValuesOf<typeof confirmation>;

const searchDistances = fields({
  /** Of the project. */
  _id: text,
  distances: { type: [part(distance)], required: true },
  /** Kept when the table changes: it is outdated then. */
  confirmed: { type: part(confirmation) },
  byId: text,
  byName: text,
  at: moment,
});
export type SearchDistancesRow = ValuesOf<typeof searchDistances>;

export interface RecordsModels extends DecisionModels {
  requests: Model<AgencyRequestRow>;
  radiusReports: Model<RadiusReportRow>;
  dataSets: Model<DataSetRow>;
  versions: Model<VersionRow>;
  records: Model<StoredRecord>;
  originalRows: Model<OriginalRowsRow>;
  searches: Model<SearchRow>;
  hits: Model<SearchHitsRow>;
  distances: Model<SearchDistancesRow>;
  reruns: Model<RerunRow>;
}

export function recordsModels(connection: Connection): RecordsModels {
  const dataSets = rowSchema<DataSetRow>('data_sets' satisfies typeof DATA_SETS, dataSet);
  dataSets.index({ deletedAt: 1, name: 1 });
  const versions = strictSchema<VersionRow>('versions' satisfies typeof VERSIONS, version);
  versions.index({ dataSetId: 1, at: -1 });
  versions.index({ state: 1, leaseUntil: 1 });
  const records = strictSchema<StoredRecord>('records', record);
  records.index({ v: 1, l: 1, h: 1 }, { partialFilterExpression: { h: { $exists: true } } });
  records.index({ v: 1, o: 1 }, { partialFilterExpression: { o: { $exists: true } } });
  const originals = strictSchema<OriginalRowsRow>('original_rows', originalRows);
  originals.index({ v: 1 });
  const searches = rowSchema<SearchRow>('record_searches', search);
  searches.index({ deletedAt: 1, projectId: 1, number: -1 });
  const hits = strictSchema<SearchHitsRow>('search_hits', searchHits);
  hits.index({ projectId: 1 });
  hits.index({ 'hits.id': 1 });
  const distances = strictSchema<SearchDistancesRow>('search_distances', searchDistances);
  return {
    ...decisionModels(connection),
    requests: agencyRequestModel(connection),
    radiusReports: radiusReportModel(connection),
    reruns: rerunModel(connection),
    dataSets: connection.model<DataSetRow>('DataSet', dataSets),
    versions: connection.model<VersionRow>('DataSetVersion', versions),
    records: connection.model<StoredRecord>('Record', records),
    originalRows: connection.model<OriginalRowsRow>('OriginalRows', originals),
    searches: connection.model<SearchRow>('RecordSearch', searches),
    hits: connection.model<SearchHitsRow>('SearchHits', hits),
    distances: connection.model<SearchDistancesRow>('SearchDistances', distances),
  };
}
