import { conflict, notFound, type CallContext } from '@symbio/kit';
import { featureEvents } from '@symbio/proto/feature';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { forAll } from './batches.js';
import { featureEvent } from './events.js';
import type { FeatureDeps } from './feature-deps.js';
import { sameValues, type FeatureRecords, type FeatureValues } from './feature-records.js';
import { UNDOABLE_MS } from './merge-features.js';
import type { FeatureRow, Merge } from './model.js';
import { ROLE_TO } from './policy.js';

/** What became of the features of a merge that was undone. */
export interface ApartAgain {
  kept: FeatureRow;
  restored: FeatureRow[];
  /** Mentions that stay where the merge had moved them. */
  stayingMentions: number;
}

const final = (why: string) => conflict('merge_final', `${why}, so the merge can no longer be undone.`);

/** What the kept feature had before the merge, of what nobody has changed since. */
export function valuesBefore(row: FeatureValues, { before, after }: Merge): FeatureValues {
  const { name, landUse, location } = row;
  return {
    name,
    landUse: sameValues(row, { ...row, landUse: after.landUse }) ? before.landUse : landUse,
    location: sameValues(row, { ...row, location: after.location }) ? before.location : location,
  };
}

/** Taking merges of features back, and ending what is kept for it. */
export function createMergeUndoing(
  { features, access, clock, self, returnMentions }: FeatureDeps,
  { changeKept }: FeatureRecords,
) {
  /** @throws AppError FAILED_PRECONDITION with the reason why it cannot be undone */
  async function requireUndoable(kept: FeatureRow, merge: Merge, away: readonly FeatureRow[]): Promise<void> {
    if (clock.now().getTime() - merge.at.getTime() >= UNDOABLE_MS)
      throw final(`They were merged more than ${RESTORABLE_DAYS} days ago`);
    if (kept.merged)
      throw conflict(
        'merged_again',
        `“${kept.name}” has been merged into another feature since. Undo that merge first.`,
      );
    // a merge that was cut off has not come to all of them
    const there = away.length > 0 || (await Promise.all(merge.mergedIds.map(features.find))).some((row) => row);
    if (!there) throw final('What was merged has been deleted for good since');
  }

  return {
    /**
     * Takes a merge back: the features that went are there again with their mentions, and what the kept one took over goes
     * unless it was changed since. Each step may be repeated, so that a call that was cut off is finished by the next.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, FAILED_PRECONDITION with why it cannot be undone.
     */
    async undoMerge(context: CallContext, mergeId: string): Promise<ApartAgain> {
      const { actor } = context;
      const [kept, away] = await Promise.all([features.findMerge(mergeId), features.mergedBy(mergeId)]);
      const projectId = (kept ?? away[0])?.projectId;
      if (projectId === undefined) throw notFound('Merge');
      await access.require(context, projectId, ROLE_TO.deleteFeature, 'Merge');
      const merge = kept?.merges?.find(({ id }) => id === mergeId);
      if (!kept || !merge) throw final('The feature that the others were merged into has been deleted since');
      if (!merge.undoneAt) {
        await requireUndoable(kept, merge, away);
        await changeKept(context, kept._id, (row) => {
          if (row.merges?.some(({ id, undoneAt }) => id === mergeId && undoneAt)) return undefined;
          const merges = row.merges?.map((each) => (each.id === mergeId ? { ...each, undoneAt: clock.now() } : each));
          return { ...valuesBefore(row, merge), merges };
        });
      }
      for (const id of merge.mergedIds)
        await features.change(id, actor, (row, after) => {
          const set = { merged: undefined };
          return row.merged?.id === mergeId
            ? { set, events: [featureEvent(featureEvents.created, after(set))] }
            : undefined;
        });
      const restored = (await Promise.all(merge.mergedIds.map(features.find))).filter((row) => row !== undefined);
      const restoredIds = restored.map(({ _id }) => _id);
      const stayingMentions = await returnMentions({ mergeId, featureId: kept._id, restoredIds }, actor);
      return { kept: (await features.find(kept._id)) ?? kept, restored, stayingMentions };
    },

    /** Deletes for good what was merged so long ago that it cannot be undone any more. */
    eraseMerged: (): Promise<void> => {
      const since = new Date(clock.now().getTime() - UNDOABLE_MS);
      return forAll(
        (limit) => features.mergedBefore(since, limit),
        (id) => features.change(id, self, (row) => (row.merged ? { remove: true, events: [] } : undefined)),
      );
    },
  };
}
