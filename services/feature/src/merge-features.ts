import { refuseFields } from '@symbio/kit';
import type { CallContext } from '@symbio/kit';
import { featureEvents } from '@symbio/proto/feature';

import { featureEvent } from './events.js';
import type { FeatureDeps } from './feature-deps.js';
import { sameValues, type FeatureRecords } from './feature-records.js';
import type { FeatureRow } from './model.js';

/** Features merged into another in one call, at most: a person picks them one by one. */
export const MAX_MERGED = 20;

/** Making one of several features. */
export function createFeatureMerging({ features, moveMentions }: FeatureDeps, { allowed, remove }: FeatureRecords) {
  return {
    /**
     * Makes one of features that turned out to be the same site: the kept one takes over their land uses, the first
     * place when it has none, and their mentions; the others are deleted. Each step may be repeated, so that a call that
     * was cut off is finished by the next.
     * @throws AppError NOT_FOUND, PERMISSION_DENIED, INVALID_ARGUMENT for none, too many, itself, or another project's.
     */
    async merge(context: CallContext, keptId: string, mergedIds: readonly string[]): Promise<FeatureRow> {
      const others = [...new Set(mergedIds)];
      refuseFields({
        ...(others.length === 0 || others.length > MAX_MERGED
          ? { merged_ids: `Give 1 to ${MAX_MERGED} features to merge` }
          : {}),
        ...(others.includes(keptId) ? { merged_ids: 'A feature cannot be merged into itself' } : {}),
      });
      const kept = await allowed(context, keptId, 'deleteFeature');
      const merged = await Promise.all(others.map((id) => allowed(context, id, 'deleteFeature')));
      if (merged.some((row) => row.projectId !== kept.projectId))
        refuseFields({ merged_ids: 'Only features of one project can be merged' });
      await features.change(keptId, context.actor, (row, after) => {
        const set = {
          name: row.name,
          landUse: [...new Set([row, ...merged].flatMap(({ landUse }) => landUse))],
          location: row.location ?? merged.find(({ location }) => location)?.location ?? null,
        };
        return sameValues(set, row) ? undefined : { set, events: [featureEvent(featureEvents.changed, after(set))] };
      });
      for (const { _id } of merged) {
        await moveMentions(_id, keptId, context.actor);
        await remove(_id, context.actor);
        // what was written for it while its mentions moved
        await moveMentions(_id, keptId, context.actor);
      }
      return allowed(context, keptId, 'viewFeatures');
    },
  };
}
