import { conflict, isAgent, notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { forAll } from '../batches.js';
import type { FeatureDeps } from './feature-deps.js';
import { UNDOABLE_MS, peopleOnlyMerge } from './merge-features.js';
import type { FeatureRow, Merge } from '../model.js';
import { ROLE_TO } from '../policy.js';
import type { UndoMergeSteps } from './undo-merge-steps.js';

export interface UndoneMergeResult {
  kept: FeatureRow;
  restored: FeatureRow[];
  /** Mentions not moved back. */
  stayingMentions: number;
}

const final = (why: string) => conflict('merge_final', `${why}, so the merge can no longer be undone.`);

export function createMergeUndoing(
  { features, access, authors, clock, self }: FeatureDeps,
  { recordUndo, restoreMerged }: UndoMergeSteps,
) {
  async function requireUndoable(kept: FeatureRow, merge: Merge, merged: readonly FeatureRow[]): Promise<void> {
    if (clock.now().getTime() - merge.at.getTime() >= UNDOABLE_MS)
      throw final(`They were merged more than ${RESTORABLE_DAYS} days ago`);
    if (kept.merged)
      throw conflict(
        'merged_again',
        `“${kept.name}” has been merged into another feature since. Undo that merge first.`,
      );
    // an interrupted merge may have reached some of them only
    const there = merged.length > 0 || (await Promise.all(merge.mergedIds.map(features.find))).some((row) => row);
    if (!there) throw final('What was merged has been deleted for good since');
  }

  return {
    /**
     * Restores the merged features with their mentions and removes unchanged values from the kept one. Idempotent; a
     * repeat resumes.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION with the reason
     */
    async undoMerge(context: CallContext, mergeId: string): Promise<UndoneMergeResult> {
      const [kept, merged] = await Promise.all([features.findMerge(mergeId), features.mergedBy(mergeId)]);
      const projectId = (kept ?? merged[0])?.projectId;
      if (projectId === undefined) throw notFound('Merge');
      await access.require(context, projectId, ROLE_TO.deleteFeature, 'Merge');
      if (isAgent(context.actor)) throw peopleOnlyMerge();
      const all = [...(kept ? [kept] : []), ...merged];
      await authors.requireOwn(
        context,
        'feature',
        all.map(({ authorId }) => authorId),
      );
      const merge = kept?.merges?.find(({ id }) => id === mergeId);
      if (!kept || !merge) throw final('The feature that the others were merged into has been deleted since');
      if (!merge.undoneAt) {
        await requireUndoable(kept, merge, merged);
        await recordUndo(context, kept._id, merge);
      }
      const { restored, stayingMentions } = await restoreMerged(context, kept._id, merge);
      return { kept: (await features.find(kept._id)) ?? kept, restored, stayingMentions };
    },

    /** Permanently deletes features whose merge can no longer be undone. */
    purgeMerged: (): Promise<void> => {
      const since = new Date(clock.now().getTime() - UNDOABLE_MS);
      return forAll(
        (limit) => features.mergedBefore(since, limit),
        (id) => features.change(id, self, (row) => (row.merged ? { remove: true, events: [] } : undefined)),
      );
    },
  };
}
