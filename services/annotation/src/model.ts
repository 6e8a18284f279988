import type { Connection, Model } from 'mongoose';
import { fields, moment, part, rowSchema, text, typed, type RowOf, type ValuesOf } from '@symbio/mongo';
import {
  REJECTION_CODES,
  REVIEW_RULE_ACTIONS,
  REVIEW_VERDICTS,
  RUN_STATUSES,
} from '@symbio/proto/annotation/vocabulary';
import { AUTHOR_TYPES } from '@symbio/proto/identity/vocabulary';
import type { PageSize, Shape } from './shapes/shapes.js';

const decision = fields({
  verdict: { type: String, enum: REVIEW_VERDICTS, required: true },
  reason: text,
  /** accepted: id of the person's annotation; else empty. */
  copyId: text,
  authorId: text,
  authorName: text,
  at: moment,
  reasonCode: { type: String, enum: REJECTION_CODES },
  /** First shown in the review to the person who decided. */
  shownAt: { type: Date },
});

export type Decision = ValuesOf<typeof decision>;

const removalFields = fields({ authorId: text, authorName: text, at: moment });
const removal = part(removalFields);

export type Removal = ValuesOf<typeof removalFields>;

const pictureMove = fields({
  at: moment,
  from: { type: typed<PageSize>(Object), required: true },
  to: { type: typed<PageSize>(Object), required: true },
  /** Before, in pixels of the previous picture. */
  shape: { type: typed<Shape>(Object), required: true },
});

export type PictureMove = ValuesOf<typeof pictureMove>;

/** Of the page, for scorecards. */
export const sheetFields = fields({ kind: text, year: { type: Number } });

export type SheetFacts = ValuesOf<typeof sheetFields>;

/** What the latest mention of it says, for scorecards. */
const claim = fields({
  /** Of the mention's latest applied event. */
  at: moment,
  /** By the author of the annotation. */
  landUse: { type: [String], default: undefined },
  /** Of a person's copy: what its author stated, rather than that of the feature it was linked to. */
  statedLandUse: { type: String },
  /** 0 to 10, by the author of the annotation. */
  confidence: { type: Number },
  /** A record of the mention is current. */
  stands: { type: Boolean, required: true },
});

export type Claim = ValuesOf<typeof claim>;

const appliedRule = fields({
  id: text,
  action: { type: String, enum: REVIEW_RULE_ACTIONS, required: true },
  correctedLabel: text,
  correctedLandUse: text,
});

export type AppliedRule = ValuesOf<typeof appliedRule>;

const ruleException = fields({
  shown: { type: Boolean, required: true },
  authorId: text,
  authorName: text,
  at: moment,
});

export type RuleException = ValuesOf<typeof ruleException>;

/** Labels are compared without case, accents, spaces and punctuation. */
export const AGENT_LABELS = { locale: 'en', strength: 1, alternate: 'shifted' } as const;

const annotation = fields({
  projectId: text,
  documentId: text,
  documentPageId: text,
  shape: { type: typed<Shape>(Object), required: true },
  /** Size of the picture whose pixels `shape` has, to validate moves without calling the document service. */
  page: { type: typed<PageSize>(Object), required: true },
  content: text,
  authorId: text,
  authorType: { type: String, enum: AUTHOR_TYPES, required: true },
  authorName: text,
  /** The API key that wrote the current values for a person. */
  viaKey: { type: String },
  runId: { type: String },
  /** Agent's annotation that this one was accepted from. */
  derivedFrom: { type: String },
  /** Hash of the creation input; empty before November 2026. */
  creationHash: text,
  /** Oldest first; the last one counts. Absent if none. */
  decisions: { type: [part(decision)], default: undefined },
  /** Deleted by a person; restorable until `purgeAt`. */
  removal: { type: removal },
  removedWithDocument: { type: Boolean },
  purgeAt: { type: Date },
  /** Undone deletions, oldest first. */
  restorations: {
    type: [part({ removed: { type: removal, required: true }, restored: { type: removal, required: true } })],
    default: undefined,
  },
  /** Absent before December 2026. */
  sheet: { type: part(sheetFields) },
  /** Absent without mentions. */
  claim: { type: part(claim) },
  /** Review rule of this undecided proposal. Absent if none. */
  rule: { type: part(appliedRule) },
  /** Whether it is shown although a rule suppresses it, oldest first; the last one counts. Absent if none. */
  ruleExceptions: { type: [part(ruleException)], default: undefined },
  /** Proposal on a blind sheet: hidden from all readers until a person has marked the sheet. Absent if shown. */
  heldBack: { type: Boolean },
  /** With pictures of another size or shape, oldest first. Absent if none. */
  pictureMoves: { type: [part(pictureMove)], default: undefined },
});

/** Stored annotation (DATA-10). */
export type AnnotationRow = RowOf<typeof annotation>;

export function annotationModel(connection: Connection): Model<AnnotationRow> {
  const schema = rowSchema<AnnotationRow>('annotations', annotation);
  // pages and documents belong to one project, so one index order serves every caller; callers who see all projects
  // need the author indexes without project
  schema.index({ documentPageId: 1, createdAt: 1, _id: 1 });
  schema.index({ documentId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, createdAt: 1, _id: 1 });
  schema.index({ authorId: 1, projectId: 1, createdAt: 1, _id: 1 });
  schema.index({ projectId: 1, createdAt: 1, _id: 1 });
  // only a minority has a run
  schema.index({ runId: 1, createdAt: 1, _id: 1 }, { partialFilterExpression: { runId: { $exists: true } } });
  // scorecards, also for callers who see all projects
  schema.index({ authorType: 1, projectId: 1, createdAt: -1 });
  // review rules: proposals with one label
  schema.index(
    { projectId: 1, content: 1 },
    { collation: AGENT_LABELS, partialFilterExpression: { authorType: 'ai_agent' } },
  );
  // pages with proposals that are held back
  schema.index({ projectId: 1, documentPageId: 1 }, { partialFilterExpression: { heldBack: true } });
  // TTL index: removes annotations that were not restored
  schema.index({ purgeAt: 1 }, { expireAfterSeconds: 0, sparse: true });
  return connection.model<AnnotationRow>('annotation', schema);
}

const run = fields({
  projectId: text,
  authorId: text,
  authorType: { type: String, enum: AUTHOR_TYPES, required: true },
  authorName: text,
  name: text,
  metadata: { type: typed<Record<string, unknown>>(Object) },
  status: { type: String, enum: RUN_STATUSES, required: true },
  finishedAt: { type: Date },
  /** All three fields or none. */
  undoneAt: { type: Date },
  undoneById: { type: String },
  undoneByName: { type: String },
  creationHash: text,
});

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
