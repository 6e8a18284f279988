import { changeRefusal } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import { settleEach } from '../../lib/http/bulk.js';
import { offerUndo, undoEach } from '../../lib/edits/undo.js';
import type { ApiDispatch } from '../../lib/http/api-thunks.js';
import { issuesApi } from './api.js';
import type { Issue } from './issue-records.js';

/** ISSUE-10, D-73 */
const QUESTION = `Are you sure you want to delete this issue? This action cannot be undone.
It can be restored for 30 days under Recently deleted.`;

type Removed = Pick<Issue, 'id' | 'key' | 'title'>;

const nameOf = ({ key, title }: Removed): string => `${key} ${title}`;

const notifyNotRestored = (error: unknown): void =>
  notify({ type: 'error', title: 'Failed to restore issue', description: changeRefusal(error) });

const restored = (dispatch: ApiDispatch, { id }: Removed): Promise<Issue> =>
  dispatch(issuesApi.endpoints.restoreIssue.initiate(id)).unwrap();

export async function restoreIssues(dispatch: ApiDispatch, issues: readonly Removed[]): Promise<void> {
  const { failed } = await settleEach(issues, (issue) => restored(dispatch, issue));
  if (failed[0]) return notifyNotRestored(failed[0].error);
  notify({
    type: 'success',
    title: issues.length === 1 ? 'Issue restored' : `${issues.length} issues restored`,
    description: issues.length === 1 ? issues.map(nameOf).join('') : undefined,
  });
}

export function notifyRemoved(dispatch: ApiDispatch, issues: readonly Removed[]): void {
  offerUndo(
    {
      title: issues.length === 1 ? 'Issue deleted' : `${issues.length} issues deleted`,
      description: issues.length === 1 ? issues.map(nameOf).join('') : issues.map(({ key }) => key).join(', '),
    },
    {
      what: `deletion of ${issues.map(({ key }) => key).join(', ')}`,
      undo: undoEach(
        issues,
        (issue) => restored(dispatch, issue),
        ([first]) => notifyNotRestored(first?.error),
      ),
    },
  );
}

/**
 * After confirmation (ISSUE-10).
 * @param onGone called on confirmation, before the server responds: hides the issue
 * @returns whether it was deleted
 */
export async function removeIssue(dispatch: ApiDispatch, issue: Removed, onGone?: () => void): Promise<boolean> {
  if (!window.confirm(QUESTION)) return false;
  const answer = dispatch(issuesApi.endpoints.deleteIssue.initiate(issue.id));
  onGone?.();
  const { error } = await answer;
  if (error) notify({ type: 'error', title: 'Failed to delete issue', description: changeRefusal(error) });
  else notifyRemoved(dispatch, [issue]);
  return !error;
}
