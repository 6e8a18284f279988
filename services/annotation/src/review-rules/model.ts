import { fields, moment, number, part, rowSchema, text, type RowOf } from '@symbio/mongo';
import { REVIEW_RULE_ACTIONS, REVIEW_RULE_STATUSES } from '@symbio/proto/annotation/vocabulary';
import type { Connection, Model } from 'mongoose';

const evidence = fields({ annotationId: text, documentId: text, at: moment });

const removal = fields({ authorId: text, authorName: text, at: moment, decisionCount: number });

const reviewRule = fields({
  projectId: text,
  /** Empty: all documents of the project. */
  documentId: text,
  label: text,
  labelKey: text,
  landUse: text,
  action: { type: String, enum: REVIEW_RULE_ACTIONS, required: true },
  correctedLabel: text,
  correctedLandUse: text,
  decisionCount: number,
  /** The newest, oldest first. */
  evidence: { type: [part(evidence)], required: true },
  status: { type: String, enum: REVIEW_RULE_STATUSES, required: true },
  /** Oldest first. */
  removals: { type: [part(removal)], required: true },
});

/** The id is derived from project, document, action, land use and label. */
export type ReviewRuleRow = RowOf<typeof reviewRule>;

export function reviewRuleModel(connection: Connection): Model<ReviewRuleRow> {
  const schema = rowSchema<ReviewRuleRow>('review_rules', reviewRule);
  schema.index({ projectId: 1, landUse: 1, labelKey: 1 });
  schema.index({ documentId: 1 });
  schema.index({ 'evidence.documentId': 1 });
  return connection.model<ReviewRuleRow>('review_rule', schema);
}
