import type { ApiDispatch } from '../../lib/api-thunks.js';
import { offerUndo } from '../../lib/undo.js';
import { issuesApi, type BatchChange } from './api.js';
import type { Issue, IssueChange } from './issue-records.js';

/** Fields of an issue that people change, in words. */
const WORDS: Readonly<Record<string, string>> = {
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

/** The change that makes an issue what it was. */
function inverse(issue: Issue, change: IssueChange | BatchChange): { change: IssueChange; shown: Partial<Issue> } {
  const { title, description, type, severity, status, assignee, labels } = issue;
  const before = { title, description, type, severity, status, assignee, labels };
  const fields = Object.keys(change).map((field) => (field.startsWith('labels') ? 'labels' : field));
  return {
    change: Object.fromEntries(Object.entries(before).filter(([field]) => fields.includes(field))),
    shown: fields.includes('assignee') ? { assignee_name: issue.assignee_name } : {},
  };
}

/**
 * Says that issues were changed, and offers to take it back.
 * @param issues as they were before
 */
export function offerIssueUndo(
  dispatch: ApiDispatch,
  issues: readonly Issue[],
  change: IssueChange | BatchChange,
): void {
  const [first] = issues;
  if (!first) return;
  const { updateIssue } = issuesApi.endpoints;
  const what = [...new Set(Object.keys(change).map((field) => WORDS[field] ?? field))].join(', ');
  const isOne = issues.length === 1;
  offerUndo(
    {
      title: isOne ? 'Issue updated' : `${issues.length} issues updated`,
      ...(isOne && { description: `${first.key} ${first.title}` }),
    },
    {
      what: `${what} of ${isOne ? first.key : `${issues.length} issues`}`,
      undo: () =>
        Promise.all(
          issues.map((issue) => dispatch(updateIssue.initiate({ id: issue.id, ...inverse(issue, change) })).unwrap()),
        ),
    },
  );
}
