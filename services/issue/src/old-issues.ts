import type { Actor } from '@symbio/runtime';
import { withFollower } from './followers.js';
import type { IssueRow } from './model.js';
import type { IssueRepository } from './repository.js';

const BATCH = 200;

export interface OldIssueDeps {
  repository: Pick<IssueRepository, 'unnumbered' | 'nextNumber' | 'complete'>;
  self: Actor;
}

/**
 * Completes issues from before November 2026, oldest first: number, followers, first history entry and search fields.
 * Safe with several replicas: each assigns a number only after the previous issue has one, so numbers follow issue
 * order; a number lost to another replica is skipped.
 */
export const createOldIssues =
  ({ repository, self }: OldIssueDeps) =>
  async (): Promise<void> => {
    for (;;) {
      const ids = await repository.unnumbered(BATCH);
      for (const id of ids) {
        const number = await repository.nextNumber();
        await repository.complete(id, self, (row) => ({ number, ...beginning(row) }));
      }
      if (ids.length < BATCH) return;
    }
  };

function beginning(row: IssueRow): Pick<IssueRow, 'followers' | 'history'> {
  const { reporterId, reporterName, assignee, assigneeName, createdAt } = row;
  const reporters = reporterId.startsWith('service:') ? [] : [{ id: reporterId, name: reporterName }];
  return {
    followers: assignee ? withFollower(reporters, { id: assignee, name: assigneeName }) : reporters,
    history: [
      { id: row._id, at: createdAt, authorId: reporterId, authorName: reporterName, changes: [{ field: 'created' }] },
    ],
  };
}
