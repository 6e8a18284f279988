import type { IssueType } from '@symbio/proto/issue/vocabulary';
import { api, type Envelope } from '../../../lib/http/api.js';
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
  severity: string;
  path: string;
  assignee?: string;
  labels: string[];
  context: ContextEntry[];
}

const reportApi = api.injectEndpoints({
  endpoints: (build) => ({
    suggestIssue: build.mutation<Suggestion, string>({
      query: (description) => ({ url: '/api/translate-issue', method: 'POST', body: { description } }),
    }),
    findSimilar: build.query<IssueSummary[], string>({
      query: (text) => ({ url: '/api/public/issues/similar', params: { text } }),
      transformResponse: (answer: Envelope<IssueSummary[]>) => answer.data,
      providesTags: [{ type: 'Issue', id: 'LIST' }],
    }),
    reportIssue: build.mutation<Issue, NewIssue>({
      query: (body) => ({ url: '/api/public/issues', method: 'POST', body }),
      transformResponse: (answer: { issue: Issue }) => answer.issue,
      invalidatesTags: ['Issue'],
    }),
  }),
});

export const { useSuggestIssueMutation, useFindSimilarQuery, useReportIssueMutation } = reportApi;
