import { conflict, isId, notAuthorized, notFound, refuseFields } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { featureEvents, type PropertyRelation } from '@symbio/proto/feature';
import {
  confidenceProblems,
  landUseProblems,
  nameProblems,
  narrativeProblems,
  pointProblems,
  relationProblems,
  useTypeProblems,
  type Problems,
} from '../checks.js';
import { featureEvent } from '../events.js';
import type { FeatureDeps } from '../features/feature-deps.js';
import { createFeatureRecords, type FeatureValues } from '../features/feature-records.js';
import type { Features } from '../features/features.js';
import type { MentionDeps } from './mention-deps.js';
import type { Mentions } from './mentions.js';
import type { FeatureRow, MentionRow } from '../model.js';
import type { Point } from '../features/nearby.js';
import { mayMentionAnnotationOf, ROLE_TO } from '../policy.js';

export interface Association {
  annotationId: string;
  /** Of an existing mention, or of the one to be created. */
  mentionId: string;
  /** Empty: create one. */
  featureId: string;
  /** Undefined: unchanged. `id` is that of a new feature. */
  feature:
    | {
        id: string;
        name: string;
        landUse: string[];
        coordinate?: Point | undefined;
        relation?: PropertyRelation | undefined;
      }
    | undefined;
  narrative: string;
  confidence: number | undefined;
  useType: string | undefined;
  expectedUpdatedAt: Date | undefined;
}

export interface Associated {
  feature: FeatureRow;
  mention: MentionRow;
}

interface Written {
  row: FeatureRow;
  rollBack: () => Promise<void>;
}

const withoutRollback = (row: FeatureRow): Written => ({ row, rollBack: () => Promise.resolve() });

/** Checks that need no calls. */
const problemsOf = ({ mentionId, featureId, feature, narrative, confidence, useType }: Association): Problems => ({
  ...(isId(mentionId) ? {} : { mention_id: 'mention_id must be a UUID' }),
  ...(featureId || feature ? {} : { feature: 'Give feature_id, or what the new feature is' }),
  ...(feature && !featureId && !isId(feature.id) ? { 'feature.id': 'feature.id must be a UUID' } : {}),
  ...(feature && {
    ...nameProblems(feature.name.trim()),
    ...landUseProblems(feature.landUse),
    ...(feature.coordinate ? pointProblems(feature.coordinate) : {}),
    ...(feature.relation ? relationProblems(feature.relation) : {}),
  }),
  ...narrativeProblems(narrative.trim()),
  ...(confidence === undefined ? {} : confidenceProblems(confidence)),
  ...useTypeProblems(useType),
});

export type Associate = ReturnType<typeof createAssociate>;

/** Associates an annotation with a feature: two writes that a person sees as one. */
export function createAssociate(
  deps: Pick<MentionDeps, 'mentions'> & FeatureDeps,
  features: Pick<Features, 'createOnce' | 'update'>,
  mentions: Pick<Mentions, 'create' | 'update'>,
) {
  const { allowed, remove } = createFeatureRecords(deps);

  /** @throws AppError NOT_FOUND, PERMISSION_DENIED, ABORTED */
  async function updateExisting(context: CallContext, projectId: string, input: Association): Promise<Written> {
    const before = await allowed(context, input.featureId, input.feature ? 'changeFeature' : 'createMention');
    if (before.projectId !== projectId) throw notFound('Feature');
    if (!input.feature) return withoutRollback(before);
    const { name, landUse, coordinate, relation } = input.feature;
    const { expectedUpdatedAt } = input;
    const values = { name, landUse, coordinate, relation, expectedUpdatedAt };
    const row = await features.update(context, { id: before._id, ...values });
    if (row.rev === before.rev) return withoutRollback(row);
    return { row, rollBack: () => restoreValues(context, row, before) };
  }

  /** Keeps concurrent writes. */
  async function restoreValues(context: CallContext, written: FeatureRow, before: FeatureRow): Promise<void> {
    const { name, landUse, location, relation } = before;
    const set: FeatureValues = { name, landUse, location, relation };
    await deps.features.change(written._id, context.actor, (row, after) =>
      row.rev === written.rev ? { set, events: [featureEvent(featureEvents.changed, after(set))] } : undefined,
    );
  }

  /** Updates a feature that an earlier attempt of this call created. */
  async function createNew(context: CallContext, projectId: string, { feature }: Association): Promise<Written> {
    if (!feature) throw notFound('Feature');
    const desired = { ...feature, coordinate: feature.coordinate, relation: feature.relation };
    const input = { ...desired, projectId, authorId: undefined };
    const { row, isNew } = await features.createOnce(context, input, { isRepeat: false });
    if (isNew) return { row, rollBack: () => remove(row._id, context.actor) };
    return withoutRollback(await features.update(context, { ...desired, expectedUpdatedAt: undefined }));
  }

  /**
   * Writes the feature, then the mention; rolls the feature back if the mention is rejected. Idempotent: a repeat
   * finishes an interrupted call.
   * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if an id is taken or the
   * history is full, ABORTED if stale.
   */
  return async function associate(context: CallContext, input: Association): Promise<Associated> {
    refuseFields(problemsOf(input));
    const { annotation } = await deps.annotations.getAnnotation({ id: input.annotationId }, context);
    if (!annotation) throw notFound('Annotation');
    const { projectId } = annotation;
    await deps.access.require(context, projectId, ROLE_TO.createMention, 'Annotation');
    const known = await deps.mentions.find(input.mentionId);
    if (known && known.sourceAnnotationId !== annotation.id)
      throw conflict('id_taken', 'A mention with this id exists already.');
    if (!mayMentionAnnotationOf(context.actor, annotation.authorType)) throw notAuthorized();

    const { row: feature, rollBack } = await (input.featureId ? updateExisting : createNew)(context, projectId, input);
    const { narrative, confidence, useType } = input;
    const [statedLandUse] = input.featureId ? [] : (input.feature?.landUse ?? []);
    const content = { id: input.mentionId, featureId: feature._id, narrative, confidence, useType, statedLandUse };
    try {
      const mention = known
        ? await mentions.update(context, { ...content, currentAuthorId: undefined })
        : await mentions.create(context, {
            ...{ ...content, projectId, sourceAnnotationId: annotation.id },
            ...{ authorId: undefined, suggestedLandUse: '' },
          });
      return { feature, mention };
    } catch (error) {
      await rollBack();
      throw error;
    }
  };
}
