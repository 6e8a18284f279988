import type { ApiDispatch } from '../../lib/http/api-thunks.js';
import { changeRefusal } from '../../lib/http/errors.js';
import { notify } from '../../lib/ui/toasts.js';
import { offerUndo, undoEach, type FailedUndo } from '../../lib/edits/undo.js';
import { issuesApi, type BatchChange } from './api.js';
import type { Issue, IssueChange } from './issue-records.js';

const FIELD_TEXTS: Readonly<Record<string, string>> = {
  title: 'title',
  description: 'description',
  type: 'type',
  severity: 'severity',
  status: 'status',
  assignee: 'assignee',
  labels: 'labels',
  labels_add: 'labels',
  labels_remove: 'labels',
};

function inverse(issue: Issue, change: IssueChange | BatchChange): { change: IssueChange; shown: Partial<Issue> } {
  const { title, description, type, severity, status, assignee, labels } = issue;
  const before = { title, description, type, severity, status, assignee, labels };
  const fields = Object.keys(change).map((field) => (field.startsWith('labels') ? 'labels' : field));
  return {
    change: Object.fromEntries(Object.entries(before).filter(([field]) => fields.includes(field))),
    shown: fields.includes('assignee') ? { assignee_name: issue.assignee_name } : {},
  };
}

export interface ChangedIssue {
  before: Issue;
  after: Pick<Issue, 'updated_at'> | undefined;
}

function notifyRefused(refused: readonly FailedUndo<ChangedIssue>[], of: number, what: string): void {
  const [first] = refused;
  if (!first) return;
  const isOne = of === 1;
  const sentence = changeRefusal(first.error);
  notify({
    type: 'error',
    title: `Could not be undone: ${what} of ${isOne ? first.item.before.key : `${refused.length} of ${of} issues`}`,
    description: isOne ? sentence : `${refused.map(({ item }) => item.before.key).join(', ')}: ${sentence}`,
  });
}

export function offerIssueUndo(
  dispatch: ApiDispatch,
  changed: readonly ChangedIssue[],
  change: IssueChange | BatchChange,
): void {
  const first = changed[0]?.before;
  if (!first) return;
  const what = [...new Set(Object.keys(change).map((field) => FIELD_TEXTS[field] ?? field))].join(', ');
  const isOne = changed.length === 1;
  offerUndo(
    {
      title: isOne ? 'Issue updated' : `${changed.length} issues updated`,
      ...(isOne && { description: `${first.key} ${first.title}` }),
    },
    {
      what: `${what} of ${isOne ? first.key : `${changed.length} issues`}`,
      // undo refers to the state the user saw, so later changes by others are kept
      undo: undoEach(
        changed,
        ({ before, after }) => {
          const request = { id: before.id, ...inverse(before, change), seen: after?.updated_at };
          return dispatch(issuesApi.endpoints.updateIssue.initiate(request)).unwrap();
        },
        (refused) => notifyRefused(refused, changed.length, what),
      ),
    },
  );
}
