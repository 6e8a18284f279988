import type { ReviewRule } from '@symbio/proto/annotation';
import type { ReviewRuleRow } from './model.js';

function reasonOf(row: ReviewRuleRow): string {
  const { action, label, documentId, decisionCount, correctedLabel, correctedLandUse } = row;
  const where = documentId === '' ? 'in this project' : 'in one document';
  if (action === 'suppress') return `Rejected ${decisionCount} times ${where}: ${label}`;
  const what = [correctedLabel, correctedLandUse.replaceAll('_', ' ')].filter((part) => part !== '').join(', ');
  return `Corrected ${decisionCount} times ${where}: ${label} to ${what}`;
}

export const toReviewRule = (row: ReviewRuleRow, appliedCount = 0): ReviewRule => ({
  id: row._id,
  projectId: row.projectId,
  documentId: row.documentId,
  label: row.label,
  landUse: row.landUse,
  action: row.action,
  correctedLabel: row.correctedLabel,
  correctedLandUse: row.correctedLandUse,
  decisionCount: row.decisionCount,
  evidence: row.evidence.map(({ at, ...evidence }) => ({ ...evidence, decidedAt: at })),
  status: row.status,
  reason: reasonOf(row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  removals: row.removals.map(({ at, ...removal }) => ({ ...removal, removedAt: at })),
  appliedCount,
});
