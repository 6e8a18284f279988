import { notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { Annotation } from '@symbio/proto/annotation';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import { ROLE_TO } from './policy.js';

/** Applies people's review decisions about an agent's annotation to its mentions. */
export function createMentionReviews(
  { mentions, access, annotations }: MentionDeps,
  { applyDecisions, unlessFeatureDeleted }: MentionRecords,
) {
  async function annotationReviewed(annotation: Annotation): Promise<void> {
    for (const id of await mentions.idsEverFrom(annotation.id, annotation.projectId)) {
      const row = await applyDecisions(id, annotation);
      if (row) await unlessFeatureDeleted(row);
    }
  }

  return {
    /** On request. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    async applyReview(context: CallContext, annotationId: string): Promise<void> {
      const { annotation } = await annotations.getAnnotation({ id: annotationId }, context);
      if (!annotation) throw notFound('Annotation');
      await access.require(context, annotation.projectId, ROLE_TO.changeMention, 'Annotation');
      await annotationReviewed(annotation);
    },

    /** Handles a decision published by the annotation service. */
    annotationReviewed,
  };
}
