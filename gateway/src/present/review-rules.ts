import type { reviewRuleSchemas } from '@symbio/api';
import type { AppliedRule, ReviewRule, RuleException } from '@symbio/proto/annotation';
import type { z } from 'zod';
import { moment } from './json.js';

export const presentAppliedRule = (rule: AppliedRule): z.output<typeof reviewRuleSchemas.appliedRule> => ({
  rule_id: rule.ruleId,
  action: rule.action,
  corrected_label: rule.correctedLabel || null,
  corrected_land_use: rule.correctedLandUse || null,
});

export const presentRuleException = ({
  shown,
  authorId,
  authorName,
  decidedAt,
}: RuleException): z.output<typeof reviewRuleSchemas.ruleException> => ({
  ...{ shown, author_id: authorId, author_name: authorName, decided_at: moment(decidedAt) },
});

export const presentReviewRule = (rule: ReviewRule): z.output<typeof reviewRuleSchemas.reviewRule> => ({
  id: rule.id,
  project_id: rule.projectId,
  document_id: rule.documentId || null,
  label: rule.label,
  land_use: rule.landUse,
  action: rule.action,
  corrected_label: rule.correctedLabel || null,
  corrected_land_use: rule.correctedLandUse || null,
  reason: rule.reason,
  status: rule.status,
  decision_count: rule.decisionCount,
  evidence: rule.evidence.map(({ annotationId, documentId, decidedAt }) => ({
    ...{ annotation_id: annotationId, document_id: documentId },
    decided_at: moment(decidedAt),
  })),
  applied_count: rule.appliedCount,
  created_at: moment(rule.createdAt),
  updated_at: moment(rule.updatedAt),
  removals: rule.removals.map(({ authorId, authorName, removedAt, decisionCount }) => ({
    ...{ author_id: authorId, author_name: authorName, decision_count: decisionCount },
    removed_at: moment(removedAt),
  })),
});
