import type { IssueLinkType, IssueStatus } from '@symbio/proto/issue/vocabulary';
import { undoOnFailure, type Patch } from '../../lib/http/optimistic.js';
import { api, type Envelope, type Page } from '../../lib/http/api.js';
import { operation } from '../../lib/http/operation.js';
import type { ApiDispatch } from '../../lib/http/api-thunks.js';
import type { HistoryEntry, Issue, IssueChange } from './issue-records.js';

/** As in other lists (CONST-05). */
export const ISSUES_PER_PAGE = 20;

export type IssueSort = 'title' | 'type' | 'severity' | 'status' | 'assignee' | 'created_at';

/** Comma-separated values; empty filters do not filter. */
export interface IssueListQuery {
  page: number;
  search: string;
  type: string;
  severity: string;
  status: string;
  /** User ids; also `me` and `none`. */
  assignee: string;
  /** User ids; also `me`. */
  reporter: string;
  label: string;
  sort: IssueSort;
  order: 'asc' | 'desc';
  deleted: boolean;
}

export interface BatchChange {
  status?: IssueStatus;
  /** null unassigns. */
  assignee?: string | null;
  labels_add?: string[];
  labels_remove?: string[];
  delete?: true;
}

export interface BatchOutcome {
  id: string;
  issue?: Issue;
  error?: string;
}

interface IssueUpdate {
  id: string;
  change: IssueChange;
  /** `updated_at` the user saw: a field changed by another user since is refused (409). */
  seen?: string;
  /** Server-computed fields to show optimistically. */
  shown?: Partial<Issue>;
}

type State = Parameters<typeof api.util.selectInvalidatedBy>[0];

interface Lifecycle {
  dispatch: ApiDispatch;
  getState: () => unknown;
}

/** In lists and single issues. */
function patchIssues(
  { dispatch, getState }: Lifecycle,
  ids: readonly string[],
  change: (issue: Issue) => void,
): Patch[] {
  const cached = api.util.selectInvalidatedBy(getState() as State, ['Issue']);
  return cached.flatMap(({ endpointName, originalArgs }): Patch[] => {
    if (endpointName === 'listIssues') {
      return [
        dispatch(
          issuesApi.util.updateQueryData('listIssues', originalArgs as IssueListQuery, (list) => {
            for (const issue of list.data) if (ids.includes(issue.id)) change(issue);
          }),
        ),
      ];
    }
    if (endpointName !== 'getIssue') return [];
    return [
      dispatch(
        issuesApi.util.updateQueryData('getIssue', originalArgs as string, (issue) => {
          if (ids.includes(issue.id)) change(issue);
        }),
      ),
    ];
  });
}

function dropFromLists({ dispatch, getState }: Lifecycle, ids: readonly string[]): Patch[] {
  return api.util
    .selectInvalidatedBy(getState() as State, ['Issue'])
    .filter(({ endpointName }) => endpointName === 'listIssues')
    .map(({ originalArgs }) =>
      dispatch(
        issuesApi.util.updateQueryData('listIssues', originalArgs as IssueListQuery, (list) => {
          const kept = list.data.filter(({ id }) => !ids.includes(id));
          list.count -= list.data.length - kept.length;
          list.data = kept;
        }),
      ),
    );
}

const applyBatch = (issue: Issue, change: BatchChange, shown: Partial<Issue>): void => {
  const { labels_add: added = [], labels_remove: removed = [] } = change;
  if (change.status !== undefined) issue.status = change.status;
  if (change.assignee !== undefined) issue.assignee = change.assignee;
  issue.labels = [...new Set([...issue.labels, ...added])].filter((label) => !removed.includes(label));
  Object.assign(issue, shown);
};

/** Links are stored in two directions; the other two are their inverses. */
const storedLink = (issueId: string, type: IssueLinkType, otherId: string) => {
  if (type === 'duplicated_by') return { issue_id: otherId, type: 'duplicate_of', other_id: issueId } as const;
  if (type === 'blocked_by') return { issue_id: otherId, type: 'blocks', other_id: issueId } as const;
  return { issue_id: issueId, type, other_id: otherId };
};

export interface LinkQuestion {
  issueId: string;
  type: IssueLinkType;
  otherId: string;
}

const LIST = { type: 'Issue', id: 'LIST' } as const;

const issueOf = (answer: { issue: Issue }): Issue => answer.issue;

