import type { Connection, Model } from 'mongoose';
import { fields, moment, part, rowSchema, text, type RowOf, type ValuesOf } from '@symbio/mongo';
import { ANSWERS, DETERMINATION_KINDS } from '@symbio/proto/feature/vocabulary';

const answer = fields({
  questionId: text,
  answer: { type: String, enum: ANSWERS, required: true },
  note: { type: String, default: '' },
  evidenceIds: { type: [String], default: [] },
});

export type AnswerRow = ValuesOf<typeof answer>;

/** What a determination and its proposal say. */
const judgment = {
  projectId: text,
  featureId: text,
  kind: { type: String, enum: DETERMINATION_KINDS, required: true },
  answers: { type: [part(answer)], default: [] },
  reason: { type: String, default: '' },
  settingsVersion: text,
  /** Mention history records. */
  evidence: { type: [String], default: [] },
  authorId: text,
  authorName: text,
  creationHash: text,
  /** Merges of features that moved it here, oldest first. */
  moves: { type: [part(fields({ mergeId: text, fromId: text }))], default: undefined },
  /** Its feature was deleted. */
  orphanedAt: { type: Date },
} as const;

const determination = fields({
  ...judgment,
  proposalId: { type: String },
  withdrawal: { type: part(fields({ authorId: text, authorName: text, at: moment, reason: text })) },
});

/** Its status is computed: the newest of a feature is active unless withdrawn. */
export type DeterminationRow = RowOf<typeof determination>;

const decision = fields({
  verdict: { type: String, enum: ['accepted', 'rejected'], required: true },
  reason: { type: String, default: '' },
  authorId: text,
  authorName: text,
  at: moment,
  /** Of an accepted one. */
  determinationId: { type: String },
});

export type ProposalDecision = ValuesOf<typeof decision>;

const proposal = fields({
  ...judgment,
  authorType: { type: String, enum: ['human', 'ai_agent'], required: true },
  /** 0 to 10. */
  confidence: { type: Number },
  runId: { type: String },
  decision: { type: part(decision) },
});

export type ProposalRow = RowOf<typeof proposal>;

/** Seconds: as long as a merge of features can be undone. */
const HIDDEN_SECONDS = 30 * 86_400;

export function determinationModel(connection: Connection): Model<DeterminationRow> {
  const schema = rowSchema<DeterminationRow>('determinations', determination);
  schema.index({ projectId: 1, createdAt: -1, _id: -1 });
  schema.index({ featureId: 1, createdAt: -1, _id: -1 });
  schema.index({ 'moves.mergeId': 1 }, { sparse: true });
  schema.index({ orphanedAt: 1 }, { expireAfterSeconds: HIDDEN_SECONDS, sparse: true });
  return connection.model<DeterminationRow>('determination', schema);
}

export function proposalModel(connection: Connection): Model<ProposalRow> {
  const schema = rowSchema<ProposalRow>('determination_proposals', proposal);
  schema.index({ projectId: 1, createdAt: -1, _id: -1 });
  schema.index({ featureId: 1, createdAt: -1, _id: -1 });
  schema.index({ runId: 1 }, { sparse: true });
  schema.index({ 'moves.mergeId': 1 }, { sparse: true });
  schema.index({ orphanedAt: 1 }, { expireAfterSeconds: HIDDEN_SECONDS, sparse: true });
  return connection.model<ProposalRow>('determination_proposal', schema);
}
