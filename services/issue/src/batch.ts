import { MAX_ISSUE_BATCH } from '@symbio/proto/limits';
import { invalidFields, normalizeError, refuseFields } from '@symbio/runtime';
import type { CallContext } from '@symbio/rpc';
import type { BatchError, BatchUpdateIssuesRequest } from '@symbio/proto/issue';
import { checkIssueChange, checkLabelChange, withLabels } from './issue-fields.js';
import type { IssueRow } from './model.js';
import type { createIssueRemoval } from './delete-and-restore.js';
import type { IssueUpdates } from './update-issue.js';

/** Concurrent changes. */
const CONCURRENCY = 8;

export type BatchOutcome = { id: string } & ({ row: IssueRow } | { error: BatchError });

interface BatchDeps {
  updates: Pick<IssueUpdates, 'assigned' | 'change'>;
  removal: Pick<ReturnType<typeof createIssueRemoval>, 'remove'>;
}

/**
 * Changes or deletes several issues independently; outcomes in the order of the ids.
 * @throws AppError INVALID_ARGUMENT if every issue would be refused for the same reason
 */
export const createBatch =
  ({ updates, removal }: BatchDeps) =>
  async (request: BatchUpdateIssuesRequest, caller: CallContext): Promise<BatchOutcome[]> => {
    const { status, severity, assignee, delete: isDeletion } = request;
    const ids = [...new Set(request.ids)];
    if (ids.length === 0) throw invalidFields({ ids: 'Select at least one issue' });
    if (ids.length > MAX_ISSUE_BATCH)
      throw invalidFields({ ids: `At most ${MAX_ISSUE_BATCH} issues can be changed at once` });
    const { assignee: assigneeId, ...values } = checkIssueChange({ status, severity, assignee });
    const labels = checkLabelChange(request.labelsAdd, request.labelsRemove);
    const changesLabels = labels.labelsAdd.length > 0 || labels.labelsRemove.length > 0;
    const isChange = changesLabels || assigneeId !== undefined || Object.keys(values).length > 0;
    refuseFields({
      ...(isDeletion && isChange ? { delete: 'Issues that are deleted cannot be changed with it' } : {}),
      ...(!isDeletion && !isChange ? { ids: 'Nothing to change is given' } : {}),
    });
    const wanted = { ...values, ...(await updates.assigned(assigneeId, caller)) };

    const run = (id: string): Promise<IssueRow> =>
      isDeletion
        ? removal.remove(id, caller)
        : updates.change(id, caller, (row) => ({
            ...wanted,
            ...(changesLabels ? { labels: withLabels(row.labels, labels) } : {}),
          }));
    const outcomeOf = async (id: string): Promise<BatchOutcome> => {
      try {
        return { id, row: await run(id) };
      } catch (error) {
        const { code, reason, message } = normalizeError(error);
        // server failures abort the call, which can be repeated
        if (code === 'INTERNAL' || code === 'UNAVAILABLE') throw error;
        return { id, error: { code: reason, message } };
      }
    };
    const outcomes: BatchOutcome[] = [];
    for (let at = 0; at < ids.length; at += CONCURRENCY)
      outcomes.push(...(await Promise.all(ids.slice(at, at + CONCURRENCY).map(outcomeOf))));
    return outcomes;
  };
