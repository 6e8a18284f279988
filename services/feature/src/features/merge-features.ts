import { AppError, agentsPropose, conflict, isAgent, isId, notFound, refuseFields } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { featureEvents } from '@symbio/proto/feature';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';

import { featureEvent } from '../events.js';
import type { FeatureDeps } from './feature-deps.js';
import type { FeatureRecords } from './feature-records.js';
import type { FeatureRow, Merge } from '../model.js';
import { rollBackMerge, type UndoMergeSteps } from './undo-merge-steps.js';

export const MAX_MERGED = 20;

export const UNDOABLE_MS = RESTORABLE_DAYS * 86_400_000;

/** Milliseconds after which an unfinished merge no longer blocks others. */
const INTERRUPTED_MS = 600_000;

const OPPOSITE_MERGE = 'merged_the_other_way';
const keptFeatureGone = () =>
  conflict(
    'kept_feature_gone',
    'The feature that the others were to become part of has been deleted or merged since. The others are unchanged.',
  );
const mergeUndone = () => conflict('merge_undone', 'This merge has been undone.');

/**
 * Rejects the later of two opposite merges of one pair. Each is recorded before it hides anything, so one sees the
 * other.
 */
function rejectOppositeMerge({ name, merges = [] }: FeatureRow, keptId: string, merge: Merge): void {
  const at = merge.at.getTime();
  const blocks = (each: Merge): boolean =>
    !each.undoneAt &&
    each.mergedIds.includes(keptId) &&
    (each.at < merge.at || (each.at.getTime() === at && each.id < merge.id)) &&
    at - each.at.getTime() < INTERRUPTED_MS;
  if (merges.some(blocks))
    throw conflict(
      OPPOSITE_MERGE,
      `These features are being merged into “${name}” by another user at this moment. Look at the result first.`,
    );
}

export const peopleOnlyMerge = () =>
  agentsPropose('Only people decide which features are one site.', 'Mention both features instead.');

export interface MergeInput {
  id: string;
  keptId: string;
  mergedIds: readonly string[];
}

export const mergedValues = (kept: FeatureRow, merged: readonly FeatureRow[]): Merge['after'] => ({
  landUse: [...new Set([kept, ...merged].flatMap(({ landUse }) => landUse))],
  location: kept.location ?? merged.find(({ location }) => location)?.location ?? null,
  relation: kept.relation ?? merged.find(({ relation }) => relation)?.relation,
});

