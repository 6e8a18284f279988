import type { Connection, Model } from 'mongoose';
import { fields, moment, number, part, rowSchema, text, typed, type RowOf, type ValuesOf } from '@symbio/mongo';
import { HISTORY_STATUSES, USE_TYPES, type Direction, type Relation } from '@symbio/proto/feature/vocabulary';

/** GeoJSON: longitude first, decimal degrees. */
export interface GeoPoint {
  type: 'Point';
  coordinates: [longitude: number, latitude: number];
}

/** Seen from the nearest edge of the property. */
export interface PropertyRelation {
  relation: Relation;
  direction?: Direction;
  distanceFt?: number;
}

const relation = { type: typed<PropertyRelation>(Object) } as const;

const taken = {
  landUse: { type: [String], default: [] },
  location: { type: typed<GeoPoint>(Object), default: null },
  relation,
} as const;

const merge = fields({
  id: text,
  mergedIds: { type: [String], required: true },
  at: moment,
  before: { type: part(fields(taken)), required: true },
  after: { type: part(fields(taken)), required: true },
  undoneAt: { type: Date },
});

/** Kept slightly longer than it can be undone. */
export type Merge = ValuesOf<typeof merge>;

const feature = fields({
  projectId: text,
  name: text,
  landUse: { type: [String], default: [] },
  /** Null until placed. */
  location: { type: typed<GeoPoint>(Object), default: null },
  /** Absent until someone states it. */
  relation,
  authorId: text,
  /** The API key that wrote the current values for a person. */
  viaKey: { type: String },
  runId: { type: String },
  /** Hash of the creation input; empty before November 2026. */
  creationHash: text,
  /** Hidden from readers until this merge is undone. */
  merged: { type: part({ id: text, at: moment }) },
  /** Oldest first. */
  merges: { type: [part(merge)], default: undefined },
});

/** DATA-14. */
export type FeatureRow = RowOf<typeof feature>;

const record = fields({
  id: text,
  /** Unchanged when the mention moves; empty if none. */
  featureId: text,
  sourceAnnotationId: text,
  authorId: text,
  narrative: text,
  /** 0 to 10. */
  confidence: number,
  useType: { type: String, enum: USE_TYPES, required: true },
  status: { type: String, enum: HISTORY_STATUSES, required: true },
  createdAt: moment,
  /** The API key that wrote it for a person. */
  viaKey: { type: String },
  runId: { type: String },
  /** A run's record: the previous record, restored when the run is undone. */
  replacedId: { type: String },
});

/** Immutable except for its status (DATA-18). */
export type HistoryRecord = ValuesOf<typeof record>;

const mergeMove = fields({
  mergeId: text,
  fromFeatureId: text,
  /** Empty if none. */
  recordBefore: text,
  recordAfter: text,
});

export type MergeMove = ValuesOf<typeof mergeMove>;

const sourceRecord = fields({ hitId: text, list: text, recordId: text, dataSetName: text, agencyDate: text });

export type SourceRecord = ValuesOf<typeof sourceRecord>;

const mention = fields({
  projectId: text,
  /** Empty: unassociated. */
  featureId: { type: String, default: '' },
  /** Empty: the annotation is deleted. */
  sourceAnnotationId: { type: String, default: '' },
  authorId: text,
  narrative: { type: String, default: '' },
  /** Copy of the current record. */
  current: { type: part(record), default: null },
  historyCount: number,
  /** Its source in place of an annotation. */
  sourceRecord: { type: part(sourceRecord), default: undefined },
  /** An agent's suggestion while there is no feature. */
  suggestedLandUse: { type: String },
  /** Of its feature when it was linked; absent before December 2026. */
  linkedLandUse: { type: [String], default: undefined },
  /** Given with the feature that was created for it; absent if it was linked to an existing one. */
  statedLandUse: { type: String },
  runId: { type: String },
  creationHash: text,
  /** Hidden from readers until the annotation is restored. */
  orphanedAt: { type: Date },
  /** With its annotation, on a blind sheet: hidden from readers until it is shown. Absent if shown. */
  heldBack: { type: Boolean },
  /** Undone runs that had records here. */
  undoneRuns: { type: [String], default: undefined },
  reviewNumber: { type: Number },
  /** Newest applied deletion or restoration of the annotation. */
  sourceEvent: { type: part({ annotationId: text, rev: number }) },
  history: { type: [part(record)], default: [] },
  /** Merges that moved it and were not undone, oldest first. */
  moves: { type: [part(mergeMove)], default: undefined },
});

/**
 * Its history is oldest first (DATA-16, DATA-17). One row: a new record, the end of the previous one, the current
 * pointer and the event are one atomic write.
 */
export type MentionRow = RowOf<typeof mention>;

export type MentionSummary = Omit<MentionRow, 'history'>;

/** Seconds: as long as the annotation can be restored. */
const ORPHAN_SECONDS = 30 * 86_400;

const OF_A_RUN = { partialFilterExpression: { runId: { $exists: true } } };
const WITH_RECORDS_OF_A_RUN = { partialFilterExpression: { 'history.runId': { $exists: true } } };

export function featureModel(connection: Connection): Model<FeatureRow> {
  const schema = rowSchema<FeatureRow>('features', feature);
  schema.index({ projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ projectId: 1, location: '2dsphere' });
  // for callers who see all projects; deleted rows remain only until their last event is sent
  schema.index({ deletedAt: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, createdAt: 1, _id: 1 });
  schema.index({ location: '2dsphere' });
  schema.index({ runId: 1, createdAt: 1, _id: 1 }, OF_A_RUN);
  for (const path of ['merged.id', 'merged.at', 'merges.id']) schema.index({ [path]: 1 }, { sparse: true });
  return connection.model<FeatureRow>('feature', schema);
}

export function mentionModel(connection: Connection): Model<MentionRow> {
  const schema = rowSchema<MentionRow>('mentions', mention);
  schema.index({ projectId: 1, createdAt: -1, _id: -1 });
  // includes the empty id of unassociated mentions
  schema.index({ featureId: 1, projectId: 1, createdAt: -1, _id: -1 });
  // an annotation belongs to one project, so one index order serves every caller
  schema.index({ sourceAnnotationId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: -1, _id: -1 });
  // for callers who see all projects
  schema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  schema.index({ featureId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, createdAt: -1, _id: -1 });
  // records keep the feature they were written for
  schema.index({ 'history.id': 1 });
  schema.index({ 'history.featureId': 1, projectId: 1 });
  schema.index({ 'history.sourceAnnotationId': 1, projectId: 1 });
  schema.index({ 'history.authorId': 1, projectId: 1 });
  schema.index({ runId: 1, createdAt: -1, _id: -1 }, OF_A_RUN);
  schema.index({ 'history.runId': 1, projectId: 1 }, WITH_RECORDS_OF_A_RUN);
  schema.index({ 'moves.mergeId': 1 }, { sparse: true });
  schema.index({ orphanedAt: 1 }, { expireAfterSeconds: ORPHAN_SECONDS, sparse: true });
  return connection.model<MentionRow>('mention', schema);
}
