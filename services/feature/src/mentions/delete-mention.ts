import { notFound, stale } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { MentionDeps } from './mention-deps.js';
import type { MentionRecords } from './mention-records.js';
import type { MentionRow } from '../model.js';
import { ROLE_TO } from '../policy.js';

export function createMentionDeletion({ mentions, access, authors }: MentionDeps, { remove }: MentionRecords) {
  return {
    /** Also deletes its history. @throws AppError NOT_FOUND, also the second time; PERMISSION_DENIED. */
    async delete(context: CallContext, id: string, { dryRun = false } = {}): Promise<void> {
      const seen = await mentions.find(id);
      if (!seen) throw notFound('Mention');
      await access.require(context, seen.projectId, ROLE_TO.deleteMention, 'Mention');
      const written = (row: MentionRow): string[] => [row.authorId, ...row.history.map(({ authorId }) => authorId)];
      // also deletes people's decisions
      await authors.requireOwn(context, 'mention', written(seen));
      if (dryRun) return;
      const known = new Set(written(seen));
      const isMeant = (row: MentionRow): boolean =>
        context.actor.via !== 'api_key' || written(row).every((authorId) => known.has(authorId));
      if (!(await remove(id, context.actor, isMeant)) && (await mentions.find(id))) throw stale('This mention');
    },
  };
}
