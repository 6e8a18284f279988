import {
  conflict,
  invalidFields,
  isId,
  newId,
  notAuthorized,
  notFound,
  refuseFields,
  unlessNotFound,
  type CallContext,
} from '@symbio/kit';
import { mentionEvents } from '@symbio/proto/feature';
import { isUseType, type UseType } from '@symbio/proto/feature/vocabulary';
import { confidenceProblems, landUseProblems, narrativeProblems, useTypeProblems } from './checks.js';
import { mentionEvent } from './events.js';
import { begin, HUMAN_CONFIDENCE, HUMAN_USE_TYPE } from './history.js';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import type { MentionRow } from './model.js';
import { mayLeaveUnassociated, mayMentionAnnotationOf, ROLE_TO } from './policy.js';

/** What an agent finds is a suspicion until somebody confirms it. */
const AGENT_USE_TYPE: UseType = 'suspected';

export interface NewMention {
  id: string;
  /** Empty: unassociated. */
  featureId: string;
  /** Empty: the annotation's. */
  projectId: string;
  sourceAnnotationId: string;
  narrative: string;
  confidence: number | undefined;
  useType: string | undefined;
  authorId: string | undefined;
  /** Empty: none. */
  suggestedLandUse: string;
}

/** Making mentions. */
export function createMentionCreation(
  { mentions, access, authors, annotations, tombstones }: MentionDeps,
  { remove, requireFeature, unlessFeatureDeleted, applyDecisions, stamp }: MentionRecords,
) {
  /** Whether an annotation that was deleted has been restored. */
  async function isRestored(annotationId: string, context: CallContext): Promise<boolean> {
    const answer = await unlessNotFound(annotations.getAnnotation({ id: annotationId }, context));
    return answer?.annotation !== undefined;
  }

  return {
    /**
     * Makes a mention and its first record. The same id by the same author again answers the mention there is.
     * @throws AppError INVALID_ARGUMENT with every bad field, NOT_FOUND without the annotation or the feature,
     * PERMISSION_DENIED, FAILED_PRECONDITION when the id is taken.
     */
    async create(context: CallContext, input: NewMention): Promise<MentionRow> {
      const narrative = input.narrative.trim();
      refuseFields({
        ...(input.id && !isId(input.id) ? { id: 'id must be a UUID' } : {}),
        ...(input.featureId || mayLeaveUnassociated(context.actor)
          ? {}
          : { feature_of_interest_id: 'feature_of_interest_id is required' }),
        ...(input.sourceAnnotationId ? {} : { source_annotation_id: 'source_annotation_id is required' }),
        ...narrativeProblems(narrative),
        ...(input.confidence === undefined ? {} : confidenceProblems(input.confidence)),
        ...useTypeProblems(input.useType),
        ...landUseProblems(input.suggestedLandUse ? [input.suggestedLandUse] : [], 'suggested_land_use'),
      });

      const { annotation } = await annotations.getAnnotation({ id: input.sourceAnnotationId }, context);
      if (!annotation) throw notFound('Annotation');
      const { projectId } = annotation;
      await access.require(context, projectId, ROLE_TO.createMention, 'Annotation');
      if (input.projectId && input.projectId !== projectId)
        throw invalidFields({ project_id: 'The annotation belongs to another project' });
      if (!mayMentionAnnotationOf(context.actor, annotation.authorType)) throw notAuthorized();
      if (input.featureId) await requireFeature(input.featureId, projectId);
      const author = await authors.resolve(context, input.authorId);
      const human = author.type === 'human';
      const confidence = input.confidence ?? (human ? HUMAN_CONFIDENCE : undefined);
      if (confidence === undefined) throw invalidFields({ confidence: 'Confidence is required of an agent' });

      const id = input.id || newId();
      const state = begin({
        ...stamp(),
        featureId: input.featureId,
        sourceAnnotationId: annotation.id,
        authorId: author.id,
        narrative,
        confidence,
        useType: isUseType(input.useType) ? input.useType : human ? HUMAN_USE_TYPE : AGENT_USE_TYPE,
      });
      const values = {
        ...state,
        projectId,
        sourceAnnotationId: annotation.id,
        authorId: author.id,
        ...(input.suggestedLandUse && { suggestedLandUse: input.suggestedLandUse }),
      };
      const row = await mentions.insert(id, values, context.actor, (fresh) => [
        mentionEvent(mentionEvents.created, fresh),
      ]);
      if (!row) {
        const existing = await mentions.find(id);
        const same = existing?.authorId === author.id && existing.history[0]?.sourceAnnotationId === annotation.id;
        if (existing && same) return existing;
        throw conflict('id_taken', 'A mention with this id exists already.');
      }
      if (
        (await tombstones.any(projectId)) ||
        ((await tombstones.any(annotation.id)) && !(await isRestored(annotation.id, context)))
      ) {
        await remove(id);
        throw notFound('Annotation');
      }
      // somebody may have decided about the annotation before its agent wrote down what it is
      return unlessFeatureDeleted((await applyDecisions(id, annotation)) ?? row);
    },
  };
}
