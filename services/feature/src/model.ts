import type { Connection, Model } from 'mongoose';
import { fields, moment, number, part, rowSchema, text, typed, type RowOf, type ValuesOf } from '@symbio/kit';
import { HISTORY_STATUSES, USE_TYPES } from '@symbio/proto/feature/vocabulary';

/** A place as MongoDB indexes it: longitude first, decimal degrees. */
export interface GeoPoint {
  type: 'Point';
  coordinates: [longitude: number, latitude: number];
}

/** What a merge changes of the feature that stays. */
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

/** Other features became this one. It stays as long as that can be undone, and a while longer. */
export type Merge = ValuesOf<typeof merge>;

const feature = fields({
  projectId: text,
  name: text,
  landUse: { type: [String], default: [] },
  /** Null when nobody has placed it yet. */
  location: { type: typed<GeoPoint>(Object), default: null },
  authorId: text,
  /** The API key that wrote what it says now in the name of a person; absent for all others. */
  viaKey: { type: String },
  /** The agents' run it was made under. Absent: none. */
  runId: { type: String },
  /** Of what it was created with; features from before November 2026 have none. */
  creationHash: { type: String },
  /** The merge that made it part of another feature: deleted for readers, until the merge is undone. */
  merged: { type: part({ id: text, at: moment }) },
  /** What was merged into it, oldest first. Absent: nothing ever was. */
  merges: { type: [part(merge)], default: undefined },
});

/** A feature of interest as it is stored (DATA-14). */
export type FeatureRow = RowOf<typeof feature>;

const record = fields({
  id: text,
  /** The feature it was written for; empty: none. It stays with this feature when the mention moves on. */
  featureId: text,
  sourceAnnotationId: text,
  authorId: text,
  narrative: text,
  /** 0 to 10. */
  confidence: number,
  useType: { type: String, enum: USE_TYPES, required: true },
  status: { type: String, enum: HISTORY_STATUSES, required: true },
  createdAt: moment,
  /** The API key that wrote it in the name of a person; absent for all others. */
  viaKey: { type: String },
  /** The agents' run it was written under. Absent: none. */
  runId: { type: String },
  /** Of a record of a run: the one that held before it, to hold again when the run is undone. Absent: none did. */
  replacedId: { type: String },
});

/** What was held true of a mention from a moment on. Nothing of it ever changes but its status (DATA-18). */
export type HistoryRecord = ValuesOf<typeof record>;

const mergeMove = fields({
  mergeId: text,
  fromFeatureId: text,
  /** The record that held before, and the one that held after. Empty: none did. */
  recordBefore: text,
  recordAfter: text,
});

/** How a merge moved a mention. */
export type MergeMove = ValuesOf<typeof mergeMove>;

const mention = fields({
  projectId: text,
  /** Empty: unassociated. */
  featureId: { type: String, default: '' },
  /** Empty: the annotation is deleted. */
  sourceAnnotationId: { type: String, default: '' },
  authorId: text,
  /** What was written last. */
  narrative: { type: String, default: '' },
  /** A copy of the current record; null when none is. */
  current: { type: part(record), default: null },
  historyCount: number,
  /** What an agent thinks the site is, one of the 44 land uses, while the mention names no feature. */
  suggestedLandUse: { type: String },
  /** The agents' run it was made under. Absent: none. */
  runId: { type: String },
  /** Of what it was created with; mentions from before November 2026 have none. */
  creationHash: { type: String },
  /** Since when it has neither feature nor annotation: deleted for readers, until its annotation is restored. */
  orphanedAt: { type: Date },
  /** The undone runs whose records it had: they hold no more. */
  undoneRuns: { type: [String], default: undefined },
  /** How many of the decisions about the agent's annotation are in the history. Absent: none. */
  reviewNumber: { type: Number },
  /** The newest deletion or restoration of its annotation that was applied, by the revision of the annotation. */
  sourceEvent: { type: part({ annotationId: text, rev: number }) },
  history: { type: [part(record)], default: [] },
  /** The merges that moved it and were not undone for it, oldest first. Absent: none ever did. */
  moves: { type: [part(mergeMove)], default: undefined },
});

/**
 * A mention with its whole history, oldest first (DATA-16, DATA-17). One row, so that a new record, the end of the one
 * before, the pointer to the current one and the event about it are one write.
 */
export type MentionRow = RowOf<typeof mention>;

/** A mention without its history: what lists need. */
export type MentionSummary = Omit<MentionRow, 'history'>;

/** Seconds an orphaned mention is kept: as long as its annotation can be restored. */
const ORPHAN_SECONDS = 30 * 86_400;

const OF_A_RUN = { partialFilterExpression: { runId: { $exists: true } } };
const WITH_RECORDS_OF_A_RUN = { partialFilterExpression: { 'history.runId': { $exists: true } } };

/** The `features` collection. */
export function featureModel(connection: Connection): Model<FeatureRow> {
  const schema = rowSchema<FeatureRow>('features', feature);
  schema.index({ projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ projectId: 1, location: '2dsphere' });
  // the same for those who see all projects; what is deleted stays only until its last event is sent
  schema.index({ deletedAt: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, createdAt: 1, _id: 1 });
  schema.index({ location: '2dsphere' });
  schema.index({ runId: 1, createdAt: 1, _id: 1 }, OF_A_RUN);
  for (const path of ['merged.id', 'merged.at', 'merges.id']) schema.index({ [path]: 1 }, { sparse: true });
  return connection.model<FeatureRow>('feature', schema);
}

/** The `mentions` collection. */
export function mentionModel(connection: Connection): Model<MentionRow> {
  const schema = rowSchema<MentionRow>('mentions', mention);
  schema.index({ projectId: 1, createdAt: -1, _id: -1 });
  // also what belongs to no feature, under the empty id
  schema.index({ featureId: 1, projectId: 1, createdAt: -1, _id: -1 });
  // an annotation lies in one project, so that what was written from it is in order whoever asks
  schema.index({ sourceAnnotationId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: -1, _id: -1 });
  // for those who see all projects
  schema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  schema.index({ featureId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, createdAt: -1, _id: -1 });
  // records are found by what they were written for, wherever their mention is now
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
