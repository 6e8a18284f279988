import {
  AppError,
  invalidFields,
  isId,
  allFound,
  named,
  newId,
  notAuthorized,
  notFound,
  personsKeyOf,
  refuseFields,
  unlessNotFound,
} from '@symbio/runtime';
import { batchRefused, mapConcurrently, oncePerId, outcomeOfItem, type CallContext } from '@symbio/rpc';
import { creationHash, idTaken, type RowValues } from '@symbio/mongo';
import { MAX_BATCH } from '@symbio/proto/limits';
import type { Annotation } from '@symbio/proto/annotation';
import { mentionEvents } from '@symbio/proto/feature';
import { isUseType } from '@symbio/proto/feature/vocabulary';
import { confidenceProblems, landUseProblems, narrativeProblems, useTypeProblems } from '../checks.js';
import { mentionEvent } from '../events.js';
import { nextDecisionMark } from './apply-decision.js';
import { HUMAN_CONFIDENCE, HUMAN_USE_TYPE, startHistory, useTypeBy } from './history.js';
import { referencedFeature } from '../look-ups.js';
import type { MentionDeps } from './mention-deps.js';
import { isUnpublished, type MentionRecords } from './mention-records.js';
import type { MentionRow } from '../model.js';
import { mayLeaveUnassociated, mayMentionAnnotationOf, ROLE_TO } from '../policy.js';
import { closedRun, requireOpen, writableRun } from '../runs/run-checks.js';

/** Items validated concurrently. */
const AT_ONCE = 16;

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
  suggestedLandUse: string;
  /** Of a feature that was created for it. */
  statedLandUse?: string | undefined;
  runId?: string;
}

export interface MentionBatch {
  items: readonly NewMention[];
  /** Writes nothing if one item is rejected. */
  allOrNothing: boolean;
  dryRun: boolean;
}

interface Draft {
  id: string;
  values: RowValues<MentionRow>;
  annotation: Annotation;
}

const isRefused = (outcome: unknown): outcome is AppError => outcome instanceof AppError;