export const issuesApi = api.injectEndpoints({
  endpoints: (build) => ({
    listIssues: build.query<Page<Issue>, IssueListQuery>({
      query: ({ deleted, search, ...rest }) =>
        operation('GET', '/api/public/issues', {
          query: { ...rest, search: search.trim(), deleted: deleted ? true : undefined, per_page: ISSUES_PER_PAGE },
        }),
      providesTags: [LIST],
    }),
    /** By title, number or description; for pickers. */
    findIssues: build.query<Issue[], string>({
      query: (search) => operation('GET', '/api/public/issues', { query: { search, per_page: 8 } }),
      transformResponse: (answer: Page<Issue>) => answer.data,
      providesTags: [LIST],
    }),
    getIssue: build.query<Issue, string>({
      // one issue, by a parameter that the types of the list lack
      query: (id) => ({ ...operation('GET', '/api/public/issues'), params: { id } }),
      transformResponse: issueOf,
      providesTags: (issue) => [{ type: 'Issue', id: issue?.id ?? 'NONE' }],
    }),
    updateIssue: build.mutation<Issue, IssueUpdate>({
      query: ({ id, change, seen }) =>
        operation('PUT', '/api/public/issues', {
          query: { id },
          body: seen === undefined ? change : { ...change, updated_at: seen },
        }),
      transformResponse: issueOf,
      onQueryStarted: async ({ id, change, shown }, lifecycle) => {
        const patches = patchIssues(lifecycle, [id], (issue) => Object.assign(issue, change, shown));
        await undoOnFailure(
          lifecycle.queryFulfilled.then(({ data }) =>
            // includes the new `updated_at`, so the next change is not a conflict
            patchIssues(lifecycle, [id], (issue) => Object.assign(issue, { ...data, links: issue.links })),
          ),
          patches,
        );
      },
      invalidatesTags: ['Issue'],
    }),
    changeIssues: build.mutation<BatchOutcome[], { ids: string[]; change: BatchChange; shown?: Partial<Issue> }>({
      query: ({ ids, change }) => operation('POST', '/api/public/issues/batch', { body: { ids, ...change } }),
      transformResponse: (answer: Envelope<BatchOutcome[]>) => answer.data,
      onQueryStarted: async ({ ids, change, shown = {} }, lifecycle) => {
        const patches = change.delete
          ? dropFromLists(lifecycle, ids)
          : patchIssues(lifecycle, ids, (issue) => applyBatch(issue, change, shown));
        await undoOnFailure(lifecycle.queryFulfilled, patches);
      },
      invalidatesTags: ['Issue'],
    }),
    deleteIssue: build.mutation<void, string>({
      query: (id) => operation('DELETE', '/api/public/issues', { query: { id } }),
      transformResponse: () => undefined,
      onQueryStarted: async (id, lifecycle) => undoOnFailure(lifecycle.queryFulfilled, dropFromLists(lifecycle, [id])),
      // the issue itself is not read again, since its page is being left
      invalidatesTags: [LIST],
    }),
    restoreIssue: build.mutation<Issue, string>({
      query: (id) => operation('POST', '/api/public/issues/restore', { query: { id } }),
      transformResponse: issueOf,
      invalidatesTags: ['Issue'],
    }),
    followIssue: build.mutation<Issue, { id: string; follow: boolean }>({
      query: ({ id, follow }) =>
        operation(follow ? 'PUT' : 'DELETE', '/api/public/issues/follow', { query: { issue_id: id } }),
      transformResponse: issueOf,
      onQueryStarted: async ({ id, follow }, lifecycle) =>
        undoOnFailure(
          lifecycle.queryFulfilled,
          patchIssues(lifecycle, [id], (issue) => {
            issue.following = follow;
          }),
        ),
      invalidatesTags: (_issue, _error, { id }) => [{ type: 'Issue', id }],
    }),
    linkIssues: build.mutation<void, LinkQuestion>({
      query: ({ issueId, type, otherId }) =>
        operation('POST', '/api/public/issues/links', { body: storedLink(issueId, type, otherId) }),
      transformResponse: () => undefined,
      invalidatesTags: ['Issue'],
    }),
    unlinkIssues: build.mutation<void, LinkQuestion>({
      query: ({ issueId, type, otherId }) =>
        operation('DELETE', '/api/public/issues/links', { query: storedLink(issueId, type, otherId) }),
      transformResponse: () => undefined,
      onQueryStarted: async ({ issueId, type, otherId }, lifecycle) =>
        undoOnFailure(
          lifecycle.queryFulfilled,
          patchIssues(lifecycle, [issueId], (issue) => {
            issue.links = issue.links.filter((link) => link.type !== type || link.issue.id !== otherId);
          }),
        ),
      invalidatesTags: ['Issue'],
    }),
    listLabels: build.query<{ label: string; count: number }[], void>({
      query: () => operation('GET', '/api/public/issues/labels'),
      transformResponse: (answer: Envelope<{ label: string; count: number }[]>) => answer.data,
      providesTags: [{ type: 'Issue', id: 'LABELS' }],
    }),
    listHistory: build.query<HistoryEntry[], string>({
      query: (issueId) => operation('GET', '/api/public/issues/history', { query: { issue_id: issueId } }),
      transformResponse: (answer: Envelope<HistoryEntry[]>) => answer.data,
      providesTags: [{ type: 'Issue', id: 'HISTORY' }],
    }),
  }),
});

export const {
  useListIssuesQuery,
  useFindIssuesQuery,
  useGetIssueQuery,
  useUpdateIssueMutation,
  useChangeIssuesMutation,
  useFollowIssueMutation,
  useLinkIssuesMutation,
  useUnlinkIssuesMutation,
  useListLabelsQuery,
  useListHistoryQuery,
} = issuesApi;
