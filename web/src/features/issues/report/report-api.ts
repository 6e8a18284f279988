import type { IssueSeverity, IssueType } from '@symbio/proto/issue/vocabulary';
import { api, type Envelope } from '../../../lib/http/api.js';
import { operation } from '../../../lib/http/operation.js';
import type { ContextEntry, Issue, IssueSummary } from '../issue-records.js';

/** ISSUE-24 */
export interface Suggestion {
  title: string;
  description: string;
  type: IssueType;
}

/** The client's `id` makes retries idempotent. */
export interface NewIssue extends Suggestion {
  id: string;
  severity: IssueSeverity;
  path: string;
  assignee?: string;
  labels: string[];
  context: ContextEntry[];
}

const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    suggestIssue: build.mutation<Suggestion, string>({
      query: (description) => operation('POST', '/api/translate-issue', { body: { description } }),
    }),
    findSimilar: build.query<IssueSummary[], string>({
      query: (text) => operation('GET', '/api/public/issues/similar', { query: { text } }),
      transformResponse: (answer: Envelope<IssueSummary[]>) => answer.data,
      providesTags: [{ type: 'Issue', id: 'LIST' }],
    }),
    reportIssue: build.mutation<Issue, NewIssue>({
      query: (body) => operation('POST', '/api/public/issues', { body }),
      transformResponse: (answer: { issue: Issue }) => answer.issue,
      invalidatesTags: ['Issue'],
    }),
  }),
});

export const { useSuggestIssueMutation, useFindSimilarQuery, useReportIssueMutation } = reportApi;
