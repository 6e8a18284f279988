import type { Connection, Model } from 'mongoose';
import { fields, moment, part, rowSchema, text, typed, type RowOf, type ValuesOf } from '@symbio/mongo';
import { REVIEW_VERDICTS, RUN_STATUSES } from '@symbio/proto/annotation/vocabulary';
import { AUTHOR_TYPES } from '@symbio/proto/identity/vocabulary';
import type { PageSize, Shape } from './shapes.js';

const decision = fields({
  verdict: { type: String, enum: REVIEW_VERDICTS, required: true },
  /** Empty if not given. */
  reason: text,
  /** Id of the person's annotation for an accepted proposal; otherwise empty. */
  copyId: text,
  authorId: text,
  authorName: text,
  at: moment,
});

/** A person's decision about an agent's annotation. */
export type Decision = ValuesOf<typeof decision>;

const removalFields = fields({ authorId: text, authorName: text, at: moment });
const removal = part(removalFields);

/** Who deleted or restored an annotation, and when. */
export type Removal = ValuesOf<typeof removalFields>;

const annotation = fields({
  projectId: text,
  documentId: text,
  documentPageId: text,
  shape: { type: typed<Shape>(Object), required: true },
  /** Page size at creation, to validate moves without calling the document service. */
  page: { type: typed<PageSize>(Object), required: true },
  content: text,
  authorId: text,
  authorType: { type: String, enum: AUTHOR_TYPES, required: true },
  authorName: text,
  /** The API key that wrote the current values on behalf of a person; absent otherwise. */
  viaKey: { type: String },
  /** The run it was created under. */
  runId: { type: String },
  /** The agent's annotation that this one was accepted from. */
  derivedFrom: { type: String },
  /** Hash of the creation input; absent in annotations from before November 2026. */
  creationHash: { type: String },
  /** People's decisions about an agent's annotation, oldest first; the last one counts. Absent if none. */
  decisions: { type: [part(decision)], default: undefined },
  /** Deleted by a person: hidden from readers, and restorable until `purgeAt`. */
  removal: { type: removal },
  /** Hidden with its document, and restored with it. */
  removedWithDocument: { type: Boolean },
  purgeAt: { type: Date },
  /** Undone deletions, oldest first. */
  restorations: {
    type: [part({ removed: { type: removal, required: true }, restored: { type: removal, required: true } })],
    default: undefined,
  },
});

/** The stored row of a page annotation (DATA-10). */
export type AnnotationRow = RowOf<typeof annotation>;

export function annotationModel(connection: Connection): Model<AnnotationRow> {
  const schema = rowSchema<AnnotationRow>('annotations', annotation);
  // a page and a document belong to one project, so one index order serves every caller; the author indexes serve
  // callers who see all projects and callers who see some
  schema.index({ documentPageId: 1, createdAt: 1, _id: 1 });
  schema.index({ documentId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ projectId: 1, createdAt: 1, _id: 1 });
  // only a minority has a run
  schema.index({ runId: 1, createdAt: 1, _id: 1 }, { partialFilterExpression: { runId: { $exists: true } } });
  // TTL index: MongoDB removes annotations that were not restored
  schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0, sparse: true });
  return connection.model<AnnotationRow>('annotation', schema);
}

const run = fields({
  projectId: text,
  authorId: text,
  authorType: { type: String, enum: AUTHOR_TYPES, required: true },
  authorName: text,
  name: text,
  /** Client-defined metadata. */
  metadata: { type: typed<Record<string, unknown>>(Object) },
  status: { type: String, enum: RUN_STATUSES, required: true },
  finishedAt: { type: Date },
  /** When and by whom it was undone; all three fields or none. */
  undoneAt: { type: Date },
  undoneById: { type: String },
  undoneByName: { type: String },
  /** Hash of the creation input; absent in runs from before November 2026. */
  creationHash: { type: String },
});

/** The stored row of a run: one piece of work of an author in a project. */
export type RunRow = RowOf<typeof run>;

export function runModel(connection: Connection): Model<RunRow> {
  const schema = rowSchema<RunRow>('runs', run);
  // for callers who see all projects; also covers the count
  schema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  schema.index({ projectId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: -1, _id: -1 });
  return connection.model<RunRow>('run', schema);
}
