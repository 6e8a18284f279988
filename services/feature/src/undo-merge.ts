import { conflict, isAgent, notFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { forAll } from './batches.js';
import type { FeatureDeps } from './feature-deps.js';
import { UNDOABLE_MS, mergesArePeoples } from './merge-features.js';
import type { FeatureRow, Merge } from './model.js';
import { ROLE_TO } from './policy.js';
import type { TakingApart } from './take-apart.js';

/** The features of an undone merge. */
export interface ApartAgain {
  kept: FeatureRow;
  restored: FeatureRow[];
  /** Mentions not moved back. */
  stayingMentions: number;
}

const final = (why: string) => conflict('merge_final', `${why}, so the merge can no longer be undone.`);

/** Undoes feature merges and purges expired ones. */
export function createMergeUndoing(
  { features, access, authors, clock, self }: FeatureDeps,
  { noteUndone, bringBack }: TakingApart,
) {
  /** @throws AppError FAILED_PRECONDITION with the reason if it cannot be undone */
  async function requireUndoable(kept: FeatureRow, merge: Merge, away: readonly FeatureRow[]): Promise<void> {
    if (clock.now().getTime() - merge.at.getTime() >= UNDOABLE_MS)
      throw final(`They were merged more than ${RESTORABLE_DAYS} days ago`);
    if (kept.merged)
      throw conflict(
        'merged_again',
        `“${kept.name}” has been merged into another feature since. Undo that merge first.`,
      );
    // an interrupted merge may not have reached all of them
    const there = away.length > 0 || (await Promise.all(merge.mergedIds.map(features.find))).some((row) => row);
    if (!there) throw final('What was merged has been deleted for good since');
  }

  return {
    /**
     * Undoes a merge: restores the merged features with their mentions and removes unchanged values from the kept one.
     * Idempotent, so that repeating an interrupted call finishes it.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION with the reason if it cannot be undone.
     */
    async undoMerge(context: CallContext, mergeId: string): Promise<ApartAgain> {
      const [kept, away] = await Promise.all([features.findMerge(mergeId), features.mergedBy(mergeId)]);
      const projectId = (kept ?? away[0])?.projectId;
      if (projectId === undefined) throw notFound('Merge');
      await access.require(context, projectId, ROLE_TO.deleteFeature, 'Merge');
      if (isAgent(context.actor)) throw mergesArePeoples();
      const all = [...(kept ? [kept] : []), ...away];
      await authors.requireOwn(
        context,
        'feature',
        all.map(({ authorId }) => authorId),
      );
      const merge = kept?.merges?.find(({ id }) => id === mergeId);
      if (!kept || !merge) throw final('The feature that the others were merged into has been deleted since');
      if (!merge.undoneAt) {
        await requireUndoable(kept, merge, away);
        await noteUndone(context, kept._id, merge);
      }
      const { restored, stayingMentions } = await bringBack(context, kept._id, merge);
      return { kept: (await features.find(kept._id)) ?? kept, restored, stayingMentions };
    },

    /** Permanently deletes features whose merge can no longer be undone. */
    eraseMerged: (): Promise<void> => {
      const since = new Date(clock.now().getTime() - UNDOABLE_MS);
      return forAll(
        (limit) => features.mergedBefore(since, limit),
        (id) => features.change(id, self, (row) => (row.merged ? { remove: true, events: [] } : undefined)),
      );
    },
  };
}
