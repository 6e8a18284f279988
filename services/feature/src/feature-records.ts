import { notFound, type Actor, type CallContext } from '@symbio/kit';
import { featureEvents } from '@symbio/proto/feature';
import { featureEvent } from './events.js';
import type { FeatureDeps } from './feature-deps.js';
import type { FeatureRow } from './model.js';
import { ROLE_TO } from './policy.js';

export type FeatureRecords = ReturnType<typeof createFeatureRecords>;

/** What several operations ask of and do to features. */
export function createFeatureRecords({ features, access }: FeatureDeps) {
  return {
    /** The feature, if the caller's role in its project is strong enough. @throws AppError NOT_FOUND, PERMISSION_DENIED */
    allowed: async (context: CallContext, id: string, action: keyof typeof ROLE_TO): Promise<FeatureRow> => {
      const row = await features.find(id);
      if (!row) throw notFound('Feature');
      await access.require(context, row.projectId, ROLE_TO[action], 'Feature');
      return row;
    },

    /** Deletes a feature; its mentions are the caller's to take off it. */
    remove: async (id: string, actor: Actor): Promise<void> => {
      await features.change(id, actor, (_, after) => ({
        remove: true,
        events: [featureEvent(featureEvents.deleted, after({}))],
      }));
    },
  };
}

/** What people say of a feature. */
export type FeatureValues = Pick<FeatureRow, 'name' | 'landUse' | 'location'>;

export function sameValues(a: FeatureValues, b: FeatureValues): boolean {
  const place = ({ location }: FeatureValues): string => location?.coordinates.join() ?? '';
  return a.name === b.name && a.landUse.join() === b.landUse.join() && place(a) === place(b);
}
