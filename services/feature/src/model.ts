import type { Connection, Model } from 'mongoose';
import { fields, moment, number, part, rowSchema, text, typed, type RowOf, type ValuesOf } from '@symbio/mongo';
import { HISTORY_STATUSES, USE_TYPES } from '@symbio/proto/feature/vocabulary';

/** A GeoJSON point for MongoDB: longitude first, decimal degrees. */
export interface GeoPoint {
  type: 'Point';
  coordinates: [longitude: number, latitude: number];
}

/** Values that a merge changes in the kept feature. */
const taken = {
  landUse: { type: [String], default: [] },
  location: { type: typed<GeoPoint>(Object), default: null },
} as const;

const merge = fields({
  id: text,
  mergedIds: { type: [String], required: true },
  at: moment,
  before: { type: part(fields(taken)), required: true },
  after: { type: part(fields(taken)), required: true },
  undoneAt: { type: Date },
});

/** A merge of other features into this one. Kept slightly longer than it can be undone. */
export type Merge = ValuesOf<typeof merge>;

const feature = fields({
  projectId: text,
  name: text,
  landUse: { type: [String], default: [] },
  /** Null until placed. */
  location: { type: typed<GeoPoint>(Object), default: null },
  authorId: text,
  /** The API key that wrote the current values on behalf of a person; absent otherwise. */
  viaKey: { type: String },
  /** The agent run it was created under; absent if none. */
  runId: { type: String },
  /** Hash of the creation input; absent in features from before November 2026. */
  creationHash: { type: String },
  /** The merge that made it part of another feature: hidden from readers until the merge is undone. */
  merged: { type: part({ id: text, at: moment }) },
  /** Merges into this feature, oldest first; absent if none. */
  merges: { type: [part(merge)], default: undefined },
});

/** The stored row of a feature of interest (DATA-14). */
export type FeatureRow = RowOf<typeof feature>;

const record = fields({
  id: text,
  /** The feature it was written for, unchanged when the mention moves; empty if none. */
  featureId: text,
  sourceAnnotationId: text,
  authorId: text,
  narrative: text,
  /** 0 to 10. */
  confidence: number,
  useType: { type: String, enum: USE_TYPES, required: true },
  status: { type: String, enum: HISTORY_STATUSES, required: true },
  createdAt: moment,
  /** The API key that wrote it on behalf of a person; absent otherwise. */
  viaKey: { type: String },
  /** The agent run it was written under; absent if none. */
  runId: { type: String },
  /** For a run's record: the previous record, restored when the run is undone; absent if none. */
  replacedId: { type: String },
});

/** The state of a mention from a moment on. Immutable except for its status (DATA-18). */
export type HistoryRecord = ValuesOf<typeof record>;

const mergeMove = fields({
  mergeId: text,
  fromFeatureId: text,
  /** Records current before and after; empty if none. */
  recordBefore: text,
  recordAfter: text,
});

/** A move of a mention by a merge. */
export type MergeMove = ValuesOf<typeof mergeMove>;

const mention = fields({
  projectId: text,
  /** Empty: unassociated. */
  featureId: { type: String, default: '' },
  /** Empty: the annotation is deleted. */
  sourceAnnotationId: { type: String, default: '' },
  authorId: text,
  /** Latest narrative. */
  narrative: { type: String, default: '' },
  /** A copy of the current record; null when none is. */
  current: { type: part(record), default: null },
  historyCount: number,
  /** The agent's suggested land use, one of 44, while the mention has no feature. */
  suggestedLandUse: { type: String },
  /** The agents' run it was made under. Absent: none. */
  runId: { type: String },
  /** Hash of the creation input; absent in mentions from before November 2026. */
  creationHash: { type: String },
  /** When it lost both feature and annotation: hidden from readers until its annotation is restored. */
  orphanedAt: { type: Date },
  /** Undone runs that had records here; their records are no longer current. */
  undoneRuns: { type: [String], default: undefined },
  /** Number of review decisions already applied to the history; absent if none. */
  reviewNumber: { type: Number },
  /** The newest applied deletion or restoration of its annotation, by annotation revision. */
  sourceEvent: { type: part({ annotationId: text, rev: number }) },
  history: { type: [part(record)], default: [] },
  /** Merges that moved it and were not undone for it, oldest first; absent if none. */
  moves: { type: [part(mergeMove)], default: undefined },
});

/**
 * A mention with its whole history, oldest first (DATA-16, DATA-17). One row, so that a new record, the end of the
 * previous one, the current pointer and the event are one atomic write.
 */
export type MentionRow = RowOf<typeof mention>;

/** A mention without its history, for lists. */
export type MentionSummary = Omit<MentionRow, 'history'>;

/** Retention of an orphaned mention in seconds: as long as its annotation can be restored. */
const ORPHAN_SECONDS = 30 * 86_400;

const OF_A_RUN = { partialFilterExpression: { runId: { $exists: true } } };
const WITH_RECORDS_OF_A_RUN = { partialFilterExpression: { 'history.runId': { $exists: true } } };

export function featureModel(connection: Connection): Model<FeatureRow> {
  const schema = rowSchema<FeatureRow>('features', feature);
  schema.index({ projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ projectId: 1, location: '2dsphere' });
  // the same for callers who see all projects; deleted rows remain only until their last event is sent
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
  // includes unassociated mentions, under the empty id
  schema.index({ featureId: 1, projectId: 1, createdAt: -1, _id: -1 });
  // an annotation belongs to one project, so one index order serves every caller
  schema.index({ sourceAnnotationId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: -1, _id: -1 });
  // for callers who see all projects
  schema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  schema.index({ featureId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, createdAt: -1, _id: -1 });
  // records are found by the feature they were written for, wherever their mention is now
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
