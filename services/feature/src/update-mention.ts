import { notFound, refuseFields, type CallContext } from '@symbio/kit';
import { isUseType } from '@symbio/proto/feature/vocabulary';
import { confidenceProblems, narrativeProblems, useTypeProblems } from './checks.js';
import { write } from './history.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import type { MentionRow } from './model.js';
import { mayLeaveUnassociated, ROLE_TO } from './policy.js';

/** What is undefined stays as it is. */
export interface MentionUpdate {
  id: string;
  narrative: string | undefined;
  confidence: number | undefined;
  useType: string | undefined;
  currentAuthorId: string | undefined;
  /** Empty: of no feature any more. */
  featureId: string | undefined;
}

/** Saying something else of a mention. */
export function createMentionUpdates(
  { mentions, access, authors }: MentionDeps,
  { change, requireFeature, unlessFeatureDeleted, stamp }: MentionRecords,
) {
  return {
    /**
     * Adds a record that is current from now on; the one before becomes superseded (OP-29). What is already so adds
     * nothing, so that a repeated call is harmless.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION when the history is full.
     */
    async update(context: CallContext, input: MentionUpdate): Promise<MentionRow> {
      const seen = await mentions.find(input.id);
      if (!seen) throw notFound('Mention');
      await access.require(context, seen.projectId, ROLE_TO.changeMention, 'Mention');
      const narrative = input.narrative?.trim();
      refuseFields({
        ...(input.featureId === '' && !mayLeaveUnassociated(context.actor)
          ? { feature_of_interest_id: 'feature_of_interest_id is required' }
          : {}),
        ...(narrative === undefined ? {} : narrativeProblems(narrative)),
        ...(input.confidence === undefined ? {} : confidenceProblems(input.confidence)),
        ...useTypeProblems(input.useType),
      });
      if (input.featureId) await requireFeature(input.featureId, seen.projectId);
      const author = await authors.resolve(context, input.currentAuthorId, 'current_author_id');

      const asked = {
        ...(narrative !== undefined && { narrative }),
        ...(input.confidence !== undefined && { confidence: input.confidence }),
        ...(isUseType(input.useType) && { useType: input.useType }),
        ...(input.featureId !== undefined && { featureId: input.featureId }),
        ...(input.currentAuthorId && { authorId: author.id }),
      };
      const changed = await change(input.id, context.actor, (row) => {
        const before = row.current ?? row.history.at(-1);
        const different = Object.entries(asked).some(
          ([key, value]) => !row.current || row.current[key as keyof typeof asked] !== value,
        );
        if (!before || !different) return undefined;
        return write(row, {
          ...before,
          // one that was taken off its feature while no record was current does not go back by itself
          featureId: row.featureId,
          sourceAnnotationId: row.sourceAnnotationId,
          ...asked,
          authorId: author.id,
          ...stamp(),
        });
      });
      if (!changed) throw notFound('Mention');
      return unlessFeatureDeleted(changed);
    },
  };
}
