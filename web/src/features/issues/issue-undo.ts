import type { ApiDispatch } from '../../lib/api-thunks.js';
import { changeRefusal } from '../../lib/errors.js';
import { notify } from '../../lib/toasts.js';
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

/** An issue that somebody changed: as it was, and what the server made of it. */
export interface ChangedIssue {
  before: Issue;
  after: Pick<Issue, 'updated_at'> | undefined;
}

/**
 * Takes a change of issues back; refusals are told, each issue for itself. What somebody else has made of a field since stays.
 * @returns whether all are what they were
 */
async function takenBack(
  dispatch: ApiDispatch,
  changed: readonly ChangedIssue[],
  change: IssueChange | BatchChange,
  what: string,
): Promise<boolean> {
  const { updateIssue } = issuesApi.endpoints;
  const answers = await Promise.all(
    changed.map(async ({ before, after }) => {
      // the state that is taken back is the only one that the person knows of
      const request = { id: before.id, ...inverse(before, change), seen: after?.updated_at };
      const { error } = await dispatch(updateIssue.initiate(request));
      return { key: before.key, error };
    }),
  );
  const refused = answers.filter(({ error }) => error !== undefined);
  const [first] = refused;
  if (!first) return true;
  const isOne = changed.length === 1;
  const sentence = changeRefusal(first.error);
  notify({
    type: 'error',
    title: `Could not be undone: ${what} of ${isOne ? first.key : `${refused.length} of ${changed.length} issues`}`,
    description: isOne ? sentence : `${refused.map(({ key }) => key).join(', ')}: ${sentence}`,
  });
  return false;
}

/** Says that issues were changed, and offers to take it back. */
export function offerIssueUndo(
  dispatch: ApiDispatch,
  changed: readonly ChangedIssue[],
  change: IssueChange | BatchChange,
): void {
  const first = changed[0]?.before;
  if (!first) return;
  const what = [...new Set(Object.keys(change).map((field) => WORDS[field] ?? field))].join(', ');
  const isOne = changed.length === 1;
  offerUndo(
    {
      title: isOne ? 'Issue updated' : `${changed.length} issues updated`,
      ...(isOne && { description: `${first.key} ${first.title}` }),
    },
    {
      what: `${what} of ${isOne ? first.key : `${changed.length} issues`}`,
      undo: () => takenBack(dispatch, changed, change, what),
    },
  );
}
