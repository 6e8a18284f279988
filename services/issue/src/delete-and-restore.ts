import { notFound, unlessNotFound } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import { issueEvents } from '@symbio/proto/issue';
import { RESTORABLE_DAYS } from '@symbio/proto/limits';
import { issueEvent } from './events.js';
import { appended, historyEntry } from './history.js';
import type { IssueDeps } from './issue-deps.js';
import type { IssueRow } from './model.js';
import { refuseOthersIssue } from './policy.js';

/** Milliseconds within which a deletion can be undone. */
export const RESTORABLE_MS = RESTORABLE_DAYS * 86_400_000;
const PURGE_BATCH = 100;

export function createIssueRemoval({ repository, access, tombstones, clock, self }: IssueDeps) {
  return {
    /** Deletes an issue; restorable for 30 days. @throws AppError NOT_FOUND, also when already deleted */
    async remove(name: string, caller: CallContext): Promise<IssueRow> {
      const { actor } = caller;
      const { _id: id } = await access.findToChange(name, caller);
      const removed = await repository.change(
        id,
        actor,
        (row) => {
          const entry = historyEntry(actor, clock, [{ field: 'deleted' }]);
          const { at, authorId, authorName } = entry;
          const purgeAt = new Date(at.getTime() + RESTORABLE_MS);
          return { removal: { at, authorId, authorName }, purgeAt, history: appended(row, entry) };
        },
        (row) => [issueEvent(issueEvents.deleted, row)],
      );
      if (!removed) throw notFound('Issue');
      return removed;
    },

    /**
     * Restores an issue with comments, pictures and links; returns an undeleted one unchanged.
     * @throws AppError NOT_FOUND, also after 30 days
     */
    async restore(name: string, caller: CallContext): Promise<IssueRow> {
      const there = await unlessNotFound(access.find(name, caller));
      if (there) return there;
      const { actor } = caller;
      const found = await access.findRemoved(name, caller);
      refuseOthersIssue(actor, found);
      const { _id: id } = found;
      const restored = await repository.changeRemoved(
        id,
        actor,
        (row) => ({
          removal: undefined,
          purgeAt: undefined,
          history: appended(row, historyEntry(actor, clock, [{ field: 'restored' }])),
        }),
        (row) => [issueEvent(issueEvents.restored, row)],
      );
      // a concurrent call restored it
      return restored ?? access.find(id, caller);
    },

    /** Permanently removes expired issues; their event triggers the clean-up. Idempotent. */
    async purge(): Promise<void> {
      for (;;) {
        const ids = await repository.expired(PURGE_BATCH);
        for (const id of ids) {
          // first, so a repeated creation finds the id taken
          await tombstones.record(id);
          await repository.remove(id, self, (row) => [issueEvent(issueEvents.deleted, row)]);
        }
        if (ids.length < PURGE_BATCH) return;
      }
    },
  };
}
