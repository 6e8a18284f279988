import { notFound, type Actor } from '@symbio/runtime';
import type { Decide } from '@symbio/mongo';
import type { CallContext } from '@symbio/rpc';
import { featureEvents } from '@symbio/proto/feature';
import { featureEvent } from '../events.js';
import type { FeatureDeps } from './feature-deps.js';
import type { FeatureRow } from '../model.js';
import { ROLE_TO } from '../policy.js';

export type FeatureRecords = ReturnType<typeof createFeatureRecords>;

/** The caller must dissociate its mentions. */
const removal: Decide<FeatureRow> = (row, after) => ({
  remove: true,
  // its deletion was published by the merge
  events: row.merged ? [] : [featureEvent(featureEvents.deleted, after({}))],
});

export function createFeatureRecords({ features, access, authors }: FeatureDeps) {
  return {
    /** @throws AppError NOT_FOUND, PERMISSION_DENIED */
    allowed: async (context: CallContext, id: string, action: keyof typeof ROLE_TO): Promise<FeatureRow> => {
      const row = await features.find(id);
      if (!row) throw notFound('Feature');
      await access.require(context, row.projectId, ROLE_TO[action], 'Feature');
      if (action === 'changeFeature' || action === 'deleteFeature')
        await authors.requireOwn(context, 'feature', [row.authorId]);
      return row;
    },

    /**
     * Changes the target of a merge. Publishes nothing if no visible value changes, or if it is merged itself.
     * @throws AppError NOT_FOUND if it is gone, or merged unless `alsoMerged`.
     */
    changeKept: async (
      { actor }: CallContext,
      id: string,
      decide: (row: FeatureRow) => (Pick<FeatureRow, 'merges'> & Partial<FeatureValues>) | undefined,
      { alsoMerged = false } = {},
    ): Promise<FeatureRow> => {
      const changed = await features.change(id, actor, (row, after) => {
        if (row.merged && !alsoMerged) throw notFound('Feature');
        const set = decide(row);
        if (!set) return undefined;
        return row.merged || sameValues(after(set), row)
          ? { set, events: [], keepUpdatedAt: true }
          : { set, events: [featureEvent(featureEvents.changed, after(set))] };
      });
      if (!changed) throw notFound('Feature');
      return changed;
    },

    remove: async (id: string, actor: Actor): Promise<void> => {
      await features.change(id, actor, removal);
    },

    /** As `remove`, for several features just read. */
    removeMany: (rows: readonly FeatureRow[], actor: Actor): Promise<void> => features.changeMany(rows, actor, removal),
  };
}

export type FeatureValues = Pick<FeatureRow, 'name' | 'landUse' | 'location' | 'relation'>;

export function sameValues(a: FeatureValues, b: FeatureValues): boolean {
  const place = ({ location }: FeatureValues): string => location?.coordinates.join() ?? '';
  const relation = ({ relation: stated }: FeatureValues): string =>
    stated ? [stated.relation, stated.direction, stated.distanceFt].join() : '';
  return (
    a.name === b.name && a.landUse.join() === b.landUse.join() && place(a) === place(b) && relation(a) === relation(b)
  );
}
