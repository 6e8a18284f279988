import { named } from '@symbio/runtime';
import type { CallContext, PageSpec } from '@symbio/rpc';
import type { ListIssuesRequest } from '@symbio/proto/issue';
import { createBatch } from './batch.js';
import { createIssue } from './create-issue.js';
import { createIssueRemoval } from './delete-and-restore.js';
import { createFollowing } from './followers.js';
import type { IssueDeps } from './issue-deps.js';
import { createIssueLinks } from './issue-links.js';
import { checkQuery } from './list-query.js';
import type { HistoryEntry, IssueRow } from './model.js';
import { createSimilar } from './similar.js';
import { createIssueUpdate, type IssueUpdate } from './update-issue.js';

const MAX_LABELS_LISTED = 500;

export function createIssues(deps: IssueDeps) {
  const { repository, access } = deps;
  const updates = createIssueUpdate(deps);
  const removal = createIssueRemoval(deps);

  return {
    /** Page of issues. @throws AppError INVALID_ARGUMENT for an invalid query */
    list: (asked: Omit<ListIssuesRequest, 'paging'>, page: PageSpec, { actor }: CallContext) =>
      repository.list(checkQuery(asked, actor, access), page),

    /** Issue by id or key. @throws AppError NOT_FOUND */
    get: (name: string, caller: CallContext): Promise<IssueRow> => access.find(name, caller),

    create: createIssue(deps),
    update: (input: IssueUpdate, caller: CallContext): Promise<IssueRow> => updates.update(input, caller),
    batch: createBatch({ updates, removal }),
    ...removal,
    ...createFollowing(deps),
    links: createIssueLinks(deps),

    /** Change history, newest first. @throws AppError NOT_FOUND */
    async history(name: string, caller: CallContext): Promise<HistoryEntry[]> {
      return repository.history((await named('Issue', 'issue_id', access.find(name, caller)))._id);
    },

    similar: createSimilar(repository, access),

    /** Labels of visible issues, most used first. */
    labels: ({ actor }: CallContext) => repository.labels(access.seenBy(actor), MAX_LABELS_LISTED),
  };
}

export type Issues = ReturnType<typeof createIssues>;
