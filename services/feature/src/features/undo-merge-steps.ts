import { unlessNotFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { featureEvents } from '@symbio/proto/feature';
import { featureEvent } from '../events.js';
import type { FeatureDeps } from './feature-deps.js';
import { sameValues, type FeatureRecords, type FeatureValues } from './feature-records.js';
import type { FeatureRow, Merge } from '../model.js';

/** Kept feature's values from before the merge, where unchanged since. */
export function valuesBefore(row: FeatureValues, { before, after }: Merge): FeatureValues {
  const { name, landUse, location, relation } = row;
  return {
    name,
    landUse: sameValues(row, { ...row, landUse: after.landUse }) ? before.landUse : landUse,
    location: sameValues(row, { ...row, location: after.location }) ? before.location : location,
    relation: sameValues(row, { ...row, relation: after.relation }) ? before.relation : relation,
  };
}

export function createUndoMergeSteps({ features, clock, returnMentions }: FeatureDeps, { changeKept }: FeatureRecords) {
  return {
    /**
     * Records the undo and removes values taken over and unchanged since. @throws AppError NOT_FOUND if the feature is
     * gone
     */
    recordUndo: async (
      context: CallContext,
      keptId: string,
      merge: Merge,
      { alsoMerged = false } = {},
    ): Promise<FeatureRow> =>
      changeKept(
        context,
        keptId,
        (row) => {
          if (row.merges?.some(({ id, undoneAt }) => id === merge.id && undoneAt)) return undefined;
          const undone = (each: Merge): Merge => (each.id === merge.id ? { ...each, undoneAt: clock.now() } : each);
          return { ...valuesBefore(row, merge), merges: row.merges?.map(undone) };
        },
        { alsoMerged },
      ),

    /** Restores the merged features and moved mentions; returns how many mentions stay. */
    restoreMerged: async (
      { actor }: CallContext,
      keptId: string,
      { id: mergeId, mergedIds }: Merge,
    ): Promise<{ restored: FeatureRow[]; stayingMentions: number }> => {
      for (const id of mergedIds)
        await features.change(id, actor, (row, after) => {
          const set = { merged: undefined };
          return row.merged?.id === mergeId
            ? { set, events: [featureEvent(featureEvents.created, after(set))] }
            : undefined;
        });
      const restored = (await Promise.all(mergedIds.map(features.find))).filter((row) => row !== undefined);
      const restoredIds = restored.map(({ _id }) => _id);
      const stayingMentions = await returnMentions({ mergeId, featureId: keptId, restoredIds }, actor);
      return { restored, stayingMentions };
    },
  };
}

export type UndoMergeSteps = ReturnType<typeof createUndoMergeSteps>;

/** Undoes a merge that could not finish, even if the kept feature is gone. */
export async function rollBackMerge(
  { recordUndo, restoreMerged }: UndoMergeSteps,
  context: CallContext,
  keptId: string,
  merge: Merge,
): Promise<void> {
  await unlessNotFound(recordUndo(context, keptId, merge, { alsoMerged: true }));
  await restoreMerged(context, keptId, merge);
}
