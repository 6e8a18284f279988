import type { Connection, Model } from 'mongoose';
import { fields, moment, part, rowSchema, text, typed, type RowOf, type ValuesOf } from '@symbio/kit';
import { REVIEW_VERDICTS, RUN_STATUSES } from '@symbio/proto/annotation/vocabulary';
import { AUTHOR_TYPES } from '@symbio/proto/identity/vocabulary';
import type { PageSize, Shape } from './shapes.js';

const decision = fields({
  verdict: { type: String, enum: REVIEW_VERDICTS, required: true },
  /** Empty: none was given. */
  reason: text,
  /** accepted: the person's own annotation made of it; otherwise empty. */
  copyId: text,
  authorId: text,
  authorName: text,
  at: moment,
});

/** What a person decided about an agent's annotation, and when. */
export type Decision = ValuesOf<typeof decision>;

const removalFields = fields({ authorId: text, authorName: text, at: moment });
const removal = part(removalFields);

/** Who deleted an annotation, or brought it back, and when. */
export type Removal = ValuesOf<typeof removalFields>;

const annotation = fields({
  projectId: text,
  documentId: text,
  documentPageId: text,
  shape: { type: typed<Shape>(Object), required: true },
  /** Size of the page when the annotation was made: a move is checked against it without asking the document service. */
  page: { type: typed<PageSize>(Object), required: true },
  content: text,
  authorId: text,
  authorType: { type: String, enum: AUTHOR_TYPES, required: true },
  authorName: text,
  /** The API key that wrote what it says now in the name of a person; absent for all others. */
  viaKey: { type: String },
  /** The run it was made under. */
  runId: { type: String },
  /** The agent's annotation that a person took over into this one. */
  derivedFrom: { type: String },
  /** Of what it was created with; annotations from before November 2026 have none. */
  creationHash: { type: String },
  /** What people decided about an agent's annotation, oldest first; the last one counts. Absent: nothing yet. */
  decisions: { type: [part(decision)], default: undefined },
  /** A person deleted it: not there for readers, and kept until `purgeAt` so that it can be brought back. */
  removal: { type: removal },
  /** It went with its document, and comes back with it. */
  removedWithDocument: { type: Boolean },
  purgeAt: { type: Date },
  /** Deletions that were taken back, oldest first. */
  restorations: {
    type: [part({ removed: { type: removal, required: true }, restored: { type: removal, required: true } })],
    default: undefined,
  },
});

/** An annotation on a page as it is stored (DATA-10). */
export type AnnotationRow = RowOf<typeof annotation>;

/** The `annotations` collection. */
export function annotationModel(connection: Connection): Model<AnnotationRow> {
  const schema = rowSchema<AnnotationRow>('annotations', annotation);
  // a page and a document lie in one project, so that their annotations are in order whoever asks; an author's are for
  // those who see all projects, and for those who see some
  schema.index({ documentPageId: 1, createdAt: 1, _id: 1 });
  schema.index({ documentId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ projectId: 1, createdAt: 1, _id: 1 });
  // a minority is made under a run
  schema.index({ runId: 1, createdAt: 1, _id: 1 }, { partialFilterExpression: { runId: { $exists: true } } });
  // the database itself removes what nobody brought back
  schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0, sparse: true });
  return connection.model<AnnotationRow>('annotation', schema);
}

const run = fields({
  projectId: text,
  authorId: text,
  authorType: { type: String, enum: AUTHOR_TYPES, required: true },
  authorName: text,
  name: text,
  /** What its maker wants to remember of it. */
  metadata: { type: typed<Record<string, unknown>>(Object) },
  status: { type: String, enum: RUN_STATUSES, required: true },
  finishedAt: { type: Date },
  /** Who undid it, and when; all three or none. */
  undoneAt: { type: Date },
  undoneById: { type: String },
  undoneByName: { type: String },
  /** Of what it was created with; runs from before November 2026 have none. */
  creationHash: { type: String },
});

/** A run as it is stored: one piece of work of an author in a project. */
export type RunRow = RowOf<typeof run>;

/** The `runs` collection. */
export function runModel(connection: Connection): Model<RunRow> {
  const schema = rowSchema<RunRow>('runs', run);
  // for those who see all projects: counted by the index, too
  schema.index({ deletedAt: 1, createdAt: -1, _id: -1 });
  schema.index({ projectId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, createdAt: -1, _id: -1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: -1, _id: -1 });
  return connection.model<RunRow>('run', schema);
}
