import { conflict, isId, notAuthorized, notFound, refuseFields } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { featureEvents } from '@symbio/proto/feature';
import {
  confidenceProblems,
  landUseProblems,
  nameProblems,
  narrativeProblems,
  pointProblems,
  useTypeProblems,
  type Problems,
} from './checks.js';
import { featureEvent } from './events.js';
import type { FeatureDeps } from './feature-deps.js';
import { createFeatureRecords, type FeatureValues } from './feature-records.js';
import type { Features } from './features.js';
import type { MentionDeps } from './mention-deps.js';
import type { Mentions } from './mentions.js';
import type { FeatureRow, MentionRow } from './model.js';
import type { Point } from './nearby.js';
import { mayMentionAnnotationOf, ROLE_TO } from './policy.js';

export interface Association {
  annotationId: string;
  /** Id of the annotation's mention: existing, or to be created with this id. */
  mentionId: string;
  /** An existing feature; empty to create one. */
  featureId: string;
  /** New feature values; undefined leaves the existing feature unchanged. `id` is that of a new one. */
  feature: { id: string; name: string; landUse: string[]; coordinate?: Point | undefined } | undefined;
  narrative: string;
  confidence: number | undefined;
  useType: string | undefined;
  /** Last modification of the existing feature known to the caller. */
  expectedUpdatedAt: Date | undefined;
}

export interface Associated {
  feature: FeatureRow;
  mention: MentionRow;
}

/** The feature as written by this call, and its rollback. */
interface Written {
  row: FeatureRow;
  takeBack: () => Promise<void>;
}

const unchanged = (row: FeatureRow): Written => ({ row, takeBack: () => Promise.resolve() });

/** Validates everything that needs no calls to other services. */
const problemsOf = ({ mentionId, featureId, feature, narrative, confidence, useType }: Association): Problems => ({
  ...(isId(mentionId) ? {} : { mention_id: 'mention_id must be a UUID' }),
  ...(featureId || feature ? {} : { feature: 'Give feature_id, or what the new feature is' }),
  ...(feature && !featureId && !isId(feature.id) ? { 'feature.id': 'feature.id must be a UUID' } : {}),
  ...(feature && {
    ...nameProblems(feature.name.trim()),
    ...landUseProblems(feature.landUse),
    ...(feature.coordinate ? pointProblems(feature.coordinate) : {}),
  }),
  ...narrativeProblems(narrative.trim()),
  ...(confidence === undefined ? {} : confidenceProblems(confidence)),
  ...useTypeProblems(useType),
});

export type Associate = ReturnType<typeof createAssociate>;

/** Associates an annotation with a feature: two writes that a person sees as one. */
export function createAssociate(
  deps: Pick<MentionDeps, 'mentions' | 'annotations'> & FeatureDeps,
  features: Pick<Features, 'createOnce' | 'update'>,
  mentions: Pick<Mentions, 'create' | 'update'>,
) {
  const { allowed, remove } = createFeatureRecords(deps);

  /** The updated existing feature. @throws AppError NOT_FOUND, PERMISSION_DENIED, ABORTED */
  async function changed(context: CallContext, projectId: string, input: Association): Promise<Written> {
    const before = await allowed(context, input.featureId, input.feature ? 'changeFeature' : 'createMention');
    if (before.projectId !== projectId) throw notFound('Feature');
    if (!input.feature) return unchanged(before);
    const { name, landUse, coordinate } = input.feature;
    const { expectedUpdatedAt } = input;
    const row = await features.update(context, { id: before._id, name, landUse, coordinate, expectedUpdatedAt });
    if (row.rev === before.rev) return unchanged(row);
    return { row, takeBack: () => putBack(context, row, before) };
  }

  /** Rolls back unless another write happened concurrently, which then stays. */
  async function putBack(context: CallContext, written: FeatureRow, before: FeatureRow): Promise<void> {
    const set: FeatureValues = { name: before.name, landUse: before.landUse, location: before.location };
    await deps.features.change(written._id, context.actor, (row, after) =>
      row.rev === written.rev ? { set, events: [featureEvent(featureEvents.changed, after(set))] } : undefined,
    );
  }

  /** The new feature; if an earlier attempt of this call created it, updates it. */
  async function made(context: CallContext, projectId: string, { feature }: Association): Promise<Written> {
    if (!feature) throw notFound('Feature');
    const desired = { ...feature, coordinate: feature.coordinate };
    const asked = { ...desired, projectId, authorId: undefined };
    const { row, isNew } = await features.createOnce(context, asked, { isRepeat: false });
    if (isNew) return { row, takeBack: () => remove(row._id, context.actor) };
    return unchanged(await features.update(context, { ...desired, expectedUpdatedAt: undefined }));
  }

  /**
   * Writes the feature, then the mention; rolls the feature back if the mention is rejected. Idempotent, so that
   * repeating an interrupted call finishes it.
   * @throws AppError INVALID_ARGUMENT with every bad field, NOT_FOUND without the annotation or the feature,
   * PERMISSION_DENIED, FAILED_PRECONDITION if an id is taken or the mention's history is full, ABORTED if
   * `expectedUpdatedAt` is stale.
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

    const { row: feature, takeBack } = await (input.featureId ? changed : made)(context, projectId, input);
    const { narrative, confidence, useType } = input;
    const said = { id: input.mentionId, featureId: feature._id, narrative, confidence, useType };
    try {
      const mention = known
        ? await mentions.update(context, { ...said, currentAuthorId: undefined })
        : await mentions.create(context, {
            ...{ ...said, projectId, sourceAnnotationId: annotation.id },
            ...{ authorId: undefined, suggestedLandUse: '' },
          });
      return { feature, mention };
    } catch (error) {
      await takeBack();
      throw error;
    }
  };
}
