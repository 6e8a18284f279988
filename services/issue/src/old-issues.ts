import type { Actor } from '@symbio/kit';
import { withFollower } from './followers.js';
import type { IssueRow } from './model.js';
import type { IssueRepository } from './repository.js';

const BATCH = 200;

export interface OldIssueDeps {
  repository: Pick<IssueRepository, 'unnumbered' | 'nextNumber' | 'complete'>;
  self: Actor;
}

/**
 * Gives issues from before November 2026 what they lack, oldest first: number, followers, the beginning of their history, and what
 * searches use. Several copies of the service may do so at once: each takes a number after the issue before has its own,
 * so that numbers follow the order of the issues; a number that another copy's made useless is left out.
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
