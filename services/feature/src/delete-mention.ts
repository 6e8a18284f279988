import { notFound, type CallContext } from '@symbio/kit';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import { ROLE_TO } from './policy.js';

/** Deleting mentions. */
export function createMentionDeletion({ mentions, access }: MentionDeps, { remove }: MentionRecords) {
  return {
    /** Its history goes with it. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED. */
    async delete(context: CallContext, id: string, { dryRun = false } = {}): Promise<void> {
      const seen = await mentions.find(id);
      if (!seen) throw notFound('Mention');
      await access.require(context, seen.projectId, ROLE_TO.deleteMention, 'Mention');
      if (!dryRun) await remove(id, context.actor);
    },
  };
}