export function createFeatureMerging(
  { features, moveMentions, detachMentions, clock }: FeatureDeps,
  { allowed, changeKept }: FeatureRecords,
  undoSteps: UndoMergeSteps,
) {
  /** Records the merge and the values it takes over, as the basis for undo. */
  async function recordMerge(
    context: CallContext,
    id: string,
    kept: FeatureRow,
    others: readonly string[],
  ): Promise<Merge> {
    if (await features.findMerge(id)) throw conflict('id_taken', 'A merge with this id exists already.');
    const merged = await Promise.all(others.map((other) => allowed(context, other, 'deleteFeature')));
    if (merged.some((row) => row.projectId !== kept.projectId))
      refuseFields({ merged_ids: 'Only features of one project can be merged' });
    const at = clock.now();
    const changed = await changeKept(context, kept._id, (row) => {
      // concurrent duplicate of the same call
      if (row.merges?.some((each) => each.id === id)) return undefined;
      const after = mergedValues(row, merged);
      const { landUse, location, relation } = row;
      const entry: Merge = { id, mergedIds: [...others], at, before: { landUse, location, relation }, after };
      const undoable = (row.merges ?? []).filter((each) => at.getTime() - each.at.getTime() < UNDOABLE_MS);
      return { ...after, merges: [...undoable, entry] };
    });
    const merge = changed.merges?.find((each) => each.id === id);
    if (!merge) throw notFound('Feature');
    return merge;
  }

  /** Hides the merged features and moves their mentions. @throws AppError for an opposite merge */
  async function hideMerged(context: CallContext, keptId: string, merge: Merge): Promise<void> {
    const { id, mergedIds } = merge;
    for (const other of mergedIds) {
      const step = { mergeId: id, fromFeatureId: other, toFeatureId: keptId };
      const before = await features.find(other);
      if (before) rejectOppositeMerge(before, keptId, merge);
      await moveMentions(step, context.actor);
      await features.change(other, context.actor, (row, after) => {
        if (row.merged) return undefined;
        rejectOppositeMerge(row, keptId, merge);
        return { set: { merged: { id, at: clock.now() } }, events: [featureEvent(featureEvents.deleted, after({}))] };
      });
      // mentions written during the move
      await moveMentions(step, context.actor);
    }
  }

  /**
   * Follows a feature that was merged during the move: moves the mentions on and returns the final feature. Undefined
   * if it was deleted or merged into one of its own sources.
   */
  async function followMerge(
    context: CallContext,
    id: string,
    seen: readonly string[],
  ): Promise<FeatureRow | undefined> {
    let mergeId: string | undefined;
    await features.change(id, context.actor, (row) => {
      mergeId = row.merged?.id;
      return undefined;
    });
    const into = mergeId === undefined ? undefined : await features.findMerge(mergeId);
    if (mergeId === undefined || !into || seen.includes(into._id)) return undefined;
    await moveMentions({ mergeId, fromFeatureId: id, toFeatureId: into._id }, context.actor);
    const there = (await features.find(into._id)) ?? (await followMerge(context, into._id, [...seen, into._id]));
    if (!there) await detachMentions([into._id]);
    return there;
  }

  /** @throws AppError if the kept feature was deleted or the merge undone concurrently */
  async function outcome(context: CallContext, keptId: string, merge: Merge): Promise<FeatureRow> {
    const kept = await features.find(keptId);
    const isUndone = kept?.merges?.some(({ id, undoneAt }) => id === merge.id && undoneAt);
    if (kept && !isUndone) return kept;
    const there = kept ? undefined : await followMerge(context, keptId, [keptId, ...merge.mergedIds]);
    if (there) return there;
    await rollBackMerge(undoSteps, context, keptId, merge);
    if (kept) throw mergeUndone();
    // mentions that cannot be moved back, such as new ones
    if (!(await followMerge(context, keptId, [keptId]))) await detachMentions([keptId]);
    throw keptFeatureGone();
  }

  return {
    /**
     * The kept feature takes over land uses, mentions and, if it has none, the first location and relation. The others
     * are hidden and kept for undo. Idempotent; a repeat resumes.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT, FAILED_PRECONDITION if the id belongs to another
     * or an undone merge, or if an opposite merge or deletion prevents it. If the kept feature is merged concurrently,
     * returns its target.
     */
    async merge(context: CallContext, input: MergeInput): Promise<FeatureRow> {
      const { id, keptId } = input;
      const others = [...new Set(input.mergedIds)];
      refuseFields({
        ...(isId(id) ? {} : { merge_id: 'merge_id must be a UUID' }),
        ...(others.length === 0 || others.length > MAX_MERGED
          ? { merged_ids: `Give 1 to ${MAX_MERGED} features to merge` }
          : {}),
        ...(others.includes(keptId) ? { merged_ids: 'A feature cannot be merged into itself' } : {}),
      });
      if (isAgent(context.actor)) throw peopleOnlyMerge();
      const kept = await allowed(context, keptId, 'deleteFeature');
      const known = kept.merges?.find((each) => each.id === id);
      if (known?.undoneAt) throw mergeUndone();
      if (known && [...known.mergedIds].sort().join() !== [...others].sort().join())
        throw conflict('id_taken', 'A merge with this id exists already.');
      const merge = known ?? (await recordMerge(context, id, kept, others));
      try {
        await hideMerged(context, keptId, merge);
      } catch (error) {
        if (error instanceof AppError && error.reason === OPPOSITE_MERGE)
          await rollBackMerge(undoSteps, context, keptId, merge);
        throw error;
      }
      const { _id } = await outcome(context, keptId, merge);
      return allowed(context, _id, 'viewFeatures');
    },
  };
}
