import { Schema, type Connection, type Model } from 'mongoose';
import { outboxIndexes, outboxPaths, type OutboxRow } from '@symbio/kit';
import type { HistoryRecord } from './history.js';

/** A place as MongoDB indexes it: longitude first, decimal degrees. */
export interface GeoPoint {
  type: 'Point';
  coordinates: [longitude: number, latitude: number];
}

/** A feature of interest as it is stored (DATA-14). */
export interface FeatureRow extends OutboxRow {
  projectId: string;
  name: string;
  landUse: string[];
  /** Null when nobody has placed it yet. */
  location: GeoPoint | null;
  authorId: string;
}

/** A mention without its history: what lists need. */
export interface MentionSummary extends OutboxRow {
  projectId: string;
  /** Empty: unassociated. */
  featureId: string;
  /** Empty: the annotation is gone. */
  sourceAnnotationId: string;
  authorId: string;
  /** What was written last. */
  narrative: string;
  /** A copy of the record that holds; null when none does. */
  current: HistoryRecord | null;
  historyCount: number;
  /** What an agent thinks the site is, one of the 44 land uses, while the mention names no feature. */
  suggestedLandUse?: string;
  /** How many of the decisions about the agent's annotation are in the history. Absent: none. */
  reviewNumber?: number;
  /** The newest deletion or restoration of its annotation that was applied, by the revision of the annotation. */
  sourceNews?: { annotationId: string; rev: number };
}

/**
 * A mention with its whole history, oldest first (DATA-16, DATA-17). One row, so that a new record, the end of the one
 * before, the pointer to what holds and the event about it are one write.
 */
export interface MentionRow extends MentionSummary {
  history: HistoryRecord[];
}

/** The `features` collection. */
export function featureModel(connection: Connection): Model<FeatureRow> {
  const schema = new Schema<FeatureRow>(
    {
      ...outboxPaths,
      projectId: { type: String, required: true },
      name: { type: String, required: true },
      landUse: { type: [String], default: [] },
      location: { type: Object, default: null },
      authorId: { type: String, required: true },
    },
    { collection: 'features', versionKey: false },
  );
  schema.index({ projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ projectId: 1, location: '2dsphere' });
  outboxIndexes(schema);
  return connection.model<FeatureRow>('feature', schema);
}

/** The `mentions` collection. */
export function mentionModel(connection: Connection): Model<MentionRow> {
  const record = {
    _id: false,
    id: String,
    featureId: String,
    sourceAnnotationId: String,
    authorId: String,
    narrative: String,
    confidence: Number,
    useType: String,
    status: String,
    createdAt: Date,
  };
  const schema = new Schema<MentionRow>(
    {
      ...outboxPaths,
      projectId: { type: String, required: true },
      featureId: { type: String, default: '' },
      sourceAnnotationId: { type: String, default: '' },
      authorId: { type: String, required: true },
      narrative: { type: String, default: '' },
      current: { type: Object, default: null },
      historyCount: { type: Number, required: true },
      suggestedLandUse: { type: String },
      reviewNumber: { type: Number },
      sourceNews: { type: Object },
      history: { type: [record], default: [] },
    },
    { collection: 'mentions', versionKey: false },
  );
  schema.index({ projectId: 1, createdAt: -1, _id: -1 });
  // also what belongs to no feature, under the empty id
  schema.index({ featureId: 1, projectId: 1, createdAt: -1, _id: -1 });
  schema.index({ sourceAnnotationId: 1, projectId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: -1, _id: -1 });
  // records are found by what they were written for, wherever their mention is now
  schema.index({ 'history.id': 1 });
  schema.index({ 'history.featureId': 1, projectId: 1 });
  schema.index({ 'history.sourceAnnotationId': 1, projectId: 1 });
  schema.index({ 'history.authorId': 1, projectId: 1 });
  outboxIndexes(schema);
  return connection.model<MentionRow>('mention', schema);
}
