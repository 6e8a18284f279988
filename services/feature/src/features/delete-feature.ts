import type { CallContext } from '@symbio/rpc';
import { forAll } from '../batches.js';
import type { FeatureDeps } from './feature-deps.js';
import type { FeatureRecords } from './feature-records.js';

export function createFeatureRemoval(
  { features, authors, tombstones, self, detachMentions, mentionAuthors }: FeatureDeps,
  { allowed, remove }: FeatureRecords,
) {
  return {
    /**
     * Its mentions become unassociated (OP-47). @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED.
     */
    async delete(context: CallContext, id: string, { dryRun = false } = {}): Promise<void> {
      await allowed(context, id, 'deleteFeature');
      // the caller must be allowed to change the mentions that this dissociates
      if (context.actor.via === 'api_key')
        await authors.requireOwn(context, 'mention of the feature', await mentionAuthors(id));
      if (dryRun) return;
      await remove(id, context.actor);
      await detachMentions([id]);
    },

    async removeAllOf(projectId: string): Promise<void> {
      await tombstones.record(projectId);
      await forAll(
        (limit) => features.idsOf(projectId, limit),
        (id) => remove(id, self),
      );
    },
  };
}
