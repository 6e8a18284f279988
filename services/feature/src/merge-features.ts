import { conflict, isId, refuseFields } from '@symbio/kit';
import type { CallContext } from '@symbio/kit';
import { featureEvents } from '@symbio/proto/feature';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';

import { featureEvent } from './events.js';
import type { FeatureDeps } from './feature-deps.js';
import type { FeatureRecords } from './feature-records.js';
import type { FeatureRow, Merge } from './model.js';

/** Features merged into another in one call, at most: a person picks them one by one. */
export const MAX_MERGED = 20;

/** For how long a merge can be undone, in milliseconds. */
export const UNDOABLE_MS = RESTORABLE_DAYS * 86_400_000;

/** Which features become one. */
export interface MergeInput {
  /** Of the merge, by the client. */
  id: string;
  /** The one that stays. */
  keptId: string;
  mergedIds: readonly string[];
}

/** What the feature that stays is after a merge. */
export const mergedValues = (kept: FeatureRow, merged: readonly FeatureRow[]): Merge['after'] => ({
  landUse: [...new Set([kept, ...merged].flatMap(({ landUse }) => landUse))],
  location: kept.location ?? merged.find(({ location }) => location)?.location ?? null,
});

/** Making one of several features. */
export function createFeatureMerging(
  { features, moveMentions, clock }: FeatureDeps,
  { allowed, changeKept }: FeatureRecords,
) {
  /** Notes the merge in the feature that stays, with what it takes over: what is undone is undone by that. */
  async function begin(context: CallContext, id: string, kept: FeatureRow, others: readonly string[]): Promise<void> {
    if (await features.findMerge(id)) throw conflict('id_taken', 'A merge with this id exists already.');
    const merged = await Promise.all(others.map((other) => allowed(context, other, 'deleteFeature')));
    if (merged.some((row) => row.projectId !== kept.projectId))
      refuseFields({ merged_ids: 'Only features of one project can be merged' });
    const at = clock.now();
    await changeKept(context, kept._id, (row) => {
      // the same call came twice at once
      if (row.merges?.some((each) => each.id === id)) return undefined;
      const after = mergedValues(row, merged);
      const { landUse, location } = row;
      const entry: Merge = { id, mergedIds: [...others], at, before: { landUse, location }, after };
      const undoable = (row.merges ?? []).filter((each) => at.getTime() - each.at.getTime() < UNDOABLE_MS);
      return { ...after, merges: [...undoable, entry] };
    });
  }

  return {
    /**
     * Makes one of features that turned out to be the same site: the kept one takes over their land uses, the first
     * place when it has none, and their mentions; the others are deleted for readers, and kept for the merge's undoing.
     * Each step may be repeated: a call that was cut off is finished by the same call again.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT for none, too many, itself, or another project's,
     * FAILED_PRECONDITION when the id is that of another merge, or of one that was undone.
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
      const kept = await allowed(context, keptId, 'deleteFeature');
      const known = kept.merges?.find((each) => each.id === id);
      if (known?.undoneAt) throw conflict('merge_undone', 'This merge has been undone.');
      if (known && [...known.mergedIds].sort().join() !== [...others].sort().join())
        throw conflict('id_taken', 'A merge with this id exists already.');
      if (!known) await begin(context, id, kept, others);
      for (const other of others) {
        const step = { mergeId: id, fromFeatureId: other, toFeatureId: keptId };
        await moveMentions(step, context.actor);
        await features.change(other, context.actor, (row, after) =>
          row.merged
            ? undefined
            : { set: { merged: { id, at: clock.now() } }, events: [featureEvent(featureEvents.deleted, after({}))] },
        );
        // what was written for it while its mentions moved
        await moveMentions(step, context.actor);
      }
      return allowed(context, keptId, 'viewFeatures');
    },
  };
}
