import { notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { Annotation, ReviewAnnotationResponse } from '@symbio/proto/annotation';
import { ROLE_TO } from '../policy.js';
import { latestDecisionMark } from './apply-decision.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';

type Decision = Parameters<MentionDeps['annotations']['reviewAnnotation']>[0];

export type FindingReviews = ReturnType<typeof createFindingReviews>;

/** Decisions about findings: an agent's annotation and its mentions. */
export function createFindingReviews(
  { mentions, access, annotations, tombstones }: MentionDeps,
  { applyDecisions, detachIfFeatureDeleted }: MentionRecords,
) {
  /** Idempotent. */
  async function annotationReviewed(annotation: Annotation): Promise<void> {
    await tombstones.record(latestDecisionMark(annotation));
    for (const id of await mentions.idsFromAnnotation(annotation.id, annotation.projectId)) {
      const row = await applyDecisions(id, annotation);
      if (row) await detachIfFeatureDeleted(row);
    }
  }

  return {
    annotationReviewed,

    /**
     * Decides about an agent's annotation and its mentions.
     * @throws AppError as `ReviewAnnotation` of the annotation service
     */
    async reviewFinding(context: CallContext, decision: Decision): Promise<ReviewAnnotationResponse> {
      const reviewed = await annotations.reviewAnnotation(decision, context);
      if (reviewed.annotation) await annotationReviewed(reviewed.annotation);
      return reviewed;
    },

    /** The second step of `reviewFinding`. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async applyReview(context: CallContext, annotationId: string): Promise<void> {
      const { annotation } = await annotations.getAnnotation({ id: annotationId }, context);
      if (!annotation) throw notFound('Annotation');
      await access.require(context, annotation.projectId, ROLE_TO.changeMention, 'Annotation');
      await annotationReviewed(annotation);
    },
  };
}