export function createMentionCreation(
  deps: MentionDeps,
  { remove, detachFrom, applyDecisions, show, stamp }: MentionRecords,
) {
  const { mentions, features, access, authors, annotations, tombstones, self } = deps;

  const createLookUps = (context: CallContext) => ({
    annotation: oncePerId(async (id) => {
      const field = 'source_annotation_id';
      const { annotation } = await named(
        'Annotation',
        field,
        annotations.getAnnotation({ id, heldBack: true }, context),
      );
      if (!annotation) throw notFound('Annotation', field);
      await access.require(context, annotation.projectId, ROLE_TO.createMention, 'Annotation', field);
      return annotation;
    }),
    feature: oncePerId((id) => referencedFeature(deps, context, id, 'feature_of_interest_id')),
    author: oncePerId((id) => authors.resolve(context, id || undefined)),
    run: oncePerId((id) => writableRun(deps, context, id)),
  });

  /** @throws AppError with all problems */
  async function validate(
    context: CallContext,
    input: NewMention,
    lookUps: ReturnType<typeof createLookUps>,
  ): Promise<Draft> {
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

    const requested = {
      annotation: lookUps.annotation(input.sourceAnnotationId),
      feature: input.featureId ? lookUps.feature(input.featureId) : undefined,
      author: lookUps.author(input.authorId ?? ''),
      run: input.runId ? lookUps.run(input.runId) : undefined,
    };
    await allFound(Object.values(requested).filter((lookUp) => lookUp !== undefined));
    const annotation = await requested.annotation;
    const { projectId } = annotation;
    if (input.projectId && input.projectId !== projectId) {
      await access.require(context, input.projectId, ROLE_TO.viewMentions, 'Project', 'project_id');
      throw invalidFields({ project_id: 'The annotation belongs to another project' });
    }
    if (!mayMentionAnnotationOf(context.actor, annotation.authorType)) throw notAuthorized();
    const feature = await requested.feature;
    if (feature && feature.projectId !== projectId) throw notFound('Feature', 'feature_of_interest_id');
    const run = await requested.run;
    if (run) requireOpen(run, projectId);
    const author = await requested.author;
    const human = author.type === 'human';
    const confidence = input.confidence ?? (human ? HUMAN_CONFIDENCE : undefined);
    if (confidence === undefined) throw invalidFields({ confidence: 'Confidence is required of an agent' });

    const shared = { sourceAnnotationId: annotation.id, authorId: author.id, ...(run && { runId: run.id }) };
    const record = {
      ...shared,
      featureId: input.featureId,
      narrative,
      confidence,
      useType: useTypeBy(author.type, isUseType(input.useType) ? input.useType : HUMAN_USE_TYPE),
    };
    const suggested = input.suggestedLandUse && { suggestedLandUse: input.suggestedLandUse };
    const viaKey = human ? personsKeyOf(context.actor) : undefined;
    const values = {
      ...startHistory({ ...stamp(), ...record, ...(viaKey !== undefined && { viaKey }) }),
      ...shared,
      projectId,
      ...suggested,
      ...(feature && { linkedLandUse: feature.landUse }),
      ...(input.statedLandUse && { statedLandUse: input.statedLandUse }),
      creationHash: creationHash({ ...record, ...suggested }),
      ...(annotation.heldBack && { heldBack: true }),
    };
    return { id: input.id || newId(), values, annotation };
  }

  /** Undefined if the id is free. @throws AppError if the mention is another's */
  async function existingOf({ id, values, annotation }: Draft): Promise<MentionRow | undefined> {
    const existing = await mentions.findEvenHeldBack(id);
    if (!existing) return undefined;
    const same = existing.authorId === values.authorId && existing.history[0]?.sourceAnnotationId === annotation.id;
    if (!same || existing.creationHash !== values.creationHash) throw idTaken('A mention');
    return existing;
  }

  /** Undefined if an id is taken. */
  async function insert(
    context: CallContext,
    drafts: readonly Draft[],
    dryRun: boolean,
  ): Promise<(MentionRow | undefined)[]> {
    const rows = dryRun ? mentions.dryRun() : mentions;
    const events = (fresh: MentionRow) => (isUnpublished(fresh) ? [] : [mentionEvent(mentionEvents.created, fresh)]);
    const [first, ...others] = drafts;
    // single inserts are batched with concurrent calls
    if (first && others.length === 0) return [await rows.insert(first.id, first.values, context.actor, events)];
    return rows.insertMany(drafts, context.actor, events);
  }

  async function withDecisions(row: MentionRow, annotation: Annotation | undefined): Promise<MentionRow> {
    if (!annotation || annotation.decisions.length === 0) return row;
    return (await applyDecisions(row._id, annotation)) ?? row;
  }

  /** Tombstones of a deletion, an undone run or a decision that the draft does not know of. */
  const tombstonesOf = ({ annotation, values: { projectId, runId } }: Draft): string[] => [
    ...[annotation.id, projectId, nextDecisionMark(annotation)],
    ...(runId === undefined ? [] : [runId]),
  ];

  /**
   * Handles changes during the write, with the same result as the event handlers: a deleted feature, annotation or
   * project, an undone run, or a decision.
   */
  function createRaceCheck(context: CallContext, isAnyMarked: boolean) {
    const isFeatureThere = oncePerId(async (id) => (await features.find(id)) !== undefined);
    const reread = oncePerId(
      async (id) => (await unlessNotFound(annotations.getAnnotation({ id, heldBack: true }, context)))?.annotation,
    );
    async function reasonToRemove({ values: { projectId, runId }, annotation }: Draft): Promise<AppError | undefined> {
      if (runId !== undefined && (await tombstones.any(runId))) return closedRun({ status: 'undone' });
      const isGone =
        (await tombstones.any(projectId)) ||
        // a deleted annotation may have been restored
        ((await tombstones.any(annotation.id)) && !(await reread(annotation.id)));
      return isGone ? notFound('Annotation', 'source_annotation_id') : undefined;
    }
    return async (draft: Draft, row: MentionRow): Promise<MentionRow> => {
      const reason = isAnyMarked ? await reasonToRemove(draft) : undefined;
      if (reason) {
        await remove(row._id, self);
        throw reason;
      }
      const { annotation } = draft;
      const isShownSince =
        row.heldBack && (annotation.heldBack ? await reread(annotation.id) : annotation)?.heldBack === false;
      const there = isShownSince ? ((await show(row._id)) ?? row) : row;
      const isDecidedSince = isAnyMarked && (await tombstones.any(nextDecisionMark(annotation)));
      const latest = await withDecisions(there, isDecidedSince ? await reread(annotation.id) : annotation);
      if (latest.featureId === '' || (await isFeatureThere(latest.featureId))) return latest;
      return (await detachFrom(latest._id, latest.featureId)) ?? latest;
    };
  }

  async function createAll(
    context: CallContext,
    { items, allOrNothing, dryRun }: MentionBatch,
  ): Promise<(MentionRow | AppError)[]> {
    const lookUps = createLookUps(context);
    const ids = items.map(({ id }) => id);
    const drafts = await mapConcurrently(items, AT_ONCE, (input, at) =>
      outcomeOfItem(
        input.id && ids.indexOf(input.id) < at
          ? Promise.reject(invalidFields({ id: 'Another item of the batch has this id' }))
          : validate(context, input, lookUps).then(async (draft) => {
              if (allOrNothing) await existingOf(draft);
              return draft;
            }),
      ),
    );
    if (allOrNothing && drafts.some(isRefused))
      return drafts.map((draft) => (isRefused(draft) ? draft : batchRefused()));

    const good = drafts.flatMap((draft) => (isRefused(draft) ? [] : [draft]));
    const rows = new Map((await insert(context, good, dryRun)).map((row, at) => [good[at], row]));
    const isAnyMarked = !dryRun && (await tombstones.any(...new Set(good.flatMap(tombstonesOf))));
    const checkRaces = createRaceCheck(context, isAnyMarked);
    const outcomes = await mapConcurrently(drafts, AT_ONCE, async (draft) => {
      if (isRefused(draft)) return draft;
      const row = rows.get(draft);
      if (row) return dryRun ? row : outcomeOfItem(checkRaces(draft, row));
      const existing = (await outcomeOfItem(existingOf(draft))) ?? idTaken('A mention');
      if (isRefused(existing) || dryRun) return existing;
      // the call that created it may have been interrupted
      return existing.heldBack ? outcomeOfItem(checkRaces(draft, existing)) : withDecisions(existing, draft.annotation);
    });
    if (!allOrNothing || !outcomes.some(isRefused)) return outcomes;
    // an item deleted or taken concurrently rejects the whole batch
    return mapConcurrently(outcomes, AT_ONCE, async (outcome) => {
      if (isRefused(outcome)) return outcome;
      if (!dryRun && [...rows.values()].some((row) => row?._id === outcome._id)) await remove(outcome._id, self);
      return batchRefused();
    });
  }

  return {
    /**
     * Idempotent by id.
     * @throws AppError INVALID_ARGUMENT, NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION if the id is taken or
     * the run is not open.
     */
    async create(context: CallContext, input: NewMention, { dryRun = false } = {}): Promise<MentionRow> {
      const [outcome] = await createAll(context, { items: [input], allOrNothing: false, dryRun });
      if (!outcome || isRefused(outcome)) throw outcome ?? notFound('Mention');
      return outcome;
    },

    /** As `create` for each item. @throws AppError INVALID_ARGUMENT for none or more than 500 */
    async createMany(context: CallContext, batch: MentionBatch): Promise<(MentionRow | AppError)[]> {
      const count = batch.items.length;
      refuseFields(count >= 1 && count <= MAX_BATCH ? {} : { items: `Give 1 to ${MAX_BATCH} mentions` });
      return createAll(context, batch);
    },
  };
}
