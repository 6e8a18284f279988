import { useMemo } from 'react';
import { useApiDispatch } from '../../../lib/http/api-thunks.js';
import { changeRefusal } from '../../../lib/http/errors.js';
import { useMe } from '../../../lib/session/me.js';
import { notify } from '../../../lib/ui/toasts.js';
import { useChangeIssuesMutation, useUpdateIssueMutation, type BatchChange } from '../api.js';
import { offerIssueUndo, type ChangedIssue } from '../undo-issue-changes.js';
import { notifyRemoved, removeIssue, restoreIssues } from '../issue-removal.js';
import type { Issue, IssueChange } from '../issue-records.js';
import type { IssueRowActions } from './issue-row.js';

/** With server-computed fields to show optimistically. */
export interface BulkChange {
  change: BatchChange;
  shown?: Partial<Issue>;
}

export interface IssueActions extends IssueRowActions {
  changeMany: (issues: readonly Issue[], change: BulkChange) => Promise<void>;
  deleteMany: (issues: readonly Issue[]) => Promise<void>;
  isBusy: boolean;
}

export function useIssueActions(): IssueActions {
  const dispatch = useApiDispatch();
  const me = useMe();
  const [update] = useUpdateIssueMutation();
  const [changeIssues, { isLoading: isBusy }] = useChangeIssuesMutation();

  const rowActions = useMemo<IssueRowActions>(() => {
    const change = async (issue: Issue, changed: IssueChange, shown?: Partial<Issue>): Promise<void> => {
      const { data, error } = await update({ id: issue.id, change: changed, shown });
      if (error) notify({ type: 'error', title: 'Failed to update issue', description: changeRefusal(error) });
      else offerIssueUndo(dispatch, [{ before: issue, after: data }], changed);
    };
    return {
      onAssignToMe: (issue) => {
        if (me) void change(issue, { assignee: me.id }, { assignee_name: me.name ?? '' });
      },
      onMark: (issue, status) => void change(issue, { status }),
      onDelete: (issue) => void removeIssue(dispatch, issue),
      onRestore: (issue) => void restoreIssues(dispatch, [issue]),
    };
  }, [update, dispatch, me]);

  const run = async (issues: readonly Issue[], { change, shown }: BulkChange): Promise<ChangedIssue[]> => {
    const { data, error } = await changeIssues({ ids: issues.map(({ id }) => id), change, shown });
    const refused = data ? data.filter((outcome) => outcome.error !== undefined) : issues;
    const verb = change.delete ? 'delete' : 'update';
    if (refused.length > 0) {
      notify({
        type: 'error',
        title: `Failed to ${verb} ${refused.length} of ${issues.length} issues`,
        description: data?.find((outcome) => outcome.error !== undefined)?.error ?? changeRefusal(error),
      });
    }
    return issues
      .filter(({ id }) => !refused.some((each) => each.id === id))
      .map((before) => ({ before, after: data?.find(({ id }) => id === before.id)?.issue }));
  };

  return {
    ...rowActions,
    isBusy,
    changeMany: async (issues, change) => {
      const changed = await run(issues, change);
      offerIssueUndo(dispatch, changed, change.change);
    },
    deleteMany: async (issues) => {
      const deleted = await run(issues, { change: { delete: true } });
      if (deleted.length > 0)
        notifyRemoved(
          dispatch,
          deleted.map(({ before }) => before),
        );
    },
  };
}
